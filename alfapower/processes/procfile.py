"""Runs the processes of the Procfile on this machine: for trying the production set-up, and for its tests.

Not a supervisor: a process that dies is not restarted. Each process leads a group of its own, so that a signal reaches
its children too.
"""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from django.conf import settings

RELEASE = "release"
_LINE = re.compile(r"^(\w+):\s*(.+)$", re.MULTILINE)

Say = Callable[[str], None]


def commands(path: Path | None = None) -> dict[str, str]:
    """The shell command of each process type, in the order of the file."""
    return dict(_LINE.findall((path or settings.BASE_DIR / "Procfile").read_text()))


class Process:
    """One process of the Procfile, `name` as in "web.1". `say` gets every line it prints."""

    def __init__(self, name: str, command: str, environment: Mapping[str, str], say: Say) -> None:
        self.name, self.command, self.environment, self.say = name, command, environment, say
        self.running: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, or restart it if it has ended."""
        self.running = subprocess.Popen(  # nosec B603  # a line of our own Procfile, which is written for a shell
            ["/bin/sh", "-c", self.command],
            cwd=settings.BASE_DIR,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        threading.Thread(target=self._listen, args=(self.running,), daemon=True).start()

    def signal(self, number: int) -> None:
        """Send a signal to it and all its children; does nothing if it has ended."""
        if self.running is None:
            return
        try:
            os.killpg(self.running.pid, number)
        except ProcessLookupError:
            return

    def wait(self, seconds: float) -> int | None:
        """Its exit code; None if it is still running after so long."""
        if self.running is None:
            return 0
        try:
            return self.running.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        """Kill it."""
        self.signal(signal.SIGKILL)
        self.wait(10)

    def is_running(self) -> bool:
        """Whether it has been started and not ended."""
        return self.running is not None and self.running.poll() is None

    def _listen(self, running: "subprocess.Popen[str]") -> None:
        assert running.stdout is not None
        with running.stdout:
            for line in running.stdout:
                self.say(f"{self.name:<9}| {line.rstrip()}")


class Stack:
    """Several processes of each type. Web processes listen on `port`, `port` + 1 and so on."""

    def __init__(self, counts: Mapping[str, int], port: int, environment: Mapping[str, str], say: Say) -> None:
        known = commands()
        # The commands are found next to this very Python, whether or not its environment is active.
        path = os.pathsep.join([os.path.dirname(sys.executable), environment.get("PATH", os.defpath)])
        shared = {**environment, "PATH": path, "ALFAPOWER_NO_BOOTSTRAP": "1", "PYTHONUNBUFFERED": "1"}
        shared["WEB_CONCURRENCY"] = str(max(1, counts.get("web", 1)))
        self.release = Process(RELEASE, known[RELEASE], shared, say)
        self.processes: dict[str, Process] = {}
        self.ports: list[int] = []
        for kind, count in counts.items():
            for index in range(count):
                own = dict(shared)
                if kind == "web":
                    self.ports.append(port + index)
                    own["PORT"] = str(port + index)
                name = f"{kind}.{index + 1}"
                self.processes[name] = Process(name, known[kind], own, say)

    def prepare(self) -> int:
        """Run the release step; its exit code."""
        self.release.start()
        assert self.release.running is not None
        return self.release.running.wait()

    def start(self) -> None:
        """Start every process."""
        for process in self.processes.values():
            process.start()

    def stop(self, seconds: float = 15) -> None:
        """Ask every process to end, and kill those that have not after `seconds`."""
        everyone = [self.release, *self.processes.values()]
        for process in everyone:
            process.signal(signal.SIGTERM)
        deadline = time.monotonic() + seconds
        for process in everyone:
            process.wait(max(0.0, deadline - time.monotonic()))
            process.kill()

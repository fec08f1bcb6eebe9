"""A stand-in for systemctl: starts what the units in a test's /etc/systemd/system say, as processes of this machine.

    python -m tests.support.systemctl FOLDER WORDS OF SYSTEMCTL

FOLDER is the machine's root, and holds `places.json`: what stands there for what the units name. Each process writes
into FOLDER/run a log and its number, by which the test ends it.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

LINE = re.compile(r"^(\w+)=(.*)$", re.MULTILINE)
NOTHING_TO_DO = ("daemon-reload",)


class Machine:
    """What systemd would know of it."""

    def __init__(self, root: Path) -> None:
        self.root, self.units, self.run = root, root / "etc/systemd/system", root / "run"
        self.run.mkdir(exist_ok=True)
        self.places: dict[str, str] = json.loads((root / "places.json").read_text(encoding="utf-8"))

    def here(self, text: str) -> str:
        """A unit's words with what stands here for what it names."""
        for said, ours in self.places.items():
            text = text.replace(said, ours)
        return text

    def lines(self, unit: str) -> list[tuple[str, str]]:
        """The settings of a unit, those of its drop-ins last; %i is what stands behind the @."""
        kind, _, instance = unit.removesuffix(".service").partition("@")
        name = f"{kind}@.service" if instance else unit
        files = [self.units / name, *sorted((self.units / f"{name}.d").glob("*.conf"))]
        text = "\n".join(file.read_text(encoding="utf-8") for file in files if file.exists())
        return LINE.findall(self.here(text).replace("%i", instance))

    def start(self, unit: str) -> int:
        """Start a unit, a target's other ones too; of one that runs once, its exit code."""
        unit = unit if unit.endswith((".service", ".target")) else f"{unit}.service"
        said = self.lines(unit)
        if unit.endswith(".target"):
            wanted = " ".join(value for name, value in said if name == "Wants").split()
            return max(self.start(one) for one in wanted if one.startswith("alfapower"))
        environment: dict[str, str] = {}
        for name, value in said:
            if name == "EnvironmentFile":
                pairs = LINE.findall(Path(value).read_text(encoding="utf-8"))
                environment |= {variable: words for variable, words in pairs}
            if name == "Environment":
                environment |= dict(word.split("=", 1) for word in shlex.split(value))
        last = dict(said)
        with (self.run / f"{unit}.log").open("w") as log:
            running = subprocess.Popen(
                shlex.split(last["ExecStart"]), cwd=last.get("WorkingDirectory", "/"), env=environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip
        if last.get("Type") == "oneshot":
            return running.wait()
        (self.run / f"{unit}.pid").write_text(str(running.pid))
        return 0


def main(root: str, *words: str) -> int:
    """What systemctl would answer."""
    verb, *units = [word for word in words if not word.startswith("--")]
    if verb in NOTHING_TO_DO:
        return 0
    assert verb in ("start", "restart", "enable"), verb
    return max(Machine(Path(root)).start(unit) for unit in units)


if __name__ == "__main__":
    os.umask(0o077)
    sys.exit(main(*sys.argv[1:]))

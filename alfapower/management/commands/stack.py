"""`stack`: runs the production set-up of the Procfile on this machine, to try it. A public site has a supervisor."""

import os
import signal
import socket
import threading
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from alfapower.processes.procfile import Stack

KINDS = ("web", "worker", "beat", "bots", "analysis", "news")


class Command(BaseCommand):
    help = "Run the Procfile's release, then several web, worker and beat processes. Needs Postgres and Redis."

    def add_arguments(self, parser: ArgumentParser) -> None:
        for kind in KINDS:
            usual = 1 if kind in ("bots", "analysis", "news") else 2
            parser.add_argument(
                f"--{kind}", type=int, default=usual, metavar="N", help="how many (default %(default)s)"
            )
        parser.add_argument("--port", type=int, default=8000, help="of the first web process (default %(default)s)")

    def handle(self, *args: Any, **options: Any) -> None:
        if not (settings.POSTGRES and settings.REDIS_URL):
            raise CommandError("Set DATABASE_URL and REDIS_URL: several processes need one database and one Redis.")
        stack = Stack({kind: options[kind] for kind in KINDS}, options["port"], os.environ, self.stdout.write)
        ending = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: ending.set())
        try:
            if stack.prepare():
                raise CommandError("The release failed.")
            stack.start()
            silent = list(stack.ports)
            while not ending.wait(0.5):
                for port in [port for port in silent if _answers(port)]:
                    silent.remove(port)
                    self.stdout.write(f"http://127.0.0.1:{port}/")
                for process in stack.processes.values():
                    if process.running is not None and not process.is_running():
                        self.stderr.write(f"{process.name} has ended ({process.running.returncode}).")
                        process.running = None
        finally:
            stack.stop()


def _answers(port: int) -> bool:
    """Whether the process is listening yet; it takes some seconds to start."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0

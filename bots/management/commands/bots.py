"""manage.py bots: the process in which the site's bots think. `play` starts one; the Procfile has one.

First it makes what is missing (graphs, machine code) in a process of its own, whose memory is given back; then it looks
five times a second where a bot is on turn. It leaves word of itself, answers hints and, without
Redis, makes the analyses and the daily puzzles; in matches it writes by the players' door alone.
"""

import gc
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError, close_old_connections

from bots import analysis_work, hint_work, puzzle_making
from bots.prepared_parts import HOW_MANY
from bots.rules import ALPHABETS
from bots.runner import Runner, end_when_it_hangs
from bots.services import process_heartbeat
from common import starters
from dictionary import api as dictionary
from game import api as game

log = logging.getLogger(__name__)

EVERY_SECONDS = 0.2
LISTS_EVERY_SECONDS = 10.0
PARENT_EVERY_SECONDS = 1.0
DATABASE_EVERY_SECONDS = 1.0
NICE = 5
"""Pages go before bots."""


class Command(BaseCommand):
    """Prepare, then play until told to stop."""

    help = "Play for the site's bots."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Who started it, where it is not to outlive them."""
        parser.add_argument("--parent", type=int, default=0, help="end when this process, which started it, is gone")
        parser.add_argument("--number", type=int, default=1, help="of several on one machine")

    def handle(self, *args: Any, **options: Any) -> None:
        """Until a signal comes."""
        os.nice(NICE)
        self.ended = threading.Event()
        self.parent: int = options["parent"]
        self.name = f"{socket.gethostname()[:60]} {options['number']}"
        self.done, self.faults, self.lists = 0, 0, [""]
        self.maker: subprocess.Popen[str] | None = None
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.ended.set())
        threading.Thread(target=self._leave_word, daemon=True).start()
        threading.Thread(target=self._end_the_maker, daemon=True).start()
        try:
            self._prepare()
            self._play()
        finally:
            with suppress(DatabaseError):  # it is away: the word left last is old soon
                process_heartbeat.farewell(self.name)

    def _play(self) -> None:
        from bots.engine.thinking import think  # numba is for the processes that play

        gc.collect()
        gc.freeze()  # to look through all that is loaded took a tenth of a second, in the middle of a turn
        runner = Runner(think, self.name)
        threading.Thread(target=end_when_it_hangs, args=(runner, self.ended), daemon=True).start()
        if not settings.REDIS_URL:
            for work in (analysis_work.keep_at_it, puzzle_making.keep_at_it):
                threading.Thread(target=work, args=(self.ended,), daemon=True).start()
        log.info("The bots are ready.")
        looks_at = 0.0
        while not self._is_over():
            acted = 0
            try:
                close_old_connections()
                acted = runner.step(game.now_ms())
                hint_work.step(game.now_ms())
                if time.monotonic() >= looks_at:
                    looks_at = time.monotonic() + LISTS_EVERY_SECONDS
                    if _lists_in_force() != self.lists:
                        self._prepare()
            except DatabaseError as error:
                log.warning("The bots wait: the database is away (%s).", type(error).__name__)
            self.faults = runner.faults
            self.ended.wait(0 if acted else EVERY_SECONDS)

    def _prepare(self) -> None:
        """Make what is missing, again and again until nothing is: the database may be away, or a disk full."""
        while not self._is_over():
            try:
                close_old_connections()
                self.lists = _lists_in_force()
            except DatabaseError as error:
                log.warning("The bots wait to begin: the database is away (%s).", type(error).__name__)
                self.ended.wait(DATABASE_EVERY_SECONDS)
                continue
            command = [sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), "prepare_bots"]
            maker = self.maker = starters.start(command, stdout=subprocess.PIPE, text=True)
            assert maker.stdout is not None
            if self._is_over():  # while it was started
                maker.terminate()
            for made, line in enumerate(maker.stdout, 1):
                self.done = max(self.done, made)
                log.info("Bots: %s", line.strip())
                if self._is_over():
                    maker.terminate()
            if maker.wait() == 0 or self.ended.wait(LISTS_EVERY_SECONDS):
                return
            log.error("What the bots need could not be made (%s); tried again.", maker.returncode)

    def _end_the_maker(self) -> None:
        """Whoever waits for its next line, which may be a minute away, cannot."""
        while not self._is_over():
            self.ended.wait(PARENT_EVERY_SECONDS)
        if self.maker is not None:
            self.maker.terminate()

    def _is_over(self) -> bool:
        if self.parent and os.getppid() != self.parent:
            self.ended.set()
        return self.ended.is_set()

    def _leave_word(self) -> None:
        while not self.ended.is_set():
            try:
                close_old_connections()
                process_heartbeat.leave(self.name, game.now_ms(), self.done, HOW_MANY, self.faults)
            except DatabaseError as error:
                log.info("The bots could not leave word (%s).", type(error).__name__)
            self.ended.wait(process_heartbeat.EVERY_MS / 1000)


def _lists_in_force() -> list[str]:
    return [dictionary.current(language).digest for language in ALPHABETS]

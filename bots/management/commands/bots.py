"""manage.py bots: the process in which the site's bots think. `play` starts one; the Procfile has one.

It builds what is missing (graphs, machine code) in processes of their own, whose memory is freed. Once that is ready
for a language it checks five times a second for matches in which a bot is on turn. It records its heartbeat, answers
hints and, without Redis, makes analyses and daily puzzles; in matches it writes only through the players' service.
"""

import gc
import logging
import os
import signal
import socket
import threading
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError, close_old_connections

from bots import analysis_work, compile_cache, hint_work, puzzle_making, simple_turns
from bots.prepared_parts import HOW_MANY, ready_languages
from bots.preparing import Failed, Preparing
from bots.rules import ALPHABETS
from bots.runner import Runner, end_when_it_hangs
from bots.services import process_heartbeat
from dictionary import api as dictionary
from game import api as game

log = logging.getLogger(__name__)

EVERY_SECONDS = 0.2
LISTS_EVERY_SECONDS = 10.0
DATABASE_EVERY_SECONDS = 1.0
NICE = 5
"""Pages go before bots."""


class Command(BaseCommand):
    """Prepare, then play until told to stop."""

    help = "Play for the site's bots."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The option that ends it with the process that started it."""
        parser.add_argument("--parent", type=int, default=0, help="end when this process, which started it, is gone")
        parser.add_argument("--number", type=int, default=1, help="of several on one machine")

    def handle(self, *args: Any, **options: Any) -> None:
        """Until a signal comes."""
        os.nice(NICE)
        self.ended = threading.Event()
        self.parent: int = options["parent"]
        self.name = f"{socket.gethostname()[:60]} {options['number']}"
        self.done, self.faults = 0, 0
        self.preparing = Preparing()
        self.simply = Runner(simple_turns.think, self.name, only_first=True)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.ended.set())
        for work in (self._leave_word, self._keep_prepared):
            threading.Thread(target=work, daemon=True).start()
        try:
            while not ready_languages(self.done) and not self._is_over():
                self._play_first_matches()
                self.ended.wait(EVERY_SECONDS)
            if not self.ended.is_set():
                self._play()
        finally:
            self.preparing.call_off()  # a build in progress ends with this process
            with suppress(DatabaseError):  # it is away: the last heartbeat soon expires
                process_heartbeat.farewell(self.name)

    def _play(self) -> None:
        from bots.engine.thinking import think  # numba is for the processes that play

        gc.collect()
        gc.freeze()  # a full collection took a tenth of a second, in the middle of a turn
        runner = Runner(think, self.name)
        threading.Thread(target=end_when_it_hangs, args=(runner, self.ended), daemon=True).start()
        others = () if settings.REDIS_URL else (analysis_work.keep_at_it, puzzle_making.keep_at_it)
        while not self._is_over():
            acted = 0
            if others and self.done == HOW_MANY:
                for work in others:
                    threading.Thread(target=work, args=(self.ended,), daemon=True).start()
                others = ()
            try:
                close_old_connections()
                runner.languages = ready_languages(self.done)
                acted = runner.step(game.now_ms())
                self._play_first_matches()
                hint_work.step(game.now_ms(), runner.languages)
            except DatabaseError as error:
                log.warning("The bots wait: the database is away (%s).", type(error).__name__)
            self.faults = runner.faults
            self.ended.wait(0 if acted else EVERY_SECONDS)

    def _play_first_matches(self) -> None:
        """Play simple words in the first matches of newcomers in languages that are not fully prepared."""
        self.simply.languages = tuple(set(ALPHABETS) - ready_languages(self.done))
        if self.simply.languages:
            try:
                close_old_connections()
                self.simply.step(game.now_ms())
            except DatabaseError as error:
                log.warning("First matches wait: the database is away (%s).", type(error).__name__)

    def _keep_prepared(self) -> None:
        """Build what is missing, now and whenever a list is published, and retry until it is built: the database may be
        away, or a disk full. Ready parts stay ready: a match is pinned to the list it began with."""
        lists: list[str] = []
        while not self._is_over():
            try:
                close_old_connections()
                in_force = _lists_in_force()
                if in_force != lists:
                    self._prepare()
                    lists = in_force
            except DatabaseError as error:
                log.warning("The bots' words are not looked for: the database is away (%s).", type(error).__name__)
                self.ended.wait(DATABASE_EVERY_SECONDS)
                continue
            except (Failed, OSError) as error:
                log.error("What the bots need could not be made: %s; tried again.", error)
            self.ended.wait(LISTS_EVERY_SECONDS)

    def _prepare(self) -> None:
        languages: frozenset[str] = ready_languages(self.done)
        for made, line in enumerate(self.preparing.parts(), 1):
            self.done = max(self.done, made)
            log.info("Bots: %s", line)
            if ready_languages(self.done) != languages:
                languages = ready_languages(self.done)
                log.info("The bots are ready in %s.", ", ".join(sorted(languages)))
        compile_cache.remove_old()

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

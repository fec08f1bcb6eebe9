"""What a process of bots does: it looks where a bot is on turn, waits as long as a person would, thinks, and acts.

A turn that fails holds no match: where a clock runs it runs out like anybody's, and without one the bot passes a minute
later. Whatever ails one match ails no other. Thinking is given to it, so nothing here needs numba.
"""

import logging
import os
import threading
import time
from collections.abc import Callable

from django.db import InterfaceError, OperationalError, close_old_connections

from bots.games import give_up_of
from bots.pace import pause_ms
from bots.rules import Action
from bots.turn_in_progress import Note, Underway
from game import api as game

log = logging.getLogger(__name__)

MOST_AT_ONCE = 50
PASSES_AFTER_MS = 60_000
"""From the failure of a turn without a clock to the pass."""
LOOKS_AGAIN_MS = 1_000
MOST_ENDED = 2
"""Processes that a turn may end until it has failed: the first may have been killed from outside."""
HANGS_SECONDS = 60.0
"""Thinking takes a tenth of a second; what takes this long never ends."""

Think = Callable[[game.BotSight], Action]


class Runner:
    """The bots of one process. `faults` counts the turns that could not be played."""

    def __init__(self, think: Think, note: Note, now: int) -> None:
        self.think, self.note = think, note
        self.faults = 0
        self.failed: dict[Underway, int] = {}
        self.begun_at: float | None = None
        self.ended: dict[Underway, int] = {}
        left = note.left_behind()
        if left is not None:
            turn, ended = left
            log.error("match %s: the process before this one ended while it thought about turn %s", *turn)
            self.ended[turn] = ended
            if ended >= MOST_ENDED:
                self._fails(turn, now)
            note.end()

    def step(self, now: int) -> int:
        """Act once in each match whose bot has taken its time; in how many it did."""
        acted = 0
        for turn in game.bot_turns(MOST_AT_ONCE):
            if not turn.at_once and now < turn.since + pause_ms(turn.match_id, turn.version):
                continue
            try:
                acted += self._act(turn.match_id, now)
            except game.MatchFailed:
                continue  # which has been told, and is no fault of the bot's
            except (OperationalError, InterfaceError) as error:
                log.warning("match %s: the database is away (%s)", turn.match_id, type(error).__name__)
                close_old_connections()
        return acted

    def _act(self, match_id: int, now: int) -> bool:
        sight = game.bot_sight(match_id, now)
        if sight is None:
            return False
        turn = Underway(match_id, sight.view.turn)
        if turn in self.failed:
            return self._give_up(turn, sight, now)
        try:
            action = self._thought(turn, sight)
            receipt = game.bot_act(match_id, sight, action, game.now_ms())
        except (OperationalError, InterfaceError, game.MatchFailed):
            raise
        except Exception:
            log.exception("match %s: a bot (%s) failed in turn %s", match_id, sight.level, sight.view.turn)
            self._fails(turn, now)
            return False
        if receipt.code and receipt.version == sight.version:
            log.error("match %s: a bot (%s) was refused: %s", match_id, sight.level, receipt.code)
            self._fails(turn, now)
        elif receipt.code == "invalid_words":
            log.error("match %s: a bot (%s) laid what is no word", match_id, sight.level)
            self._fails(turn, now)
        return not receipt.code

    def _thought(self, turn: Underway, sight: game.BotSight) -> Action:
        self.note.begin(turn, self.ended.get(turn, 0))
        self.begun_at = time.monotonic()
        try:
            return self.think(sight)
        finally:
            self.begun_at = None
            self.note.end()

    def _fails(self, turn: Underway, now: int) -> None:
        self.faults += 1
        self.failed = {other: at for other, at in self.failed.items() if other.match_id != turn.match_id}
        self.failed[turn] = now

    def _give_up(self, turn: Underway, sight: game.BotSight, now: int) -> bool:
        """Pass, or what the game has in its place, in a failed turn that has no clock, once its minute is over."""
        if sight.view.left is not None or now < self.failed[turn] + PASSES_AFTER_MS:
            return False
        action = give_up_of(sight.view.rules.variant)(sight.view)
        return not game.bot_act(turn.match_id, sight, action, now).code

    def hangs(self) -> bool:
        """Whether it has thought about one turn for longer than any takes."""
        begun_at = self.begun_at
        return begun_at is not None and time.monotonic() - begun_at > HANGS_SECONDS


def end_when_it_hangs(runner: Runner, ended: threading.Event) -> None:
    """End the process, which nothing else could: what starts it again finds by its note which turn it was."""
    while not ended.wait(1.0):
        if runner.hangs():
            log.critical("A bot thinks without end: this process of bots is ended.")
            os._exit(70)

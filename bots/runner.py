"""Plays the bots' turns in one process: claims a turn, waits as long as a person would, thinks, and acts.

Persons are served in rotation, so that one person's ten matches do not slow another's one. A failed turn holds no
match: a running clock runs out like any player's, and without one the bot passes a minute later. An error in one match
affects no other. The thinking function is an argument, so nothing here needs numba.
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Collection

from django.db import InterfaceError, OperationalError, close_old_connections

from bots.games import give_up_of
from bots.pace import pause_ms
from bots.rules import ALPHABETS, Action
from game import api as game
from game.api import bot_turns

log = logging.getLogger(__name__)

MOST_AT_ONCE = 20
MOST_WAITING = 500
MOST_PERSONS = 10_000
PASSES_AFTER_MS = 60_000
"""From the failure of a turn without a clock to the pass."""
LOOKS_AGAIN_MS = 60_000
"""After this a turn is looked at again of which nothing could come."""
TRIES_AGAIN_MS = 2_000
"""After this one is thought about again for which nothing was found so plainly."""
MOST_ENDED = 2
"""Processes that a turn may end until it has failed: the first may have been killed from outside."""
HANGS_SECONDS = 60.0
"""Thinking takes a tenth of a second; what takes this long never ends."""

Think = Callable[[game.BotSight], Action | None]


class Runner:
    """The bots of one process, whose `name` no other running process has, in the `languages` that are fully prepared.
    `faults` counts the turns that could not be played. `only_first`: play only first matches.
    """

    def __init__(
        self, think: Think, name: str, languages: Collection[str] = tuple(ALPHABETS), only_first: bool = False
    ) -> None:
        self.think, self.name, self.languages, self.only_first = think, name, languages, only_first
        self.faults = 0
        self.begun_at: float | None = None
        self.has_begun = False
        self.unfinished: list[bot_turns.BotTurn] = []
        self.served: dict[int | None, int] = {}
        self.played = 0

    def step(self, now: int) -> int:
        """Act once in each of some matches whose bot has waited long enough; returns in how many it did."""
        self._let_go(now)
        acted, seen = 0, set[int]()
        while len(seen) < MOST_AT_ONCE and (turn := self._next(now, seen)) is not None:
            acted += self._play(turn, now)
        return acted

    def _let_go(self, now: int) -> None:
        """Release the claims of an ended process of the same name, and those that a database outage kept this one from
        ending."""
        if not self.has_begun and (left := bot_turns.free(self.name)):
            log.error("%s: the process before this one ended while it thought about a turn (%s)", self.name, left)
        self.has_begun = True
        while self.unfinished:
            bot_turns.put_off(self.unfinished[-1], now)
            self.unfinished.pop()

    def _next(self, now: int, seen: set[int]) -> bot_turns.BotTurn | None:
        """Claim the turn of the person who was served longest ago, of theirs the one that has waited longest."""
        waiting = bot_turns.waiting(now, MOST_WAITING, self.languages, self.only_first)
        ready = [turn for turn in waiting if turn.match_id not in seen and is_ready(turn, now)]
        for turn in sorted(ready, key=lambda turn: self.served.get(turn.person, 0)):
            seen.add(turn.match_id)
            claimed = bot_turns.claim(turn, self.name, now)
            if claimed is not None:
                self.played += 1
                self.served[turn.person] = self.played
                if len(self.served) > MOST_PERSONS:
                    self.served.clear()
                return claimed
        return None

    def _play(self, turn: bot_turns.BotTurn, now: int) -> bool:
        try:
            return self._act(turn, now)
        except game.MatchFailed:  # which has been reported, and is no fault of the bot's
            bot_turns.put_off(turn, now + LOOKS_AGAIN_MS)
        except (OperationalError, InterfaceError) as error:
            log.warning("match %s: the database is away (%s)", turn.match_id, type(error).__name__)
            self.unfinished.append(turn)
            close_old_connections()
        return False

    def _act(self, turn: bot_turns.BotTurn, now: int) -> bool:
        sight = game.bot_sight(turn.match_id, now)
        if sight is None:
            bot_turns.put_off(turn, now + LOOKS_AGAIN_MS)
            return False
        if turn.failed_at is not None:
            return self._give_up(turn, sight, now)
        if turn.ended >= MOST_ENDED:
            log.error("match %s: %s processes have ended in turn %s", turn.match_id, turn.ended, sight.view.turn)
            return self._fails(turn, now)
        try:
            action = self._thought(sight)
            if action is None:
                bot_turns.put_off(turn, now + TRIES_AGAIN_MS)
                return False
            receipt = game.bot_act(turn.match_id, sight, action, game.now_ms())
        except (OperationalError, InterfaceError, game.MatchFailed):
            raise
        except Exception:
            log.exception("match %s: a bot (%s) failed in turn %s", turn.match_id, sight.level, sight.view.turn)
            return self._fails(turn, now)
        if receipt.code and receipt.version == sight.version:
            log.error("match %s: a bot (%s) was refused: %s", turn.match_id, sight.level, receipt.code)
            return self._fails(turn, now)
        if receipt.code == "invalid_words":
            log.error("match %s: a bot (%s) laid what is no word", turn.match_id, sight.level)
            return self._fails(turn, now)
        return not receipt.code

    def _thought(self, sight: game.BotSight) -> Action | None:
        self.begun_at = time.monotonic()
        try:
            return self.think(sight)
        finally:
            self.begun_at = None

    def _fails(self, turn: bot_turns.BotTurn, now: int) -> bool:
        self.faults += 1
        bot_turns.fail(turn, now)
        return False

    def _give_up(self, turn: bot_turns.BotTurn, sight: game.BotSight, now: int) -> bool:
        """Pass, or the game's own substitute, in a failed turn without a clock."""
        action = give_up_of(sight.view.rules.variant)(sight.view)
        if sight.view.left is None and not game.bot_act(turn.match_id, sight, action, now).code:
            return True
        bot_turns.put_off(turn, now + LOOKS_AGAIN_MS)
        return False

    def hangs(self) -> bool:
        """Whether it has thought about one turn for longer than any should take."""
        begun_at = self.begun_at
        return begun_at is not None and time.monotonic() - begun_at > HANGS_SECONDS


def is_ready(turn: bot_turns.BotTurn, now: int) -> bool:
    """Whether the bot has waited long enough; whether it may give up a failed turn."""
    if turn.failed_at is not None:
        return now >= turn.failed_at + PASSES_AFTER_MS
    return turn.at_once or now >= turn.since + pause_ms(turn.match_id, turn.version)


def end_when_it_hangs(runner: Runner, ended: threading.Event) -> None:
    """Kill the process, for nothing else ends the thinking: the next one of its name releases the claimed turn."""
    while not ended.wait(1.0):
        if runner.hangs():
            log.critical("A bot thinks without end: this process of bots is ended.")
            os._exit(70)

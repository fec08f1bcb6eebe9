"""Two matches in real browsers of which one player goes away: for good, and for two minutes.

They take more than five minutes of doing nothing, so they wait in a thread while other tests run.
"""

import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from playwright.sync_api import Browser, Locator, Playwright, expect, sync_playwright

from tests.browser.players import READ_BOARD, Player, arrive
from tests.support.stack import Site

WINDOW = 300  # seconds that a timed match waits for somebody
AWAY = 120
TURN_SECONDS = 600
SLOW = 60_000  # milliseconds; the other tests of this folder use the machine meanwhile
Meet: TypeAlias = Callable[[Browser, Sequence[str], str, list[str]], list[Player]]


@dataclass
class Seen:
    """What the pages showed: the count-downs in seconds, when (in seconds of one clock) it was, what was said."""

    closed: float = 0
    counted: list[tuple[float, int]] = field(default_factory=list)
    ended: float = 0
    verdict: str = ""


@dataclass
class Returned:
    """What the pages showed of somebody who came back."""

    told_away: bool = False
    told_back: bool = False
    away: float = 0
    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)
    of_the_other: dict[str, Any] = field(default_factory=dict)


class Absences(threading.Thread):
    """Runs both; `failed` is the traceback of what went wrong, `wrong` the uncaught exceptions of pages."""

    def __init__(self, site: Site, launch: Callable[[Playwright], Browser], meet: Meet) -> None:
        super().__init__(daemon=True)
        self.site, self.launch, self.meet = site, launch, meet
        self.seen, self.returned, self.failed = Seen(), Returned(), ""
        self.wrong: list[str] = []
        site.preset("patient", board_size=11, turn_seconds=TURN_SECONDS)

    def run(self) -> None:
        try:
            with ExitStack() as stack:
                chromium = self.launch(stack.enter_context(sync_playwright()))
                self._play(chromium)
        except BaseException:
            self.failed = traceback.format_exc()

    def _play(self, chromium: Browser) -> None:
        addresses = [f"http://127.0.0.1:{self.site.stack.ports[0]}"] * 2
        left, stays = self._opened(self.meet(chromium, addresses, "patient", self.wrong))
        back, waits = self._opened(self.meet(chromium, addresses, "patient", self.wrong))

        left.page.context.close()
        self.seen.closed = time.monotonic()
        self._away_and_back(back, waits)
        expect(stays.page.locator("#banner [data-away]")).to_be_visible(timeout=SLOW)
        while stays.page.locator("#banner [data-away]").count():
            self.seen.counted.append((time.monotonic(), _seconds(stays.page.locator("#banner [data-away]"))))
            stays.page.wait_for_timeout(5_000)
        expect(stays.page.locator(".verdict")).to_be_visible(timeout=SLOW)
        self.seen.ended = time.monotonic()
        self.seen.verdict = stays.page.locator(".verdict").inner_text()

    def _opened(self, players: Sequence[Player]) -> Sequence[Player]:
        """One word is played, by the other where a hand has none; the player on turn then comes first."""
        while not players[0].page.locator("#board .tile:not(.tile--new)").count():
            turn = players[0].state("turn")
            players[0].take_turn(limit=4)
            for player in players:
                expect(player.page.locator(f'#state:not([data-turn="{turn}"])')).to_have_count(1, timeout=SLOW)
            players = players[::-1]
        return players

    def _away_and_back(self, back: Player, waits: Player) -> None:
        """The page is closed, but the browser is not; later it goes to the home page and from there to the match."""
        seen, context = self.returned, back.page.context
        seen.before, gone = shown(back), time.monotonic()
        back.page.close()
        expect(waits.page.locator("#banner [data-away]")).to_be_visible(timeout=SLOW)
        seen.told_away = True
        while time.monotonic() < gone + AWAY:
            waits.page.wait_for_timeout(1_000)
        page = context.new_page()
        page.goto("/")
        page.locator("main a[href^='/match/']").first.click()
        arrive(page, "#state")
        seen.away = time.monotonic() - gone
        seen.after, seen.of_the_other = shown(Player(page)), shown(waits)
        expect(waits.page.locator("#banner [data-away]")).to_have_count(0, timeout=SLOW)
        seen.told_back = True


def shown(player: Player) -> dict[str, Any]:
    """The board, the own hand, the scores and the seconds of the turn, as a page shows them."""
    expect(player.page.locator("#timer .timer__n")).not_to_be_empty(timeout=SLOW)
    return {
        "board": player.page.evaluate(READ_BOARD),
        "hand": player.hand(),
        "scores": [player.page.locator(f"#score-{who}").inner_text() for who in ("you", "opp")],
        "mine": player.state("mine"),
        "seconds": _seconds(player.page.locator("#timer .timer__n")),
    }


def _seconds(place: Locator) -> int:
    """4:05 and 245 are 245 seconds."""
    minutes, _, seconds = place.inner_text().rpartition(":")
    return int(minutes or 0) * 60 + int(seconds)

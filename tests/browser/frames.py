"""Frames of a whole match, for people to look at: `python -m tests.browser.frames FOLDER --help`.

A site of its own, a desktop and a phone, one in light and one in dark, play each other; what the one does is caught on
the other's page while it is played back, and the end on both. Writes PNG files named by their order.
"""

import argparse
import re
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect, sync_playwright

from tests.browser.conftest import Site
from tests.browser.players import Player, arrive, press_play
from tests.support.chromium import launch
from tests.support.types import certain

DEVICES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 720}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
}
HOLD = """() => {
  const animate = Element.prototype.animate, wait = window.setTimeout;
  Element.prototype.animate = function (...how) {
    const made = animate.apply(this, how);
    if (made.effect.target.closest('#match')) { made.pause(); made.held = true; }
    return made;
  };
  window.setTimeout = (what, ms, ...more) => wait(what, ms > 800 && ms <= 1500 ? 600_000 : ms, ...more);
}"""
"""Holds each playback at its beginning until its frames are taken."""
CAUGHT_MS = (60, 320, 640)
POWERS = ("blast", "fortify", "claim", "place_dl")


class Camera:
    """Numbers the frames."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.number = 0

    def take(self, page: Page, what: str, whole: bool = False) -> None:
        """One frame of what the page shows now; or of the `whole` page."""
        self.number += 1
        page.screenshot(path=self.folder / f"{self.number:03d}-{what}.png", full_page=whole)

    def playback(self, page: Page, device: str, what: str) -> None:
        """The frames of a playback, from when its animations have begun: each is held still at its moment."""
        page.wait_for_function("() => document.getAnimations().some(one => one.held)")
        for moment in CAUGHT_MS:
            page.evaluate(
                "at => document.getAnimations().forEach(one => { if (one.held) one.currentTime = at; })", moment
            )
            self.take(page, f"{device}-{what}-{moment}ms")
        if what == "words":
            expect(page.locator("#board .tally")).not_to_have_text("0")
            self.take(page, f"{device}-{what}-counted")
        page.keyboard.press("Shift")


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--turns", type=int, default=8, help="turns before one of them gives up")
    parser.add_argument("--language", choices=["en", "sv"], default="en")
    parser.add_argument("--desktop", choices=["light", "dark"], default="light", help="the phone has the other")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="alfapower-frames-") as data, sync_playwright() as playwright:
        site, browser = Site(Path(data)), launch(playwright)
        try:
            pages = {}
            for device, options in DEVICES.items():
                scheme: Any = (
                    asked.desktop if device == "desktop" else {"light": "dark", "dark": "light"}[asked.desktop]
                )
                page = browser.new_context(base_url=site.url, locale="en-GB", color_scheme=scheme, **options).new_page()
                press_play(page, "strategy", asked.language)
                pages[device] = page
            for page in pages.values():
                arrive(page, "#state")
                page.evaluate(HOLD)
            film({device: Player(page) for device, page in pages.items()}, Camera(asked.folder), asked.turns)
        finally:
            browser.close()
            site.stop()


def film(players: dict[str, Player], camera: Camera, turns: int) -> None:
    """The match, its end, and the page after it: each power once by each player."""
    done: set[tuple[str, str]] = set()
    for _turn in range(turns):
        (who, player), (other, watching) = sorted(players.items(), key=lambda one: one[1].state("mine"), reverse=True)
        expect(player.page.locator('#state[data-mine="1"]')).to_have_count(1)
        item = next((item for item in POWERS if (item, who) not in done), None)
        offer = player.page.locator(f'#p-shop [data-buy="{item}"]')
        if item and opened(player) and player.coins() >= price(offer):
            player.buy(item)
            player.use(item, *(tile_of_the_other(player.page) if item == "blast" else ()))
            player.page.keyboard.press("Shift")
            camera.playback(watching.page, other, item)
            done.add((item, who))
        move = player.best_move(limit=6)
        if move is None:
            player.pass_turn()
            continue
        player.play(move)
        camera.playback(watching.page, other, "words")
        player.page.keyboard.press("Shift")
        camera.take(player.page, f"{who}-own-words")
    for player in players.values():
        player.page.reload()
        arrive(player.page, "#state")
    players["phone"].resign()
    for device, player in players.items():
        expect(player.page.locator(".verdict")).to_be_visible()
        for number in range(4):
            camera.take(player.page, f"{device}-end-{number}")
    for device, player in players.items():
        player.page.keyboard.press("Shift")
        camera.take(player.page, f"{device}-result", whole=True)


def tile_of_the_other(page: Page) -> list[int]:
    """A tile of the last play, which is the other's."""
    last = page.locator("#board .is-last:not(.by-you, .cell--alfa)").first
    return [int(last.get_attribute(name) or 0) for name in ("data-r", "data-c")]


def price(offer: Locator) -> int:
    """What stands on a button of the shop, seen or not."""
    return int(certain(re.search(r"\d+", offer.text_content() or "0"))[0])


def opened(player: Player) -> bool:
    """Whether there is a tile on the board yet."""
    return player.state("opened") == "1"


if __name__ == "__main__":
    main()

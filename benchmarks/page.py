"""The match page in a real browser: what a first visit weighs, how soon a tapped tile shows, what a push moves.

Weights are as a compressing server sends them: texts by gzip, fonts as they are.
"""

import gzip
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, Response, expect, sync_playwright

from benchmarks.measure import Row
from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.browser.players import Player
from tests.support.chromium import launch

ROUNDS = 15
WATCH_A_TAP = """() => {
  window.tapTook = null;
  document.addEventListener('pointerup', () => {
    const begun = performance.now();
    const look = () => {
      if (document.querySelector('#board .is-pending')) window.tapTook = performance.now() - begun;
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, {once: true, capture: true});
}"""


def rows() -> list[Row]:
    """Requests, kilobytes, milliseconds and changed panels of a match between two browsers on the embedded site."""
    with tempfile.TemporaryDirectory(prefix="alfapower-page-") as folder, sync_playwright() as playwright:
        site = Site(Path(folder))
        browser = launch(playwright)
        pages = [
            browser.new_context(base_url=site.url, locale="en-GB", **device).new_page() for device in (DESKTOP, PHONE)
        ]
        try:
            return _measured(pages)
        finally:
            browser.close()
            site.stop()


def _measured(pages: list[Page]) -> list[Row]:
    for page in pages:
        page.goto("/")
        page.locator('button[name=preset][value="standard"]').click()
    players = [Player(page) for page in pages]
    for player in players:
        expect(player.page.locator("#state")).to_have_count(1, timeout=25_000)
    first, second = sorted(players, key=lambda player: player.state("mine"), reverse=True)
    requests, weight = _first_visit(first.page)
    taps = _taps(first)
    moved, bytes_moved = _push(first, second)
    return [
        Row("match page, first visit: requests", str(requests), aim="≤ 12"),
        Row("match page, first visit: weight", f"{weight / 1000:.0f} KB", aim="≤ 150 KB"),
        Row("a tapped tile is on the screen", f"{statistics.median(taps):.1f} ms", aim="a frame"),
        Row(
            "a word of the other: panels drawn anew",
            f"{len(moved)}",
        ),
        Row("a word of the other: bytes pushed", f"{bytes_moved / 1000:.1f} KB"),
    ]


def _first_visit(page: Page) -> tuple[int, int]:
    """Load the page as somebody who has nothing of it yet."""
    answers: list[Response] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})

    def note(answer: Response) -> None:
        answers.append(answer)

    page.on("response", note)
    page.reload(wait_until="load")
    expect(page.locator("#dot-you")).to_be_visible()
    page.remove_listener("response", note)
    session.send("Network.setCacheDisabled", {"cacheDisabled": False})
    return len(answers), sum(_weight(answer) for answer in answers)


def _weight(answer: Response) -> int:
    body = answer.body()
    return len(body) if "font" in answer.headers.get("content-type", "") else len(gzip.compress(body, 6))


def _taps(player: Player) -> list[float]:
    """How long a tile takes from the tap on a square to a frame that shows it, in milliseconds."""
    taken = []
    for _ in range(ROUNDS):
        player.page.locator("#rack [data-ri]:not(.is-used)").first.click()
        player.page.evaluate(WATCH_A_TAP)
        player.cell(7, 7).click()
        expect(player.page.locator("#board .is-pending")).to_have_count(1)
        took: float = player.page.evaluate("window.tapTook")
        taken.append(took)
        player.press("recall")
        expect(player.page.locator("#board .is-pending")).to_have_count(0)
    return taken


def _push(first: Player, second: Player) -> tuple[list[str], int]:
    """What comes to the other page when a word is played: the ids of the panels swapped, and the bytes pushed."""
    second.page.evaluate("""() => {
      window.moved = []; window.pushed = 0;
      document.addEventListener('htmx:oobBeforeSwap', ({ detail }) => {
        if (detail.shouldSwap) window.moved.push(detail.target.id);
      });
      document.addEventListener('htmx:wsBeforeMessage', ({ detail }) => { window.pushed += detail.message.length; });
    }""")
    move = first.best_move()
    assert move, "no word in this hand; run again"
    first.play(move)
    expect(second.page.locator('#state[data-mine="1"]')).to_have_count(1)
    second.page.wait_for_timeout(500)
    return second.page.evaluate("window.moved"), second.page.evaluate("window.pushed")

"""The clock of a slow match on an open page says, as time passes, the very words that the site says."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, SLOW, Site
from tests.browser.players import Opened, Player, hold

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
HURRIED = """
  const now = performance.now.bind(performance), wait = window.setTimeout.bind(window);
  window.passed = 0;
  performance.now = () => now() + window.passed;
  window.setTimeout = (act, length, ...given) => wait(act, Math.min(length, 100), ...given);
"""
"""Time passes as the test says, and who looks at it seldom looks often."""


@pytest.mark.parametrize(
    ("locale", "device", "one", "more", "beside", "of_reserve"),
    [
        ("en-GB", DESKTOP, "day", "days", "+ 72 h reserve", "of the reserve"),
        ("sv-SE", PHONE, "dygn", "dygn", "+ 72 h reserv", "av reserven"),
    ],
    ids=["desktop", "phone"],
)
def test_an_open_page_says_what_the_site_says(
    site: Site,
    open_page: Opened,
    locale: str,
    device: dict[str, Any],
    one: str,
    more: str,
    beside: str,
    of_reserve: str,
) -> None:
    public_id, key, _other = site.deal(**SLOW)
    page = open_page(device, locale, key, [HURRIED])
    page.route_web_socket("**/ws/match/**", lambda socket: None)  # no word of the site's on what is left
    page.goto(f"/match/{public_id}/")
    left, reserve = page.locator("#days-left"), page.locator("#days-reserve")
    expect(left).to_have_text(f"3 {more}")
    expect(reserve).to_have_text(beside)
    for passed, said, said_beside in [
        (20 * HOUR - MINUTE, f"2 {more} 4 h", beside),
        (2 * DAY - MINUTE, f"1 {one}", beside),
        (2 * DAY + 19 * HOUR + 48 * MINUTE, "4 h 12 min", beside),
        (3 * DAY + 46 * HOUR - MINUTE, f"1 {one} 2 h", of_reserve),
        (3 * DAY + 71 * HOUR, "59:", of_reserve),
    ]:
        page.evaluate("passed => { window.passed = passed; }", passed)
        expect(left).to_contain_text(said)
        expect(reserve).to_have_text(said_beside)


def test_the_words_come_when_the_match_has_ended(site: Site, open_page: Opened) -> None:
    public_id, key, other = site.deal(**SLOW)
    page, opponent = (open_page(DESKTOP, session=session) for session in (key, other))
    let_go = hold(page, "**/days*.js")
    page.goto(f"/match/{public_id}/")
    opponent.goto(f"/match/{public_id}/")
    Player(opponent).resign()
    expect(page.locator("#clock[data-running='1']")).to_have_count(0)
    with page.expect_response("**/days*.js"):
        let_go()
    page.wait_for_timeout(200)  # in which it would say that something is missing


SMALL = PHONE | {"viewport": {"width": 360, "height": 640}}
SEEN = """() => {
    const seen = [], texts = document.createTreeWalker(document.querySelector(".a-side"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const node = texts.currentNode, at = node.data.indexOf("72 h"), range = document.createRange();
        if (at < 0 || !node.parentElement.checkVisibility()) continue;
        range.setStart(node, at);
        range.setEnd(node, at + 4);
        const text = range.getBoundingClientRect();
        let inside = text.left >= 0 && text.right <= innerWidth;
        for (let around = node.parentElement; !around.matches(".a-side"); around = around.parentElement) {
            const box = around.getBoundingClientRect();
            if (getComputedStyle(around).overflowX !== "visible")
                inside &&= box.left <= text.left + 1 && text.right <= box.right + 1;
        }
        seen.push(inside);
    }
    return seen;
}"""
"""Of each "72 h" beside the board, whether it is seen whole."""


@pytest.mark.parametrize("locale", ["en-GB", "sv-SE"])
@pytest.mark.parametrize("variant", ["alfapower", "classic", "alfapet", "flex", "keebble"])
def test_a_small_phone_shows_both_reserves_whole(site: Site, open_page: Opened, variant: str, locale: str) -> None:
    """Beside the clock, and on the card of who waits: they were cut off on 360 x 640, or had no room for the figure."""
    public_id, _on_turn, key = site.deal(variant=variant, **SLOW)
    page = open_page(SMALL, locale, key, at=f"/match/{public_id}/")
    expect(page.locator("#days-left")).to_be_visible()
    word = "reserv" if locale == "sv-SE" else "reserve"
    expect(page.locator("#days-reserve")).to_have_text(f"+ 72 h {word}")  # to a screen reader
    assert page.evaluate(SEEN) == [True, True]

"""What a bot says at a great play reaches a phone, whose cards have no room for it, and covers nothing there; and bots
can be pressed."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Site
from tests.browser.players import Opened, in_windows
from tests.browser.test_first_match_hints import first_match
from tests.support.browsers import deal

LINE = "Wow, teach me that one!"
WHEN_TOLD = """
  const wait = window.setTimeout.bind(window);
  window.setTimeout = (act, length, ...given) => length === 6000 ? (window.itsTimeIsOver = act, 0)
      : wait(act, length, ...given);
"""
"""The time of a line is over when the test says so."""
GREAT_PLAY = """line => {
    const came = document.querySelector("#says-opp").cloneNode();
    came.dataset.moment = "other";
    came.textContent = line;
    document.querySelector("#says-opp").replaceWith(came);
}"""
"""The piece of the card that comes with a great play."""
PARTS = [".a-side", "#timer", "#board", ".a-dock"]
WHERE = """parts => parts.map(part => {
    const box = document.querySelector(part).getBoundingClientRect();
    return [box.left, box.top, box.right, box.bottom].map(Math.round);
})"""
TAKES_ITS_PRESS = """cards => cards.map(card => {
    card.scrollIntoView({block: "center"});
    const box = card.getBoundingClientRect();
    return card.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
})"""
WINDOWS = [(360, 640), (360, 740), (390, 844), (768, 1024), (844, 390)]


@pytest.mark.parametrize("is_first", [False, True], ids=["practice", "first_match"])
def test_a_later_line_of_a_bot_is_read_on_a_phone_where_it_covers_nothing(
    site: Site, open_page: Opened, is_first: bool
) -> None:
    public_id, key, _bot = (
        site.inside(first_match) if is_first else site.inside(deal, players=("Astrid", "Pip (bot)"), by_lot=False)
    )
    page = open_page(PHONE, session=key, scripts=[WHEN_TOLD], at=f"/match/{public_id}/")
    line = page.locator("#botline")
    expect(line).to_be_visible()  # as the match begins
    page.evaluate("window.itsTimeIsOver()")
    expect(line).to_be_hidden()
    if is_first:
        page.locator("[data-teach-ok]").click()
    still = [page.evaluate(WHERE, PARTS) for _ in in_windows(page, WINDOWS)]
    page.evaluate(GREAT_PLAY, LINE)
    expect(line).to_contain_text(LINE)
    for size, before in zip(in_windows(page, WINDOWS), still, strict=True):
        expect(line).to_be_visible()
        assert page.evaluate(WHERE, PARTS) == before, size
        left, top, right, bottom = page.evaluate(WHERE, ["#botline"])[0]
        assert left >= 0 and right <= size[0] and bottom > top >= 0, size
        for box in before:
            assert min(right, box[2]) - max(left, box[0]) <= 1 or min(bottom, box[3]) - max(top, box[1]) <= 1, size
    page.evaluate("window.itsTimeIsOver()")
    expect(line).to_be_hidden()


def test_a_line_is_said_once(site: Site, open_page: Opened) -> None:
    public_id, key, _bot = site.inside(deal, players=("Astrid", "Pip (bot)"), by_lot=False)
    page = open_page(PHONE, session=key, scripts=[WHEN_TOLD], at=f"/match/{public_id}/")
    page.evaluate("window.itsTimeIsOver()")
    page.evaluate(GREAT_PLAY, LINE)
    expect(page.locator("#botline")).to_be_visible()
    page.evaluate("window.itsTimeIsOver()")
    page.evaluate(GREAT_PLAY, LINE)  # another piece of the card came, and the moment is the same
    expect(page.locator("#botline")).to_be_hidden()


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_what_takes_a_press_on_a_bot_is_its_button(site: Site, open_page: Opened, width: int) -> None:
    page = open_page({"viewport": {"width": width, "height": 800}}, at="/play/classic/")
    assert page.locator(".botcard").evaluate_all(TAKES_ITS_PRESS) == [True] * 5

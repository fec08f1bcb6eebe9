"""The hints of a first match on a phone: none lies over what is played with, in either language."""

from typing import Any

import pytest
from playwright.sync_api import expect

from game.models import Match
from tests.browser.conftest import PHONE, Site
from tests.browser.players import Opened, in_windows
from tests.support.browsers import begun, keys_of

PHONES = [(320, 640), (360, 640), (360, 740), (390, 844)]
MOST_LINES = 2
HINTS = """() => {
    const box = document.querySelector("#teach"), hints = [...box.querySelectorAll("[data-teach]")];
    const parts = ["#card-you", "#card-opp", "#timer", "#board", ".a-dock"].map(part => document.querySelector(part));
    const over = (one, other) => {
        const [a, b] = [one, other].map(part => part.getBoundingClientRect());
        return Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
            && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1;
    };
    return hints.map(hint => {
        hints.forEach(other => { other.hidden = other !== hint; });
        const does = hint.dataset.do ?? "";
        box.querySelectorAll("[data-teach-do]").forEach(button => {
            button.hidden = !does.includes(`[data-${button.dataset.teachDo}=`);
        });
        const line = parseFloat(getComputedStyle(hint).lineHeight);
        return {
            name: hint.dataset.teach,
            covered: parts.filter(part => over(box, part)).map(part => part.id),
            lines: Math.round(hint.getBoundingClientRect().height / line),
        };
    });
}"""
"""Each hint as it stands there: the parts that it lies over, and how many lines it has."""
ROWS_UNDER_THE_HAND = """() => [...document.querySelectorAll("#board [role=row]")].filter(row =>
    row.getBoundingClientRect().bottom > document.querySelector(".a-dock").getBoundingClientRect().top + 1).length"""


def first_match(**settings: Any) -> list[str]:
    """A match with a bot that is led by hints."""
    row = begun(players=("Astrid", "Moss (bot)"), by_lot=False, creator=0, board_size=11, **settings)
    Match.objects.filter(pk=row.pk).update(practice=True, chosen_deal=True)
    return keys_of(row)


@pytest.mark.parametrize(("locale", "tiles"), [("en-GB", 4), ("sv-SE", 4), ("sv-SE", 7)])
def test_a_hint_covers_neither_cards_nor_clock_nor_board(
    site: Site, open_page: Opened, locale: str, tiles: int
) -> None:
    """On 360 x 640 a long one lay over the cards, and the hand over two rows of the board."""
    public_id, key, _bot = site.inside(first_match, alfa_trigger=tiles)
    page = open_page(PHONE, locale, key, at=f"/match/{public_id}/")
    expect(page.locator("#teach")).to_be_visible()
    for size in in_windows(page, PHONES):
        said = page.evaluate(HINTS)
        assert [hint for hint in said if hint["covered"] or hint["lines"] > MOST_LINES] == [], size
        assert len({hint["name"] for hint in said}) == len(said) > 1
        assert page.evaluate(ROWS_UNDER_THE_HAND) == 0, size

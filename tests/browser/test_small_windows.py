"""The match where there is little room for it: a phone of 640 px, and text of twice the size on a desk."""

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.players import Seated
from tests.support.types import certain

SMALL: ViewportSize = {"width": 360, "height": 640}
DESK: ViewportSize = {"width": 1280, "height": 800}


def box(page: Page, selector: str) -> dict[str, float]:
    """Where the first of them is: left, top, right, bottom."""
    found: Any = certain(page.locator(selector).first.bounding_box())
    left, top = found["x"], found["y"]
    return {"left": left, "top": top, "right": left + found["width"], "bottom": top + found["height"]}


def lie_over(page: Page, one: str, other: str) -> bool:
    """Whether two of them overlap by more than a pixel."""
    a, b = box(page, one), box(page, other)
    wide = min(a["right"], b["right"]) - max(a["left"], b["left"])
    high = min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])
    return wide > 1 and high > 1


def test_a_small_phone_shows_every_row_of_the_board(seated: Seated) -> None:
    """The dock lay over the last two (players 14)."""
    page = seated("strategy", "en")[1].page
    page.set_viewport_size(SMALL)
    expect(page.locator("#rack [data-ri]").first).to_be_visible()
    assert not lie_over(page, "#board", ".a-dock")
    assert box(page, ".a-dock")["bottom"] <= SMALL["height"] + 1
    assert min(box(page, "#actions [data-act=pass]")[side] for side in ("left", "top")) >= 0


def test_text_of_twice_the_size_lies_over_nothing(seated: Seated) -> None:
    """The score lay over the level, the readout over the card, the hint over the board (players 9)."""
    page = seated("strategy", "en")[0].page
    page.set_viewport_size(DESK)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(page.locator("#rack [data-ri]").first).to_be_visible()
    for one, other in (
        ("#readout", "#card-you"),
        ("#readout", "#card-opp"),
        ("#card-you .pcard__score", "#card-you .pcard__name"),
        ("#card-opp .pcard__score", "#card-opp .pcard__meta"),
        ("#rack", "#actions"),
        ("#actions", ".a-rail"),
    ):
        assert not lie_over(page, one, other), (one, other)
    assert box(page, "#card-opp")["right"] <= DESK["width"]


@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080), (1280, 800), (1100, 800)])
def test_usual_text_leaves_faces_and_levels_on_the_cards(seated: Seated, size: tuple[int, int]) -> None:
    page = seated("strategy", "en")[0].page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for part in (".pcard__av", ".pcard__sub"):
        expect(page.locator(f"#card-you {part}")).to_be_visible()
        expect(page.locator(f"#card-opp {part}")).to_be_visible()

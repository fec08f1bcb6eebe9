"""Today's puzzle solved in a browser: a power bought and placed, a try that is not the best, and then the best turn."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.browser.players import Opened

pytestmark = [pytest.mark.needs_browser]

MAKE = """
from bots.services.puzzles import today
from bots.models import Puzzle
from game.services.clock import now_ms
from tests.puzzle.made import keep
day = today(now_ms())
puzzle = Puzzle.objects.filter(day=day, language="en").first() or keep(day)
(item, row, col), = puzzle.best[0]["powers"]
play = puzzle.best[0]["play"]
print(day, item, row, col, play["points"], *(f"{tile[0] // 11},{tile[0] % 11},{tile[1]}" for tile in play["tiles"]))
"""
Best: TypeAlias = tuple[str, str, str, str, list[list[str]]]


@pytest.fixture(scope="module")
def best(site: Site) -> Best:
    """The day, the power with its square, the points and the tiles of the best turn of a puzzle made by hand."""
    made = site.manage("shell", "--no-imports", "-c", MAKE)
    day, item, row, col, points, *tiles = made.stdout.split()
    return day, item, f"{row},{col}", points, [tile.split(",") for tile in tiles]


def square(page: Page, row: str, col: str) -> Locator:
    return page.locator(f'.cell[data-r="{row}"][data-c="{col}"]')


@pytest.mark.parametrize("kind", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_todays_puzzle_is_solved(open_page: Opened, best: Best, kind: dict[str, Any]) -> None:
    day, item, at, points, tiles = best
    page = open_page(kind)
    press: Callable[[Locator], object] = Locator.tap if kind is PHONE else Locator.click
    page.goto(f"/puzzle/en/{day}/")
    press(page.get_by_role("button", name="Solve"))
    expect(page.locator("#readout")).to_contain_text("Buy what you like")

    lay(page, press, [["5", "6", "S"]])
    press(page.locator("[data-act=play]"))
    expect(page.locator("#tries")).to_contain_text("CATS")
    expect(page.locator("#goal strong")).not_to_have_text(points)

    press(page.locator(f'[data-slot="{item}"]'))
    expect(page.locator("#board")).to_have_class("board is-aim")
    row, col = at.split(",")
    press(square(page, row, col))
    if kind is PHONE:
        press(square(page, row, col))
    expect(page.locator('#state[data-version="3"]')).to_have_count(1)
    lay(page, press, tiles)
    expect(page.locator("[data-act=play] [data-points]")).to_have_text(points)
    press(page.locator("[data-act=play]"))
    expect(page.locator("#d-done")).to_be_visible()
    expect(page.locator("#d-done .sharecard")).to_contain_text(f"{points} / {points}")
    expect(page.locator("#d-done .stars .on")).to_have_count(3)
    expect(page.locator("#d-done .sharecard")).to_contain_text("1 day in a row")


def lay(page: Page, press: Callable[[Locator], object], tiles: Sequence[Sequence[str]]) -> None:
    for row, col, letter in tiles:
        press(page.locator(f'#rack [data-tile="{letter}"]:not(.is-used)').first)
        press(square(page, row, col))
        expect(square(page, row, col)).to_contain_class("is-pending")

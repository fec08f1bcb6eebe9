"""Today's puzzle solved in a browser: a power bought and placed, a try that is not the best, and then the best turn."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.browser.players import Opened
from tests.puzzle.made import BEST, SIZE


@pytest.fixture(scope="module")
def day(site: Site) -> str:
    """The day of a puzzle made by hand, today's of the site."""
    made = site.manage("shell", "--no-imports", "-c", "from tests.puzzle.made import of_today; print(of_today())")
    assert made.returncode == 0, made.stderr
    return made.stdout.strip()


def square(page: Page, row: int, col: int) -> Locator:
    return page.locator(f'.cell[data-r="{row}"][data-c="{col}"]')


@pytest.mark.parametrize("kind", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_todays_puzzle_is_solved(open_page: Opened, day: str, kind: dict[str, Any]) -> None:
    ((item, *aim),), play = BEST[0].powers, BEST[0].play
    points, tiles = str(play.points), [(*divmod(tile.cell, SIZE), tile.letter) for tile in play.tiles]
    page = open_page(kind)
    press: Callable[[Locator], object] = Locator.tap if kind is PHONE else Locator.click
    page.goto(f"/puzzle/en/{day}/")
    press(page.get_by_role("button", name="Solve"))
    expect(page.locator("#readout")).to_contain_text("Buy what you like")

    lay(page, press, [(5, 6, "S")])
    press(page.locator("[data-act=play]"))
    expect(page.locator("#tries")).to_contain_text("CATS")
    expect(page.locator("#goal strong")).not_to_have_text(points)

    press(page.locator(f'[data-slot="{item}"]'))
    expect(page.locator("#board")).to_have_class("board is-aim")
    press(square(page, *aim))
    if kind is PHONE:
        press(square(page, *aim))
    expect(page.locator('#state[data-version="3"]')).to_have_count(1)
    lay(page, press, tiles)
    expect(page.locator("[data-act=play] [data-points]")).to_have_text(points)
    press(page.locator("[data-act=play]"))
    expect(page.locator("#d-done")).to_be_visible()
    expect(page.locator("#d-done .sharecard")).to_contain_text(f"{points} / {points}")
    expect(page.locator("#d-done .stars .on")).to_have_count(3)
    expect(page.locator("#d-done .sharecard")).to_contain_text("1 day in a row")


def lay(page: Page, press: Callable[[Locator], object], tiles: Iterable[tuple[int, int, str]]) -> None:
    for row, col, letter in tiles:
        press(page.locator(f'#rack [data-tile="{letter}"]:not(.is-used)').first)
        press(square(page, row, col))
        expect(square(page, row, col)).to_contain_class("is-pending")

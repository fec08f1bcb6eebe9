"""An Alfa tile is chosen, made and laid over another, in a match whose settings and seed the test's factory chose."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.browser.players import READ_BOARD, Player, Seated, in_windows
from tests.browser.test_stable_layout import BOARD
from tests.support.move_finder import finder

RULES: dict[str, Any] = {"board_size": 11, "alfa_trigger": 3}


def through(rows: Sequence[str], row: int, col: int) -> list[str]:
    """The words across and down through a square, one-letter runs left out."""
    found = []
    for line, at in ((rows[row], col), ("".join(r[col] for r in rows), row)):
        start = line.rfind(".", 0, at) + 1
        end = line.find(".", at)
        run = line[start : end if end >= 0 else len(line)]
        if len(run) > 1:
            found.append(run.upper())
    return found


def replacement(player: Player) -> tuple[int, int, str] | None:
    """An Alfa tile of the hand and a plain tile of the board that it can replace so that every word stands."""
    rows, known = player.page.evaluate(READ_BOARD), finder("en", 11)
    for tile in player.hand():
        if not tile.endswith("*") or tile.startswith("?"):
            continue
        for row, line in enumerate(rows):
            for col, letter in enumerate(line):
                if letter == "." or letter.upper() == tile[0]:
                    continue
                if player.cell(row, col).locator(".tile--alfa").count():
                    continue
                changed = [*rows]
                changed[row] = line[:col] + tile[0] + line[col + 1 :]
                made = through(changed, row, col)
                if made and all(map(known.is_word, made)):
                    return row, col, tile
    return None


WINDOWS = [(320, 640), (390, 844), (844, 390), (768, 1024), (1024, 768), (1280, 720), (1440, 900)]
HIDDEN = """() => [...document.querySelectorAll(
    '#rack .tile, #board .cell.is-last, #alfa button:not(dialog *)',
)].filter(one => {
    const box = one.getBoundingClientRect();
    const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !seen || !(one.contains(seen) || seen.contains(one)) || seen.matches('section, main, body');
}).map(one => one.outerHTML.slice(0, 90))"""


def test_the_choice_of_an_alfa_tile_hides_neither_board_nor_hand(site: Site, seat_at: Seated) -> None:
    player, _other = seat_at(site.deal(**RULES, hands=["TENSOR?"]), (DESKTOP, PHONE))
    page, keys = player.page, player.page.keyboard
    boxes = {}
    for width, height in in_windows(page, WINDOWS):
        boxes[width, height] = page.evaluate(BOARD)
    player.lay([(5, 4, "T"), (5, 5, "E"), (5, 6, "N")])
    player.press("play")
    choices = page.locator("#alfapick [role=radio]")
    expect(choices).to_have_count(3)
    expect(choices.first).to_be_focused()
    for width, height in in_windows(page, WINDOWS):
        assert page.evaluate(BOARD) == boxes[width, height], (width, height)
        assert page.evaluate(HIDDEN) == [], (width, height)

    keys.press("ArrowRight")
    expect(choices.nth(1)).to_have_attribute("aria-checked", "true")
    expect(choices.nth(1)).to_be_focused()
    chosen = choices.nth(1).get_attribute("data-tile")
    page.locator("#readout [data-open=alfa]").click()
    expect(page.locator("#d-alfa")).to_contain_text("permanent ×2")
    keys.press("Escape")
    page.locator("#alfa [data-act=choose]").focus()
    keys.press("Enter")
    made = page.locator(f'#rack [data-tile="{chosen}*"]')
    expect(made).to_have_count(1)
    expect(page.locator("#alfa button")).to_have_count(0)

    made.click()
    player.cell(4, 5).click()
    expect(page.locator("#board .tile__x")).to_have_count(1)


@pytest.mark.long
def test_an_alfa_tile_is_made_and_laid_over_another(site: Site, seat_at: Seated) -> None:
    players, found = seat_at(site.deal(**RULES), (DESKTOP, PHONE)), None
    for turn in range(30):
        player = players[turn % 2]
        expect(player.page.locator('#state[data-mine="1"][data-phase="play"]')).to_have_count(1)
        found = replacement(player)
        if found:
            break
        player.take_turn(limit=4)
    assert found, "no Alfa tile came to lie over another in thirty turns"
    row, col, tile = found
    before = player.cell(row, col).locator(".tile__l").inner_text()
    player.page.locator(f'#rack [data-tile="{tile}"]').first.click()
    player.cell(row, col).click()
    player.press("play")
    for seen in players:
        cell = seen.cell(row, col)
        expect(cell).to_have_class(re.compile(r"\bcell--alfa\b"))
        expect(cell.locator(".tile--alfa .tile__l")).to_have_text(tile[0])
    assert before != tile[0]

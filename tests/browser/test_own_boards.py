"""Boards of one's own in browsers: one that is painted on a phone is chosen in a room, seen by the other, played on."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.players import Player, arrive, create_room

pytestmark = [pytest.mark.needs_browser, pytest.mark.long]

KINDS = {"T": [(5, 0), (5, 1)], "D": [(0, 0)]}
"""What is painted on a blank board of 11, each with its twins to the sides and below."""
MARKS = {"TW": 4, "DW": 4, "star": 1}


def room_of_two(host: Page, guest: Page) -> None:
    """A room of the one, and the other in it."""
    guest.goto(f"/join/{create_room(host)}")
    guest.get_by_role("button", name="Join").click()
    expect(guest.locator("[data-seat=guest]")).to_contain_text("you")


def paint_a_board(page: Page) -> None:
    """Paint one by finger, and keep it."""
    page.goto("/accounts/boards/new/?from=blank11")
    page.locator('label:has([name=mirror][value="four"])').click()
    for mark, squares in KINDS.items():
        page.locator(f'label:has([name=brush][value="{mark}"])').click()
        for row, col in squares:
            page.locator(f'#board [data-r="{row}"][data-c="{col}"]').tap()
    page.fill("#name", "Corners")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(re.compile(r"/accounts/boards/\d+/$"))


def begin(host: Page, guest: Page) -> list[Player]:
    """Both are ready; the players in turn order."""
    for page in (host, guest):
        page.locator("#ready").click()
    for page in (host, guest):
        expect(page).to_have_url(re.compile("/match/"), timeout=20_000)
        arrive(page, "#state")
        expect(page.locator("#state")).to_have_attribute("data-size", "11")
        for mark, count in MARKS.items():
            expect(page.locator(f"#board .mark--{mark}")).to_have_count(count)
    return sorted((Player(page) for page in (host, guest)), key=lambda player: player.state("mine"), reverse=True)


@pytest.mark.parametrize(("variant", "key"), [("alfapower", "board"), ("flex", "layout")])
def test_the_first_word_lies_on_a_board_painted_on_a_phone(pages: list[Page], variant: str, key: str) -> None:
    guest, host = pages
    paint_a_board(host)
    room_of_two(host, guest)
    if variant != "alfapower":
        host.locator(f"#game-{variant}").click()
    expect(host.locator(f'label:has([id="s-{key}-kept-1"])')).to_contain_text("Corners")
    host.locator(f'label:has([id="s-{key}-kept-1"])').click()
    for page in (host, guest):
        expect(page.locator("#room-board")).to_contain_text("11 × 11. Not ranked.")
        expect(page.locator("#room-board .boardpic > i")).to_have_count(121)
        expect(page.locator("#room-board .pic--TW")).to_have_count(MARKS["TW"])
        expect(page.locator(f"#pic-{key} .pic--DW")).to_have_count(MARKS["DW"])
    expect(host.locator(f'[name="{key}.rows"]')).to_have_value(re.compile(r"^D\.{9}D\n"))
    if variant == "alfapower":
        expect(host.locator('[data-set="board_size"]')).to_be_hidden()

    first, second = begin(host, guest)
    if variant == "flex":
        guest.locator("#d-invited [data-invited=accept]").click()
    while first.state("opened") == "0":
        first.take_turn()
        first, second = second, first
    for player in (first, second):
        expect(player.page.locator('#state[data-opened="1"]')).to_have_count(1)
        expect(player.cell(5, 5).locator(".tile:not(.tile--new)")).to_be_visible()

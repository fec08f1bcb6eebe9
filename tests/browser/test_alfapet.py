"""Alfapet in browsers, in Swedish: four of them with a bent word, a black tile and one who leaves in the middle, to the
end; and a match alone on a phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.browser.players import Opened, Player, Seated, arrive, on_turn, played
from tests.browser.test_laying_tiles import drag

MATCH: dict[str, Any] = {
    "variant": "alfapet",
    "players": ("Anna", "Bo", "Cilla", "Dag"),
    "theme_words": ["SKOR", "VIND"],
    "hands": ("SKOLAN>", "#ARTEN>", "RISADET", "MERANIL"),
}


@pytest.fixture
def table(site: Site, seat_at: Seated) -> list[Player]:
    """Four players of one match in turn order, the first on turn; any console error fails the test."""
    return seat_at(site.deal(**MATCH), (DESKTOP, PHONE, DESKTOP, PHONE), "sv-SE")


def test_four_play_with_a_bent_word_and_a_black_tile_and_one_leaves(table: list[Player]) -> None:
    anna, bo, cilla, dag = table
    for player in table:
        expect(player.page.locator(".pcard")).to_have_count(4)
        assert player.page.locator(".pcard__turn.is-on").count() == 1
    on_turn(anna)

    # By drag: an arrow goes under a letter that was laid, and both come back.
    for tile in ("S", ">"):
        drag(anna.page, anna.page.locator(f'#rack [data-tile="{tile}"]:not(.is-used)').first, anna.cell(8, 6))
    expect(anna.page.locator("#board .is-pending .turnmark")).to_have_count(1)
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("#board .is-pending")).to_have_count(0)

    # SKOLAN by keys: SKO across, an arrow under O, LAN down from it.
    anna.cell(8, 6).click()
    for key in ("S", "K", "O", ">"):
        anna.page.keyboard.press(key)
    expect(anna.page.locator("#live")).to_contain_text("ordet svänger nedåt")
    expect(anna.cell(9, 8)).to_have_class("cell is-cursor")
    for key in ("L", "A", "N"):
        anna.page.keyboard.press(key)
    expect(anna.page.locator("#readout")).to_contain_text("SKOLAN")
    expect(anna.page.locator("#readout .bends[data-sign=down]")).to_have_count(1)
    expect(anna.page.locator("#ribbons .ribbon--line")).to_have_count(1)
    expect(anna.cell(8, 8)).to_have_attribute("aria-label", "I9, din nya bricka O, pil, ordet svänger nedåt")
    played(anna)
    for player in table:
        expect(player.cell(8, 8)).to_have_attribute("aria-label", "I9, O, 2, pil, ordet svänger nedåt")
        expect(player.page.locator("#ribbons .ribbon--line")).to_have_count(1)

    # By touch: a black tile after SKOLAN, and ARTEN across behind it; an arrow is tried and taken back.
    on_turn(bo)
    bo.place("#", 12, 8)
    for col, tile in enumerate("ARTEN", start=9):
        bo.place(tile, 12, col)
    expect(bo.page.locator("#readout")).to_contain_text("ARTEN")
    bo.place(">", 12, 10)
    expect(bo.page.locator("#board .is-pending .turnmark")).to_have_count(1)
    expect(bo.page.locator("#readout.is-bad")).to_be_visible()
    bo.cell(12, 10).click()
    expect(bo.page.locator("#board .is-pending .turnmark--across")).to_have_count(1)
    bo.page.keyboard.press("Control+z")
    bo.page.keyboard.press("Control+z")
    expect(bo.page.locator("#board .is-pending .turnmark")).to_have_count(0)
    played(bo)
    expect(anna.cell(12, 8)).to_have_attribute("aria-label", "I13, svart bricka, skiljer ord")

    # Cilla leaves while it is her turn; the three others play on.
    on_turn(cilla)
    cilla.resign()
    on_turn(dag)
    expect(anna.page.locator(".pcard.is-out")).to_contain_text("Cilla")
    expect(cilla.page.locator(".pcard")).to_have_count(4)

    # Everybody passes twice, and the totals decide.
    for player in (dag, anna, bo, dag, anna, bo):
        on_turn(player)
        player.pass_turn()
    for player in table:
        arrive(player.page, "h1#v")
    expect(cilla.page.locator("#place-you")).to_contain_text("4")


def test_alone_on_a_phone_a_match_goes_to_its_end_and_is_the_best(open_page: Opened) -> None:
    page = open_page(PHONE, "sv-SE", at="/alone/alfapet/")
    page.locator("#set-theme summary").click()
    page.get_by_role("button", name="Natur").click()
    expect(page.locator("#s-theme_words")).to_have_value(re.compile("^VIND REGN"))
    expect(page.get_by_role("button", name="Nature")).to_be_hidden()
    page.locator("label:has(#s-language-en)").click()
    page.get_by_role("button", name="Kitchen").click()
    expect(page.locator("#s-theme_words")).to_have_value(re.compile("^POT PAN"))
    page.locator("#s-theme_words").fill("")
    page.locator("label:has(#s-language-sv)").click()
    page.locator("#alone-start").click()
    for _match in range(2):
        arrive(page, "#state")
        player = Player(page)
        expect(page.locator(".pcard")).to_have_count(1)
        for _turn in range(2):
            on_turn(player)
            player.pass_turn()
        arrive(page, "h1#v")
        expect(page.locator("#rank")).to_contain_text("Ditt bästa")
        page.locator("#rematch form button").click()
    arrive(page, "#state")
    expect(page.locator("#best")).to_contain_text("Ditt bästa: −")

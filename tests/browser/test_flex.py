"""Flex in browsers: tiles of the board moved and taken by mouse, finger and keys, a turn that costs more than it earns,
what the other sees of it, and a match that is declined."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from game.api import now_ms
from game.models import Match
from tests.browser.conftest import DESKTOP, PHONE, Site
from tests.browser.players import Player, Seated, on_turn, played
from tests.support.browsers import begun, keys_of
from tests.support.matches import give_hand, submit

MATCH: dict[str, Any] = {
    "variant": "flex",
    "players": ("Anna", "Bo"),
    "layout": ["." * 15] * 7 + ["." * 7 + "T" + "." * 7] + ["." * 15] * 7,
    "flex_turns": 5,
    "hands": ("FEESTAB", "QUNODIR"),
}


@pytest.fixture
def sit(site: Site, seat_at: Seated) -> Seated:
    """Two players of a new match in turn order; any console error fails the test."""

    def seated(creator: int | None = None) -> list[Player]:
        return seat_at(site.deal(**MATCH, creator=creator), (DESKTOP, PHONE))

    return seated


@pytest.fixture
def sit_after_fees(site: Site, seat_at: Seated) -> Callable[[dict[str, Any]], Player]:
    """`sit_after_fees(PHONE)`: the second player of such a match, on turn after FEES of the first."""

    def dealt() -> list[str]:
        row = begun(**MATCH)
        tiles = [[7, 6 + place, letter] for place, letter in enumerate("FEES")]
        assert submit(row, 0, now_ms(), do="place", tiles=tiles).code == ""
        return keys_of(row)

    def seated(device: dict[str, Any]) -> Player:
        public_id, _first, second = site.inside(dealt)
        (player,) = seat_at([public_id, second], [device])
        on_turn(player)
        return player

    return seated


def type_word(player: Player, row: int, col: int, letters: str) -> None:
    """Letters by keys, across from a square."""
    player.cell(row, col).click()
    player.page.keyboard.type(letters)


def take(player: Player, row: int, col: int) -> None:
    """One tile of the board into the rack by two taps."""
    player.cell(row, col).click()
    expect(player.page.locator("#readout")).to_contain_text("held")
    player.page.locator("#rack [data-ri]:not(.rt--in)").first.click()


def net(player: Player) -> Locator:
    """The sum in the ledger."""
    return player.page.locator("#readout .ledger__net b")


def fees(first: Player) -> None:
    """The word that every match here begins with."""
    on_turn(first)
    type_word(first, 7, 6, "FEES")
    expect(net(first)).to_have_text("21")
    played(first)


def test_the_example_of_the_rules_scores_as_written(sit: Seated) -> None:
    first, second = sit()
    fees(first)
    on_turn(second)
    # F into the hand, E to where it lay, and Q, U and N from the hand.
    second.cell(7, 6).click()
    expect(second.page.locator("#readout")).to_contain_text("F held")
    second.page.locator("#rack [data-ri]").first.click()
    expect(second.page.locator("#rack .rt--in")).to_have_attribute("aria-label", "F, taken from G8")
    expect(second.page.locator("#readout")).to_contain_text("Lay at least one tile from your hand.")
    expect(second.page.locator("#readout")).not_to_have_class(re.compile("is-bad"))
    second.cell(7, 8).click()
    second.cell(7, 6).click()
    for letter, col in (("Q", 4), ("U", 5), ("N", 8)):
        second.place(letter, 7, col)
    expect(net(second)).to_have_text("10")
    rows = second.page.locator("#readout .ledger__rows li")
    expect(rows).to_have_count(3)
    expect(rows.nth(0)).to_contain_text("QUEENS")
    expect(rows.nth(1)).to_contain_text("taken from G8")
    expect(rows.nth(2)).to_contain_text("I8 → G8")
    expect(second.cell(7, 6)).to_have_attribute("aria-label", "G8, E moved here from I8")
    played(second)
    expect(second.page.locator("#score-you")).to_have_text("10")
    # The other sees what went where, and the board as it was.
    on_turn(first)
    expect(first.page.locator("#trails .trail:not(.trail--halo)")).to_have_count(1)
    expect(first.page.locator("#told > p").last).to_contain_text("moved E")
    before = first.page.get_by_role("button", name="Show the board before this turn")
    before.click()
    expect(before).to_have_attribute("aria-pressed", "true")
    expect(first.cell(7, 6).locator(".was")).to_have_text("F")
    expect(first.page.locator("#trails")).to_have_count(0)
    before.click()
    expect(first.page.locator(".was")).to_have_count(0)


def test_one_step_back_and_everything_back(sit_after_fees: Callable[..., Player]) -> None:
    second = sit_after_fees(PHONE)
    second.cell(7, 9).click()
    second.cell(8, 9).click()
    expect(second.page.locator(".is-left.is-own")).to_have_count(1)
    second.cell(8, 9).click()
    second.page.keyboard.press("Delete")
    expect(second.page.locator("#rack .rt--in")).to_have_count(1)
    second.page.get_by_role("button", name="Undo one step").click()
    expect(second.page.locator("#rack .rt--in")).to_have_count(0)
    expect(second.cell(8, 9).locator(".tile--moved")).to_have_text(re.compile("S"))
    # The draft is this player's alone, and comes back with the page.
    second.page.wait_for_timeout(1200)
    second.page.reload()
    expect(second.cell(8, 9).locator(".tile--moved")).to_have_count(1)
    second.press("recall")
    expect(second.page.locator(".is-left")).to_have_count(0)
    expect(second.cell(7, 9)).to_have_attribute("aria-label", re.compile("J8, S, 1"))


def test_a_tile_is_held_taken_and_given_back_by_keys(sit_after_fees: Callable[..., Player]) -> None:
    second = sit_after_fees(DESKTOP)
    keys = second.page.keyboard
    second.cell(7, 7).click()
    keys.press("Escape")
    second.cell(7, 7).focus()
    for key in ("ArrowRight", "ArrowLeft", "Space"):
        keys.press(key)
    expect(second.page.locator(".is-held")).to_have_count(1)
    keys.press("Delete")
    expect(second.page.locator("#rack .rt--in")).to_have_count(1)
    keys.press("Escape")
    expect(second.page.locator("#rack .rt--in")).to_have_count(0)


FLEX_TURNS = [
    # who, the hand, what is taken, what is laid, the net
    (1, "QUNODIR", [(7, 6)], [("Q", 7, 4), ("U", 7, 5), ("N", 7, 8)], "10"),
    (0, "CANTOOE", [(7, 4), (7, 5)], [("C", 7, 2), ("A", 7, 3), ("N", 7, 4), ("T", 7, 5)], "−1"),
    (1, "SIDODIR", [(7, 9)], [("S", 7, 9), ("I", 8, 9)], None),
    (0, "OOEAEAE", [(8, 9)], [("O", 8, 9), ("O", 8, 8)], None),
    (1, "HEDODIR", [(8, 9)], [("H", 8, 9), ("E", 9, 9)], None),
]


@pytest.mark.long
def test_five_flex_turns_of_which_one_costs_more_than_it_earns(site: Site, sit: Seated) -> None:
    players = sit()
    public_id = players[0].page.url.rstrip("/").split("/")[-1]
    fees(players[0])
    for seat, hand, taken, laid, worth in FLEX_TURNS:
        player = players[seat]
        on_turn(player)
        site.inside(give_hand, site.inside(Match.objects.get, public_id=public_id), seat, hand)
        player.page.reload()
        on_turn(player)
        if worth == "10":  # E to where F lay
            player.cell(7, 8).click()
            player.cell(7, 10).click()
            # The site's answer: what is held next is said in its place.
            expect(player.page.locator("#readout")).to_contain_text("Lay at least one")
        for row, col in taken:
            take(player, row, col)
        if worth == "10":
            player.cell(7, 10).click()
            player.cell(7, 6).click()
        for letter, row, col in laid:
            player.place(letter, row, col)
        if worth:
            expect(net(player)).to_have_text(worth)
        played(player)
    on_turn(players[0])
    assert "CANTEENS" in players[0].page.locator("#p-turns").inner_text()
    assert "SHE" in players[0].page.locator("#p-turns").inner_text()


def test_a_match_is_declined_from_its_invitation(sit: Seated) -> None:
    first, second = sit(creator=1)  # Bo, whom the lot of this deal seats first
    invited = second.page.locator("#d-invited")
    expect(invited).to_be_visible()
    expect(invited).to_contain_text("Bo invites you")
    expect(invited.locator(".boardpic i")).to_have_count(225)
    expect(invited).to_contain_text("Flex turns")
    expect(first.page.locator("#d-invited")).to_have_count(0)
    invited.get_by_role("button", name="Decline").click()
    expect(second.page.locator("body")).to_contain_text("You declined the match.", timeout=15_000)
    expect(first.page.locator("body")).to_contain_text("Anna declined the match.", timeout=15_000)

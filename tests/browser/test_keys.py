"""A whole match by two people with nothing but a keyboard: found by Tab, played by letters, ended by passes."""

import pytest
from playwright.sync_api import expect

from tests.browser.players import Player, Seated, arrive
from tests.support.move_finder import Move

pytestmark = [pytest.mark.needs_browser, pytest.mark.long]
WORDS = 4


def tab_to(player: Player, place: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(80):
        if player.page.locator(f"{place}:focus").count():
            return
        player.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {place}")


def walk_to(player: Player, row: int, col: int) -> None:
    """From anywhere on the page to a square: Tab to the board, then the arrows."""
    keys = player.page.keyboard
    tab_to(player, "#board .cell")
    keys.press("Control+Home")
    for _ in range(row):
        keys.press("ArrowDown")
    for _ in range(col):
        keys.press("ArrowRight")
    expect(player.cell(row, col)).to_be_focused()


def lay(player: Player, move: Move) -> None:
    """Walk to each square of the word, turn nothing, and type its letter; a blank by Shift."""
    for row, col, token in move:
        walk_to(player, row, col)
        player.page.keyboard.press(f"Shift+{token.upper()}" if token.islower() else token.lower())
        expect(player.cell(row, col).locator(".tile")).to_be_visible()


def take_turn(player: Player, words_left: int) -> bool:
    """Play a word while some are left, else pass; whether it was a word."""
    keys, turn = player.page.keyboard, player.state("turn")
    move = player.best_move(2_000) if words_left else None
    if move:
        lay(player, move)
        expect(player.page.locator("#actions [data-act=play]")).to_be_enabled()
        keys.press("Enter")
    else:
        conceding = player.page.locator("#actions [data-act=pass][data-concede]").count()
        tab_to(player, "#actions [data-act=pass]")
        keys.press("Enter")
        if conceding:
            tab_to(player, "#d-concede [data-act=concede]")
            keys.press("Enter")
    expect(player.page.locator(f'#state[data-turn="{turn}"][data-phase="play"]')).to_have_count(0)
    if player.page.locator("#alfapick").count():
        tab_to(player, "#alfa [data-act=decline]")
        keys.press("Enter")
    return bool(move)


def test_a_match_by_keys_alone_goes_to_its_end(meet: Seated) -> None:
    first, second = players = meet("strategy", "en")
    words = 0
    for turn in range(20):
        if any(player.over for player in players):
            break
        player = players[turn % 2]
        expect(player.page.locator('#state[data-mine="1"]')).to_have_count(1)
        words += take_turn(player, WORDS - words)
    assert words == WORDS
    for player in (first, second):
        arrive(player.page, ".verdict")

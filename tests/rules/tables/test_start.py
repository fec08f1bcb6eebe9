"""Section 2 of docs/rules.md: what a match begins with."""

from collections import Counter
from typing import Any

import pytest

from game.crossword.board import Cell
from game.dispatch.new_match import new_match, read_rules
from game.kernel.chance import FairChance
from game.kernel.events import Event, Kind
from game.variants.alfapower.rules.state import MatchState
from tests.support.chances import FirstTile
from tests.support.naive_settings import STANDARD
from tests.support.text_boards import bonus_drawing, drawing

SIZES = [11, 15, 19]


def begun(**settings: Any) -> MatchState:
    state: MatchState = new_match(read_rules("alfapower", settings), FairChance(bytes(32)), 0).state
    return state


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize(("size", "total"), [(11, 70), (15, 100), (19, 130)])
def test_bags_r2_9(language: str, size: int, total: int) -> None:  # R2.9
    state = begun(board_size=size, language=language)
    tiles = Counter(state.bag) + Counter(state.players[0].hand) + Counter(state.players[1].hand)
    assert tiles.total() == total
    assert tiles == Counter(STANDARD["languages"][language]["bags"][str(size)])
    for letter, value in STANDARD["languages"][language]["values"].items():
        assert state.tileset.value(letter) == value


@pytest.mark.parametrize("size", SIZES)
def test_bonus_boards_r2_10(size: int) -> None:  # R2.10
    assert bonus_drawing(begun(board_size=size)) == STANDARD["boards"][str(size)]
    assert drawing(begun(board_size=size)) == ["." * size] * size


def test_a_square_of_a_new_board_holds_nothing_but_its_mark() -> None:
    board = begun().board
    assert {cell._replace(bonus=".") for cell in board.cells} == {
        Cell(".", False, "", False, 0, 0, False, None, None, False)
    }


@pytest.mark.parametrize("size", SIZES)
def test_the_blank_board_keeps_only_the_star_r1_7(size: int) -> None:  # R1.7
    rows = bonus_drawing(begun(board_size=size, blank_board=True))
    assert rows == STANDARD["blank"][str(size)]
    assert Counter("".join(rows)) == {".": size * size - 1, "*": 1}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("blank", [True, False])
def test_the_star_is_in_the_centre_r2_11(size: int, blank: bool) -> None:  # R2.11
    assert bonus_drawing(begun(board_size=size, blank_board=blank))[size // 2][size // 2] == "*"


def test_seat_0_moves_first_r2_6() -> None:  # R2.6
    assert begun().active == 0


def test_seven_tiles_each_r2_8() -> None:  # R2.8
    assert [len(player.hand) for player in begun().players] == [7, 7]


def test_what_both_begin_with_r2_12() -> None:  # R2.12
    for player in begun(starting_coins=42).players:
        assert (player.coins, player.score, player.slots) == (42, 0, ())
        assert (player.passes, player.timeouts, player.upgrades) == (0, 0, 0)


def test_seat_0_is_dealt_first_r8_15() -> None:  # R8.15
    state = new_match(read_rules("alfapower", {"board_size": 11}), FirstTile(), 0).state
    assert state.players[0].hand == ("?", "?", "A", "A", "A", "A", "A")
    assert state.players[1].hand == ("A", "B", "B", "C", "D", "D", "D")


def test_a_match_begins_with_the_turn_of_seat_0() -> None:
    assert new_match(read_rules("alfapower", {}), FairChance(bytes(32)), 5_000).events == (
        Event(Kind.TURN_BEGAN, 0, {"turn": 1, "deadline": 65_000}),
    )

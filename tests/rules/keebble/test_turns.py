"""Section 4, a row a case: what may be done with an option, and what is left of the board."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

import pytest

from game.variants.keebble.rules.board import Board
from game.variants.keebble.rules.option import Option
from tests.support.keebble import board, code_of, letters, sheet, take, told

ROWS = ["AB......", "c#......", "..D....."]
HERE = board(ROWS, ["01......", "0.......", "........"], kinds={(0, 0): "d", (5, 5): "T"}, walls=[(0, 0, "right")])
FULL = board(["A" * 8] * 8, ["0" * 7 + "1"] * 8)
WALL, SPECIAL = Option("wall", n=2), Option("special", type="t", n=2)
SWAP, DESTROY, BACKPACK = Option("swap", n=2), Option("destroy", n=2), Option("backpack")
STRAIGHT, CONNECT = Option("straight"), Option("connect")


Given: TypeAlias = dict[str, tuple[tuple[Any, ...], ...]]


def given_as(name: str, *said: str) -> Given:
    """A field of a take: "00A" is A at row 0, column 0, "00" the cell alone."""
    return {name: tuple((int(one[0]), int(one[1]), *filter(None, [one[2:]])) for one in said)}


tiles, walls, cells, parts = (partial(given_as, name) for name in ("tiles", "walls", "cells", "parts"))
AB, OVER = letters("A", "B"), letters("E", "!")
REFUSED = [
    ("K4.5 not given", AB, tiles("70A", "71C"), "not_in_hand"),
    ("K4.5 given once", AB, tiles("70A", "71A"), "not_in_hand"),
    ("K4.5 a mark is no letter", OVER, tiles("70!"), "not_in_hand"),
    ("K4.5 a small letter without score", letters("?3"), tiles("70a"), "not_in_hand"),
    ("K4.5 another score", letters("?3"), tiles("70a2"), "not_in_hand"),
    ("K4.5 a wildcard bare", letters("?3"), tiles("70?"), "not_in_hand"),
    ("K4.5 before off the board", AB, tiles("79C", "98A"), "not_in_hand"),
    ("K4.5 off the board", AB, tiles("70A", "80B"), "off_board"),
    ("K4.5 before twice", letters(*"ABC"), tiles("70A", "70B", "08C"), "off_board"),
    ("K4.5 a cell twice", AB, tiles("70A", "70B"), "same_cell"),
    ("K4.5 before the wildcard", letters("A", "?3"), tiles("70A", "70E3"), "same_cell"),
    ("K4.5 a capital", letters("?3"), tiles("70E3"), "blank_letter"),
    ("K4.5 no letter named", letters("?3"), tiles("70?3"), "blank_letter"),
    ("K4.5 not of the alphabet", letters("?3"), tiles("70å3"), "blank_letter"),
    ("K4.5 before dead", letters("?3"), tiles("11E3"), "blank_letter"),
    ("K4.6 dead", AB, tiles("00A", "11B"), "dead"),
    ("K4.6 of another", AB, tiles("70A", "01B"), "occupied"),
    ("K4.6 one's own without a mark", AB, tiles("70A", "00B"), "occupied"),
    ("K4.6 more of one's own than marks", letters("E", "S", "!"), tiles("00E", "10S"), "occupied"),
    ("K4.6 too few", AB, tiles("70A"), "wrong_count"),
    ("K4.6 none", AB, {}, "wrong_count"),
    ("K4.6 too few before the mark", letters("E", "S", "!"), tiles("70E"), "wrong_count"),
    ("K4.6 the mark not used", OVER, tiles("70E"), "must_overwrite"),
    ("K4.13 nothing is saved", BACKPACK, tiles("70A"), "not_in_hand"),
    ("K4.14 another side", WALL, walls("00left", "99right"), "bad_target"),
    ("K4.14 off the board", WALL, walls("80down", "11down"), "off_board"),
    ("K4.14 beyond the rim, right", WALL, walls("07right", "11down"), "off_board"),
    ("K4.14 beyond the rim, down", WALL, walls("70down", "11down"), "off_board"),
    ("K4.14 an edge twice", WALL, walls("00right", "00right"), "same_cell"),
    ("K4.14 a wall is there", WALL, walls("00right"), "occupied"),
    ("K4.14 too few", WALL, walls("00down"), "wrong_count"),
    ("K4.3 too many", WALL, walls("00down", "01down", "02down"), "wrong_count"),
    ("K4.15 off the board", SPECIAL, cells("11", "88"), "off_board"),
    ("K4.15 twice", SPECIAL, cells("11", "11"), "same_cell"),
    ("K4.15 dead", SPECIAL, cells("11"), "bad_target"),
    ("K4.15 has a type", SPECIAL, cells("00", "22"), "bad_target"),
    ("K4.15 too few", SPECIAL, cells("22"), "wrong_count"),
    ("K4.16 off the board", SWAP, tiles("08A"), "off_board"),
    ("K4.16 twice", SWAP, tiles("00B", "00C"), "same_cell"),
    ("K4.16 no letter there", SWAP, tiles("00a", "77A"), "bad_target"),
    ("K4.16 not one capital", SWAP, tiles("00b", "01B"), "blank_letter"),
    ("K4.16 not of the alphabet", SWAP, tiles("00Å"), "blank_letter"),
    ("K4.16 two letters", SWAP, tiles("00BC"), "blank_letter"),
    ("K4.16 the same letter", SWAP, tiles("00A"), "bad_target"),
    ("K4.16 the same letter, of a wildcard", SWAP, tiles("10C", "00B"), "bad_target"),
    ("K4.16 too few", SWAP, tiles("00B"), "wrong_count"),
    ("K4.17 off the board", DESTROY, parts("80owner"), "off_board"),
    ("K4.17 two parts of one cell", DESTROY, parts("00owner", "00type"), "same_cell"),
    ("K4.17 dead", DESTROY, parts("11content"), "bad_target"),
    ("K4.17 no such part", DESTROY, parts("00name"), "bad_target"),
    ("K4.17 no owner", DESTROY, parts("77owner"), "bad_target"),
    ("K4.17 no type", DESTROY, parts("01type"), "bad_target"),
    ("K4.17 no score", DESTROY, parts("77score"), "bad_target"),
    ("K4.17 too few", DESTROY, parts("00owner"), "wrong_count"),
]


@pytest.mark.parametrize(("option", "given", "code"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_is_refused_changes_nothing(option: Option, given: Given, code: str) -> None:
    """K4.1: and costs nothing."""
    assert code_of(sheet(HERE, option), **given) == code


def test_the_list_is_looked_at_before_the_option() -> None:
    """K4.2, K4.4."""
    state = replace(sheet(HERE, AB), open=(1, 2))
    for index, code in ((4, "no_such_option"), (-1, "no_such_option"), (0, "option_taken"), (3, "option_taken")):
        assert code_of(state, option=index, tiles=((9, 9, "!"),)) == code
    assert take(state, option=1, tiles=((9, 9, "!"),)).state.players[0].score == 4


def test_a_letter_is_the_writers_at_its_value_or_the_wildcards_score() -> None:
    """K4.8, K1.3."""
    step = take(sheet(HERE, letters("Q", "?3")), **tiles("50Q", "55z3"))
    (q, z) = step.state.board.cells[40], step.state.board.cells[45]
    assert (q.letter, q.wild, q.owner, q.score) == ("Q", False, 0, 10)
    assert (z.letter, z.wild, z.owner, z.score, z.kind) == ("Z", True, 0, 3, "T")
    assert step.state.written == 2
    assert sheet(language="sv").values[-1] == ("Ö", 4) and "W" not in dict(sheet(language="sv").values)
    wild = take(sheet(HERE, letters("?1"), language="sv"), **tiles("50w1")).state.board.cells[40]
    assert (wild.letter, wild.score) == ("W", 1)


def test_a_mark_makes_one_letter_overwrite_and_the_type_stays() -> None:
    """K4.7, K4.8."""
    step = take(sheet(HERE, OVER), **tiles("00E"))
    cell = step.state.board.cells[0]
    assert (cell.letter, cell.owner, cell.score, cell.kind) == ("E", 0, 1, "d")
    assert step.state.written == 0
    without_own = board(["A"], ["1"])
    assert take(sheet(without_own, OVER), **tiles("77E")).state.written == 1


def test_what_finds_no_room_is_lost() -> None:
    """K4.7: on a full board one of three letters overwrites, and two are nowhere; K4.3."""
    step = take(sheet(FULL, letters("E", "S", "!")), **tiles("00S"))
    assert step.state.board.cells[0].letter == "S"
    assert code_of(sheet(FULL, letters("E", "S", "!")), **tiles("00S", "01E")) == "occupied"
    assert take(sheet(FULL, AB)).state.board == FULL


POWERED = [
    ("K4.9 a row", [STRAIGHT], tiles("70A", "73B"), None),
    ("K4.9 a column", [STRAIGHT], tiles("37A", "77B"), None),
    ("K4.9 neither", [STRAIGHT], tiles("70A", "63B"), "not_in_line"),
    ("K4.10 beside a letter", [CONNECT], tiles("02A", "03B"), None),
    ("K4.10 one after the other", [CONNECT], tiles("03A", "02B"), None),
    ("K4.10 apart", [CONNECT], tiles("02A", "04B"), "not_connected"),
    ("K4.10 both of them apart", [CONNECT], tiles("70A", "71B"), "not_connected"),
    ("K4.9 before K4.10", [CONNECT, STRAIGHT], tiles("70A", "61B"), "not_in_line"),
    ("K4.10 in line and apart", [STRAIGHT, CONNECT], tiles("02A", "04B"), "not_connected"),
    ("K4.10 in line and joined", [STRAIGHT, CONNECT], tiles("02A", "03B"), None),
]


@pytest.mark.parametrize(("powers", "given", "code"), [row[1:] for row in POWERED], ids=[row[0] for row in POWERED])
def test_powers_that_say_where_letters_go(powers: Sequence[Option], given: Given, code: str | None) -> None:
    assert code_of(sheet(HERE, AB, powers=powers), **given) == code


def test_no_way_leads_through_a_wall() -> None:
    """K4.10."""
    walled = board(["A"], walls=[(0, 0, "right")])
    assert code_of(sheet(walled, letters("B"), powers=[CONNECT]), **tiles("01B")) == "not_connected"
    assert take(sheet(walled, letters("B"), powers=[CONNECT]), **tiles("10B")).state.written == 1


def test_a_letter_that_overwrites_is_connected() -> None:
    """K4.10."""
    assert take(sheet(board(["A"]), OVER, powers=[CONNECT]), **tiles("00E")).state.board.cells[0].letter == "E"


@pytest.mark.parametrize(
    ("on", "powers", "given"),
    [
        (board(), [CONNECT], tiles("00A", "77B")),  # no letter to join
        (board(["A"], walls=[(0, 0, "right"), (0, 0, "down")]), [CONNECT], tiles("70A", "07B")),
        (board(["." + "#" * 7, *["#" * 8] * 6, "#" * 7 + "."]), [STRAIGHT], tiles("00A", "77B")),
        (board(["." + "#" * 7, *["#" * 8] * 6, "#" * 6 + "C."]), [STRAIGHT, CONNECT], tiles("00A", "77B")),
    ],
)
def test_powers_are_lifted_where_no_choice_of_cells_could_meet_them(
    on: Board, powers: Sequence[Option], given: Given
) -> None:
    """K4.11."""
    assert take(sheet(on, AB, powers=powers), **given).state.written == 2


def test_letters_are_saved_all_together_and_written_all_together() -> None:
    """K4.12, K4.13."""
    saved = take(sheet(HERE, OVER, backpacks=[["?2"]]), save=True).state
    assert saved.players[0].backpack == ("?2", "E", "!") and saved.written == 0 and saved.board == HERE
    again = replace(saved, options=(BACKPACK, *saved.options[1:]), open=(0, 1, 2), active=0)
    assert code_of(again, **tiles("77E", "76t2")) == "must_overwrite"
    assert code_of(again, save=True) == "wrong_count"
    step = take(again, **tiles("00E", "76t2"))
    assert (step.state.players[0].backpack, step.state.written) == ((), 1)
    assert take(sheet(HERE, BACKPACK)).state.board == HERE


def test_without_backpacks_nothing_is_saved() -> None:
    """K4.12."""
    assert code_of(sheet(HERE, AB, upgrades=[]), save=True) == "item_disabled"


def test_walls_special_cells_swaps_and_what_is_destroyed() -> None:
    """K4.14 to K4.18."""
    assert take(sheet(HERE, WALL), **walls("76right", "67down")).state.board.walls == {
        (0, 0, "right"), (7, 6, "right"), (6, 7, "down"),
    }  # fmt: skip
    marked = take(sheet(HERE, SPECIAL), **cells("22", "77")).state.board.cells
    assert (marked[18].kind, marked[18].letter, marked[63].kind) == ("t", "D", "t")
    swapped = take(sheet(HERE, SWAP), **tiles("10A", "01Z")).state.board.cells
    assert (swapped[8].letter, swapped[8].wild, swapped[8].score, swapped[8].owner) == ("A", False, 2, 0)
    assert (swapped[1].letter, swapped[1].score, swapped[1].owner) == ("Z", 3, 1)
    left = take(sheet(HERE, Option("destroy", n=4)), **parts("00type", "01owner", "10score", "77content")).state.board
    assert (left.cells[0].kind, left.cells[0].letter) == (".", "A")
    assert (left.cells[1].owner, left.cells[1].letter) == (None, "B")
    assert (left.cells[8].score, left.cells[8].letter) == (None, "C")
    assert left.cells[63].dead and not left.cells[63].empty
    again = take(sheet(left, SPECIAL), **cells("00", "76")).state.board
    assert again.cells[0].kind == "t"
    assert code_of(sheet(left, letters("A")), **tiles("77A")) == "dead"
    gone = take(sheet(HERE, Option("destroy", n=1)), **parts("00content")).state.board.cells[0]
    assert (gone.letter, gone.kind, gone.score, gone.owner, gone.dead) == ("", ".", None, None, True)


@pytest.mark.parametrize("option", [Option("points", n=7), *map(Option, ("clear", "straight", "connect"))])
def test_points_are_those_of_the_option_or_of_the_setting(option: Option) -> None:
    """K4.19."""
    step = take(sheet(HERE, option, powerup_points=3))
    assert told(step)["gains"] == [7 if option.kind == "points" else 3, 0]
    assert told(step)["turn_score"] == told(step)["gains"][0]


def test_powers_are_active_from_when_they_are_taken_and_the_oldest_goes() -> None:
    """K4.20."""
    change = Option("word_change", n=4)
    state = take(sheet(HERE, change, powers=[STRAIGHT], powerup_limit=2)).state
    assert state.powers == (STRAIGHT, change)
    assert take(sheet(HERE, CONNECT, powers=state.powers, powerup_limit=2)).state.powers == (change, CONNECT)
    assert take(sheet(HERE, Option("clear"), powers=state.powers)).state.powers == ()

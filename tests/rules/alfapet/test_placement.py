"""Rule 3, Place: the checks 1–7, each with its code, in their order."""

from typing import Any

import pytest

from game.crossword.tiles import Placed
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.board import Board
from tests.support.acts import code_of
from tests.support.alfapet import across, down, lay, lay_out, table
from tests.support.word_lists import AllBut

RACK = "KABELÅTS#>?"
KABEL = {(7, 5): "KABEL"}


@pytest.mark.parametrize(
    ("tiles", "more", "code"),
    [
        # check 1
        ((), {}, "no_tiles"),
        ((), {"black": (7, 7), "arrow": (7, 7, "down")}, "no_tiles"),
        (across(7, 7, "Q"), {}, "not_in_hand"),
        (across(7, 7, "KK"), {}, "not_in_hand"),
        ((Placed(7, 7, "#"),), {}, "not_in_hand"),
        ((Placed(7, 7, ">"),), {}, "not_in_hand"),
        ((Placed(7, 7, "A*"),), {}, "not_in_hand"),
        (across(7, 14, "KA"), {}, "off_board"),
        ((Placed(-1, 7, "K"),), {}, "off_board"),
        (across(7, 7, "KA"), {"black": (7, 15)}, "off_board"),
        (across(7, 7, "KA"), {"arrow": (15, 7, "down")}, "off_board"),
        ((Placed(7, 7, "K"), Placed(7, 7, "A")), {}, "same_cell"),
        (across(7, 7, "KA"), {"black": (7, 8)}, "same_cell"),
        (across(7, 7, "K?"), {}, "blank_letter"),
        ((Placed(7, 7, "?", "ß"),), {}, "blank_letter"),
        # check 3
        (across(7, 6, "KA"), {"arrow": (7, 7, "down")}, "bad_arrow"),
        ((*across(7, 7, "K"), *down(8, 7, "A")), {"arrow": (7, 7, "down")}, "bad_arrow"),
        (across(7, 6, "KAB"), {"arrow": (7, 9, "down")}, "bad_arrow"),
        ((*across(7, 6, "KA"), *down(8, 7, "B")), {"arrow": (7, 7, "across")}, "bad_arrow"),
        # check 4
        ((Placed(7, 7, "K"), Placed(8, 8, "A")), {}, "not_in_line"),
        ((*across(7, 6, "KAB"), *down(8, 7, "EL")), {"arrow": (7, 7, "down")}, "not_in_line"),
        ((*across(7, 6, "KA"), *down(6, 7, "B.E")), {"arrow": (7, 7, "down")}, "not_in_line"),
        (across(7, 7, "K.A"), {}, "gap"),
        ((*across(7, 4, "S.KA"), *down(8, 7, "B")), {"arrow": (7, 7, "down")}, "gap"),
        ((*across(7, 6, "KA"), *down(8, 7, "B.E")), {"arrow": (7, 7, "down")}, "gap"),
        # check 5
        (across(0, 0, "KABEL"), {}, "must_cross_center"),
        (across(7, 8, "KA"), {"black": (7, 7)}, "bad_black"),
        # check 6
        (across(7, 7, "K"), {}, "no_word"),
    ],
)
def test_the_first_word(tiles: tuple[Any, ...], more: dict[str, Any], code: str) -> None:
    assert code_of(table(None, [RACK, ""]), Lay(tiles, **more), seat=0) == code


@pytest.mark.parametrize(
    ("tiles", "more", "code"),
    [
        (across(7, 9, "ÅT"), {}, "occupied"),
        (across(8, 5, "ÅT"), {"black": (7, 5)}, "occupied"),
        (across(7, 13, "ÅT"), {}, "occupied"),
        (across(8, 5, "ÅT"), {"black": (7, 12)}, "occupied"),
        # diagonal, and beside an old black tile only
        (across(8, 10, "ÅT"), {}, "not_connected"),
        (down(8, 12, "ÅT"), {}, "not_connected"),
        (across(1, 1, "ÅT"), {}, "not_connected"),
        # the arrow lies under a letter laid in this turn, not under an old one
        (across(7, 10, "Å"), {"arrow": (7, 9, "down")}, "bad_arrow"),
    ],
)
def test_a_later_word(tiles: tuple[Placed, Placed], more: dict[str, Any], code: str) -> None:
    board = lay_out({(7, 5): "KABEL", (7, 12): "#S"})
    assert code_of(table(board, [RACK, ""]), Lay(tiles, **more), seat=0) == code


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ("nothing", "no_tiles"),
        ("hand", "not_in_hand"),
        ("off", "off_board"),
        ("same", "same_cell"),
        ("blank", "blank_letter"),
        ("occupied", "occupied"),
        ("arrow", "bad_arrow"),
        ("line", "not_in_line"),
    ],
)
def test_each_check_is_made_over_the_whole_turn_before_the_next(wrong: str, code: str) -> None:
    """All that is wrong from this check on is wrong in the turn at once; the first code speaks."""
    order = ["nothing", "hand", "off", "same", "blank", "occupied", "arrow", "line"]
    faults = order[order.index(wrong) :]
    tiles = [Placed(1, 1, "K"), Placed(2, 3, "A")]
    if "hand" in faults:
        tiles.append(Placed(3, 3, "Q"))
    if "off" in faults:
        tiles.append(Placed(15, 3, "B"))
    if "same" in faults:
        tiles.append(Placed(1, 1, "E"))
    if "blank" in faults:
        tiles.append(Placed(4, 4, "?"))
    if "occupied" in faults:
        tiles.append(Placed(7, 5, "L"))
    arrow = (1, 1, "down") if "arrow" in faults else None
    state = table(lay_out(KABEL), [RACK, ""])
    assert code_of(state, Lay(() if wrong == "nothing" else tuple(tiles), arrow=arrow), seat=0) == code


@pytest.mark.parametrize(
    ("tiles", "more"),
    [
        (across(7, 5, "KABEL"), {}),
        (down(5, 7, "KAB"), {}),
        ((*across(7, 6, "KAB"), *down(8, 8, "EL")), {"arrow": (7, 8, "down")}),
        ((*down(5, 7, "KAB"), *across(7, 8, "EL")), {"arrow": (7, 7, "across")}),
        (across(7, 7, "k")[:1] + across(7, 8, "A"), {}),
    ],
)
def test_what_may_be_laid_first(tiles: tuple[Placed, Placed, Placed, Placed, Placed], more: dict[str, Any]) -> None:
    after = lay(table(None, [RACK, "A"]), *tiles, **more).state
    assert all(after.board.cells[tile.row * 15 + tile.col].letter for tile in tiles)


def test_old_letters_fill_the_line_round_a_corner() -> None:
    board = lay_out(KABEL)
    step = lay(table(board, ["TÅS>", "A"]), *across(7, 10, "T"), *down(8, 10, "ÅS"), arrow=(7, 10, "down"))
    assert step.state.board.corners == (7 * 15 + 10,)


def test_a_corner_may_turn_towards_an_old_letter() -> None:
    state = table(lay_out(KABEL), ["TES>", "A"])
    after = lay(state, *down(5, 4, "TES"), arrow=(7, 4, "across")).state
    assert after.board.cells[7 * 15 + 4].arrow == "across"


@pytest.mark.parametrize(
    ("old", "black", "tiles"),
    [
        # behind a word across: on across, and down from below the black tile
        ({"rows": {(7, 5): "KABEL"}}, (7, 10), across(7, 11, "ÅT")),
        ({"rows": {(7, 5): "KABEL"}}, (7, 10), down(8, 10, "ÅT")),
        # below a word down: on down, and across from right of the black tile
        ({"downwards": {(5, 7): "KAB"}}, (8, 7), down(9, 7, "ÅT")),
        ({"downwards": {(5, 7): "KAB"}}, (8, 7), across(8, 8, "ÅT")),
        # the new word may begin with an old letter, and touch other words
        ({"rows": {(7, 5): "KABEL"}, "downwards": {(7, 11): "TA"}}, (7, 10), across(7, 12, "ÅT")),
        # and the last leg of a bent word is what ends there
        ({"rows": {(9, 7): "EL"}, "downwards": {(7, 7): "KA"}, "arrows": {(9, 7): "across"}}, (9, 9),
         across(9, 10, "ÅT")),
    ],
)  # fmt: skip
def test_a_word_may_begin_behind_a_black_tile(
    old: dict[str, dict[tuple[int, int], str]], black: tuple[int, int], tiles: tuple[Placed, Placed]
) -> None:
    board = lay_out(old.get("rows", {}), old.get("downwards", {}), arrows=old.get("arrows", {}))
    step = lay(table(board, [RACK, "A"]), *tiles, black=black)
    assert step.state.board.cells[black[0] * 15 + black[1]].black


def test_the_word_behind_a_black_tile_may_turn() -> None:
    step = lay(
        table(lay_out(KABEL), [RACK, "A"]), *across(7, 11, "ÅT"), *down(8, 12, "SA"), black=(7, 10),
        arrow=(7, 12, "down"),
    )  # fmt: skip
    assert [word[0] for word in step.events[0].public["words"]] == ["ÅTSA"]


@pytest.mark.parametrize(
    ("board", "black", "tiles"),
    [
        # no word ends at it: before the word, above it, after a lone letter in that line
        (lay_out(KABEL), (7, 4), across(7, 2, "ÅT")),
        (lay_out(KABEL), (6, 5), across(6, 6, "ÅT")),
        (lay_out(KABEL), (8, 9), across(8, 10, "ÅT")),
        # what ends there is a leg only: the word goes on down
        (lay_out({(7, 6): "KAB"}, {(8, 8): "EL"}, arrows={(7, 8): "down"}), (7, 9), across(7, 10, "ÅT")),
        # the new word begins elsewhere, or does not hold all that was laid
        (lay_out(KABEL), (7, 10), across(7, 12, "ÅT")),
        (lay_out(KABEL), (7, 10), down(8, 9, "ÅT")),
        (lay_out(KABEL), (7, 10), across(7, 11, "Å")),
        # right of it, but going down; below it, but going across
        (lay_out(KABEL), (7, 10), down(7, 11, "ÅT")),
        (lay_out(KABEL), (7, 10), across(8, 10, "ÅT")),
    ],
)
def test_else_it_is_a_bad_black_tile(board: Board, black: tuple[int, int], tiles: tuple[Placed, Placed]) -> None:
    assert code_of(table(board, [RACK, ""]), Lay(tiles, black=black), seat=0) == "bad_black"


def test_a_later_word_joined_by_letters_may_lie_beside_a_black_tile_and_none_starts_from_it() -> None:
    board = lay_out({(7, 5): "KABEL#ÅT"})
    assert code_of(table(board, ["SET", ""]), Lay(down(8, 10, "SE")), seat=0) == "not_connected"
    after = lay(table(board, ["SET", "A"]), *across(8, 9, "SE")).state
    assert after.board.cells[8 * 15 + 10].letter == "E"


def test_words_that_are_not_in_the_list_are_named_twice_where_made_twice_and_cost_nothing() -> None:
    board = lay_out({(7, 6): "S", (7, 8): "S", (6, 7): "R"})
    state = table(board, ["AAA", ""], scores=(5, 0))
    step = lay(state, *across(8, 6, "AAA"), lexicon=AllBut("SA", "XX"))
    assert [(event.kind, event.owner) for event in step.events] == [("attempt_failed", {"rejected": ["SA", "SA"]})]
    assert step.state == state


def test_only_words_with_a_letter_of_the_turn_are_looked_up() -> None:
    state = table(lay_out({(7, 5): "KABEL"}), ["ÅT", "A"])
    lay(state, *down(8, 9, "ÅT"), lexicon=AllBut("KABEL"))


def test_without_specials_there_are_no_black_tiles_in_any_rack() -> None:
    state = table(lay_out(KABEL), ["ÅT", ""], specials=False)
    assert code_of(state, Lay(across(7, 11, "ÅT"), black=(7, 10)), seat=0) == "not_in_hand"

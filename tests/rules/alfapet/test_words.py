"""Rule 3, words on the board and their points: straight and bent, the two examples of the page among them."""

from collections.abc import Sequence
from typing import Any

import pytest

from game.crossword.tiles import Placed
from game.variants.alfapet.rules.board import Board
from tests.support.acts import words_of
from tests.support.alfapet import across, down, lay, lay_out, table

KABEL = {(7, 5): "KABEL"}
BENT = {"rows": {(7, 6): "KAB"}, "downwards": {(8, 8): "EL"}, "arrows": {(7, 8): "down"}}


def bent_board() -> Board:
    return lay_out(BENT["rows"], BENT["downwards"], arrows=BENT["arrows"])


def marked(marks: dict[tuple[int, int], str]) -> list[str]:
    """A plain board with these marks, by cell."""
    return ["".join(marks.get((row, col), ".") for col in range(15)) for row in range(15)]


@pytest.mark.parametrize(
    ("tiles", "words"),
    [
        (down(7, 9, ".ÅTA"), [["LÅTA", 7]]),
        (across(7, 3, "EL"), [["ELKABEL", 12]]),
        (across(8, 5, "ORO"), [["ORO", 5], ["KO", 5], ["AR", 2], ["BO", 6]]),
        (across(7, 10, "s"), [["KABELS", 10]]),
    ],
)
def test_example_1_words_beside_kabel(tiles: tuple[Placed, Placed, Placed], words: Sequence[list[int | str]]) -> None:
    state = table(lay_out(KABEL), ["ÅTAELORO?", ""])
    assert words_of(lay(state, *tiles)) == words


@pytest.mark.parametrize(
    ("mark", "words", "score"),
    [
        ("d", [["ORO", 7], ["KO", 7], ["AR", 2], ["BO", 6]], 22),
        ("m", [["ORO", -1], ["KO", -1], ["AR", 2], ["BO", 6]], 6),
        ("D", [["ORO", 10], ["KO", 10], ["AR", 2], ["BO", 6]], 28),
        ("t", [["ORO", 9], ["KO", 9], ["AR", 2], ["BO", 6]], 26),
        ("q", [["ORO", 11], ["KO", 11], ["AR", 2], ["BO", 6]], 30),
        ("T", [["ORO", 15], ["KO", 15], ["AR", 2], ["BO", 6]], 38),
        ("Q", [["ORO", 20], ["KO", 20], ["AR", 2], ["BO", 6]], 48),
        ("*", [["ORO", 5], ["KO", 5], ["AR", 2], ["BO", 6]], 18),
    ],
)
def test_example_1_the_cell_of_the_first_letter_counts_in_every_word_of_it(
    mark: str, words: Sequence[list[int | str]], score: int
) -> None:
    state = table(lay_out(KABEL, layout=marked({(8, 5): mark})), ["ORO", ""])
    step = lay(state, *across(8, 5, "ORO"))
    assert words_of(step) == words
    assert step.state.players[0].score == score


def test_point_cells_count_only_in_the_turn_a_letter_is_laid_on_them() -> None:
    board = lay_out(KABEL, layout=marked({(7, 5): "Q", (7, 6): "q"}))
    assert words_of(lay(table(board, ["S", ""]), *across(7, 10, "S"))) == [["KABELS", 11]]


def test_a_turn_and_the_score_may_go_below_0() -> None:
    board = lay_out(KABEL, layout=marked({(7, 10): "m", (8, 10): "D"}))
    step = lay(table(board, ["XÅ", ""]), *down(7, 10, "XÅ"))
    assert words_of(step) == [["KABELX", -10], ["XÅ", (-20 + 4) * 2]]
    assert step.state.players[0].score == -42


def test_a_blank_is_worth_nothing_and_keeps_its_letter() -> None:
    step = lay(table(lay_out(KABEL), ["?R", "S"]), *across(7, 4, "å"))
    assert words_of(step) == [["ÅKABEL", 10]]
    assert words_of(lay(step.state, *across(7, 10, "S"), seat=1)) == [["ÅKABELS", 11]]


def test_example_2_a_bent_word_is_read_round_its_corner_and_its_legs_are_none() -> None:
    state = table(None, ["KABEL>", ""])
    step = lay(state, *across(7, 6, "KAB"), *down(8, 8, "EL"), arrow=(7, 8, "down"))
    assert words_of(step) == [["KABEL", 10]]


def test_example_2_a_straight_word_goes_on_past_the_corner_and_then_both_grow() -> None:
    step = lay(table(bent_board(), ["OE", "S"]), *across(7, 9, "O"))
    assert words_of(step) == [["KABO", 10]]
    assert words_of(lay(step.state, *across(7, 5, "S"), seat=1)) == [["SKABO", 11], ["SKABEL", 11]]


def test_example_2_a_letter_above_the_corner_makes_a_word_of_the_line_that_was_a_leg() -> None:
    assert words_of(lay(table(bent_board(), ["R", ""]), *across(6, 8, "R"))) == [["RBEL", 7]]


def test_example_3_a_black_tile_an_arrow_and_the_full_rack() -> None:
    state = table(lay_out(KABEL), ["#ÅTAEN>", ""])
    step = lay(state, *across(7, 11, "ÅT"), *down(8, 12, "AEN"), black=(7, 10), arrow=(7, 12, "down"))
    assert words_of(step) == [["ÅTAEN", 8]]
    assert step.state.players[0].score == 58


def test_example_3_minus_and_factor_in_one_word() -> None:
    state = table(lay_out({}, layout=marked({(7, 7): "m", (7, 9): "D"})), ["KABEL", ""])
    assert words_of(lay(state, *across(7, 5, "KABEL"))) == [["KABEL", -4]]


@pytest.mark.parametrize(
    ("board", "tiles", "words"),
    [
        # a bent word is made longer at either end
        (bent_board(), down(10, 8, "S"), [["KABELS", 11]]),
        (bent_board(), across(7, 5, "S"), [["SKABEL", 11]]),
        # the other corner comes down and goes on to the right
        (lay_out({(9, 7): "EL"}, {(7, 7): "KA"}, arrows={(9, 7): "across"}), across(9, 9, "S"), [["KAELS", 7]]),
        (lay_out({(9, 7): "EL"}, {(7, 7): "KA"}, arrows={(9, 7): "across"}), across(9, 6, "S"), [["SEL", 3]]),
        (lay_out({(9, 7): "EL"}, {(7, 7): "KA"}, arrows={(9, 7): "across"}), down(10, 7, "S"), [["KAES", 6]]),
        # a word across a leg
        (bent_board(), across(9, 7, "S"), [["SL", 2]]),
        # a corner counts once in each word, and the letter of another corner in a leg is a plain one
        (
            lay_out({(7, 5): "SKAB"}, {(8, 6): "EL", (8, 8): "OR"}, arrows={(7, 6): "down", (7, 8): "down"}),
            across(7, 4, "R"),
            [["RSKEL", 7], ["RSKABOR", 13]],
        ),
        # across words by their first letter, then those down, the straight one first
        (lay_out({(7, 6): "KAB"}, {(8, 8): "EL"}, arrows={(7, 8): "down"}), down(7, 9, "SO"),
         [["KABS", 9], ["EO", 3], ["SO", 3]]),
    ],
)  # fmt: skip
def test_what_is_a_word(board: Board, tiles: tuple[Placed], words: Sequence[list[int | str]]) -> None:
    assert words_of(lay(table(board, ["SRSO", ""]), *tiles)) == words


def test_a_word_made_twice_is_scored_twice() -> None:
    twice = lay_out({(7, 6): "S", (7, 8): "S", (6, 7): "R"})
    assert words_of(lay(table(twice, ["AAA", ""]), *across(8, 6, "AAA"))) == [["AAA", 3], ["SA", 2], ["SA", 2]]


def test_a_black_tile_separates_for_good() -> None:
    board = lay_out({(7, 5): "KABEL#ÅT"})
    assert words_of(lay(table(board, ["A", ""]), *across(7, 13, "A"))) == [["ÅTA", 6]]
    assert words_of(lay(table(board, ["A", ""]), *across(7, 4, "A"))) == [["AKABEL", 11]]


@pytest.mark.parametrize(("rack", "hand", "bonus"), [(6, "SKOGAR", 40), (7, "SKOGARN", 50), (8, "SKOGARNA", 60)])
def test_a_full_rack_laid_at_once_earns_its_bonus(rack: int, hand: str, bonus: int) -> None:
    step = lay(table(None, [hand, ""], rack=rack), *across(7, 3, hand))
    ((_, points),) = words_of(step)
    assert step.state.players[0].score == points + bonus
    assert step.events[0].public["bonus"] == bonus


def test_fewer_tiles_though_they_be_the_last_earn_none() -> None:
    step = lay(table(None, ["SKOG", "A"], bag=""), *across(7, 5, "SKOG"))
    assert step.events[0].public["bonus"] == 0


def test_a_theme_word_is_earned_once_by_the_first_that_has_it_crosswise_too() -> None:
    theme: dict[str, Any] = {"theme_words": ["KO", "ORO", "ÄLV"], "theme_bonus": 15}
    state = table(lay_out(KABEL), ["OROS", "KO"], **theme)
    step = lay(state, *across(8, 5, "ORO"))
    assert step.events[0].public["theme"] == ["ORO", "KO"]  # in the order of the words
    assert step.state.players[0].score == 18 + 2 * 15
    assert step.state.theme == (0, 0, None)
    again = lay(step.state, *across(9, 5, "KO"), seat=1)
    assert again.events[0].public["theme"] == []
    assert again.state.theme == (0, 0, None)


def test_then_the_rack_is_filled_up_while_the_bag_has_tiles() -> None:
    state = table(None, ["KABELSA", "A"], bag="RSTX")
    after = lay(state, *across(7, 5, "KABEL")).state
    assert after.players[0].hand == ("S", "A", "R", "S", "T", "X")
    assert after.bag == ()

"""Section 4 of docs/rules-flex.md: what a turn earns and what it costs."""

from collections.abc import Sequence
from typing import Any

import pytest

from game.kernel.match import Step
from game.variants.flex.rules.state import MatchState
from tests.support.acts import act, words_of
from tests.support.flex import across, down, marked, table, told, turn_of

FEES = {(7, 6, "across"): "FEES"}
QUEENS = (*across(7, 4, "QU"), *across(7, 8, "N"))
TW_IN_THE_MIDDLE = marked(T="7,7")
TL = marked(t="5,7")


def score_of(step: Step[MatchState]) -> int:
    score: int = told(step)["score"]
    return score


def test_the_first_example_of_the_page() -> None:
    fees = act(table({}, ("FEESABC", "A"), layout=TW_IN_THE_MIDDLE), turn_of(*across(7, 6, "FEES")))
    assert words_of(fees) == [["FEES", 21]]  # F4.5
    state = table(FEES, ("QUNXYZ", "A"), layout=TW_IN_THE_MIDDLE)
    one = act(state, turn_of(*QUEENS, moves=[((7, 8), (7, 6))], takes=[(7, 6)]))
    assert (words_of(one), told(one)["cost"], score_of(one)) == ([["QUEENS", 15]], 5, 10)  # F4.3
    two = act(state, turn_of(*QUEENS, moves=[((7, 7), (7, 6)), ((7, 8), (7, 7))], takes=[(7, 6)]))
    assert (words_of(two), told(two)["cost"], score_of(two)) == ([["QUEENS", 14]], 6, 8)  # F4.4


def test_the_second_example_of_the_page() -> None:
    lay = (*across(6, 7, "A"), *across(7, 7, "T"))
    state = table({(7, 7, "across"): "QI"}, ("ATE", "A"), layout=TL)
    step = act(state, turn_of(*lay, moves=[((7, 7), (5, 7))]))
    assert words_of(step) == [["TI", 2], ["QAT", 32]]
    assert (told(step)["cost"], score_of(step)) == (10, 24)


@pytest.mark.parametrize(
    ("settings", "cost"),
    [
        ({}, 30),  # F4.8
        ({"loosen_letter_bonus": False}, 10),
        ({"loosen_cost": False}, 0),
        ({"loosen_cost": False, "loosen_letter_bonus": False}, 0),
        ({"take_cost": False}, 30),
    ],
)
def test_what_it_costs_to_move_a_tile_off_a_letter_square(settings: dict[str, Any], cost: int) -> None:
    state = table({(5, 7, "down"): "QAT"}, ("SE", "A"), layout=TL, **settings)
    step = act(state, turn_of(*down(8, 7, "S"), moves=[((5, 7), (6, 6))]))
    assert told(step)["cost"] == cost


@pytest.mark.parametrize(("settings", "cost"), [({}, 10), ({"take_cost": False}, 0), ({"loosen_cost": False}, 10)])
def test_what_it_costs_to_take_a_tile(settings: dict[str, Any], cost: int) -> None:
    state = table({(5, 7, "down"): "QAT"}, ("SE", "A"), layout=TL, **settings)
    assert told(act(state, turn_of(*down(8, 7, "SE"), takes=[(5, 7)])))["cost"] == cost  # F4.9


@pytest.mark.parametrize(("mark", "cost"), [("d", 20), ("t", 30), ("D", 10), ("T", 10), ("star", 10)])
def test_only_letter_squares_raise_the_cost(mark: str, cost: int) -> None:
    state = table({(7, 7, "down"): "QAT"}, ("SE", "A"), layout=marked(**{mark: "7,7"}))
    assert told(act(state, turn_of(*down(10, 7, "S"), moves=[((7, 7), (8, 6))])))["cost"] == cost


def test_the_third_example_of_the_page() -> None:
    state = table({(7, 6, "across"): "CATS"}, ("OND", "A"))
    step = act(state, turn_of(*down(8, 8, "ON"), takes=[(7, 9)]))
    assert (words_of(step), told(step)["cost"], score_of(step)) == ([["TON", 3]], 1, 2)  # F4.2


def test_a_letter_by_the_letter_it_shows_is_the_same_again() -> None:
    state = table({(7, 6, "across"): "CeT"}, ("EAS", "A"), layout=marked(T="7,7"))
    step = act(state, turn_of(*across(7, 7, "E"), *across(7, 9, "AS"), takes=[(7, 7)]))
    assert words_of(step) == [["CETAS", 6]]  # F4.4: the E counts nothing, and its square neither
    state = table({(7, 6, "across"): "CET"}, ("?AS", "A"))
    step = act(state, turn_of(*across(7, 7, "e"), *across(7, 9, "AS"), takes=[(7, 7)]))
    assert words_of(step) == [["CETAS", 6]]


def test_a_word_with_nothing_fresh_in_it_is_no_word_of_the_turn() -> None:
    state = table({(7, 6, "across"): "TOTS"}, ("AB", "A"))
    step = act(state, turn_of(*down(8, 9, "A"), moves=[((7, 6), (7, 8)), ((7, 8), (7, 6))]))
    assert words_of(step) == [["SA", 2]]  # F4.1
    assert (told(step)["cost"], score_of(step)) == (2, 0)


def test_another_letter_on_the_square_makes_it_fresh() -> None:
    state = table({(7, 6, "across"): "TOTS"}, ("AB", "A"), layout=marked(d="7,7", D="7,6"))
    step = act(state, turn_of(*down(8, 9, "A"), moves=[((7, 6), (7, 7)), ((7, 7), (7, 6))]))
    assert words_of(step) == [["OTTS", (1 + 2 + 1 + 1) * 2], ["SA", 2]]  # F4.1, F4.6
    assert told(step)["cost"] == 1 + 2


def test_a_square_counts_again_for_another_letter_on_it() -> None:
    layout = marked(star="7,7")
    first = act(table({}, ("CATSOND", "A"), layout=layout), turn_of(*across(7, 7, "CAT"))).state
    assert first.players[0].score == 10
    state = table({(7, 7, "across"): "CAT"}, ("BSX", "A"), layout=layout)
    step = act(state, turn_of(*across(7, 7, "BS"), moves=[((7, 8), (7, 9)), ((7, 9), (7, 10))], takes=[(7, 7)]))
    assert words_of(step) == [["BSAT", (3 + 1 + 1 + 1) * 2]]  # F4.6


@pytest.mark.parametrize(("count", "moves", "bonus"), [(7, [], 50), (6, [], 0), (6, [((7, 6), (6, 7))], 0)])
def test_seven_tiles_from_the_hand_earn_the_bonus(count: int, moves: Sequence[Any], bonus: int) -> None:
    state = table({(7, 6, "across"): "AS"}, ("ABCDEFG", "A"), bag="AAAAAAAA")
    step = act(state, turn_of(*across(7, 8, "ABCDEFG"[:count]), moves=moves))
    assert told(step)["bingo"] == bonus  # F4.7


def test_the_bonus_is_a_setting() -> None:
    state = table({(7, 6, "across"): "AS"}, ("ABCDEFG", "A"), bingo=35)
    step = act(state, turn_of(*across(7, 8, "ABCDEFG")))
    assert told(step)["bingo"] == 35 and score_of(step) == 1 + 1 + 16 + 35


def test_a_turn_and_a_score_may_be_below_0() -> None:
    state = table({(7, 6, "across"): "ZA"}, ("AE", "A"), scores=(3, 0))
    step = act(state, turn_of(*across(6, 7, "A"), moves=[((7, 6), (6, 6))]))
    assert score_of(step) == (10 + 1) + 2 - 10
    state = table({(7, 6, "across"): "ZAZA"}, ("AE", "A"), scores=(3, 0))
    step = act(state, turn_of(*down(8, 9, "A"), moves=[((7, 6), (7, 8)), ((7, 8), (7, 6))]))
    assert (score_of(step), step.state.players[0].score) == (-18, -15)  # F4.10


def test_a_turn_that_loosens_uses_up_one_flex_turn_however_much() -> None:
    state = table({(7, 6, "across"): "TOTS"}, ("ABE", "A"), flex_turns=2)
    moves = [((7, 6), (7, 7)), ((7, 7), (7, 6))]
    after = act(state, turn_of(*down(8, 9, "AB"), moves=moves)).state  # F4.11
    assert [after.flex_left(0), after.flex_left(1)] == [1, 2]
    assert act(state, turn_of(*down(8, 9, "AB"))).state.flex_left(0) == 2
    assert act(state, turn_of(*down(8, 8, "AB"), takes=[(7, 9)])).state.flex_left(0) == 1
    assert table().flex_left(0) is None


def test_a_moved_tile_stays_that_of_who_laid_it() -> None:
    state = table({(7, 6, "across"): "TO"}, ("A", "BE"), active=1)
    after = act(state, turn_of(*across(7, 8, "B"), moves=[((7, 6), (7, 7)), ((7, 7), (7, 6))])).state
    assert [after.board.cells[7 * 15 + col].by for col in (6, 7, 8)] == [0, 0, 1]


def test_the_parts_of_the_points_and_of_the_cost() -> None:
    state = table({(7, 6, "across"): "ToTS"}, ("QBE", "A"), layout=marked(d="7,6", D="8,9", t="9,9"))
    turn = turn_of(*down(8, 9, "QB"), moves=[((7, 7), (7, 6)), ((7, 6), (7, 7))])
    public = told(act(state, turn))
    assert public["words"] == [
        ["OTTS", 3, 3, 0, 1, "", [7 * 15 + col for col in (6, 7, 8, 9)]],
        ["SQB", (1 + 10 + 3 * 3) * 2, 14, 6, 2, "", [row * 15 + 9 for row in (7, 8, 9)]],
    ]
    assert public["loosened"] == [
        [7 * 15 + 6, 7 * 15 + 7, "T", False, 1, 2],
        [7 * 15 + 7, 7 * 15 + 6, "O", True, 0, 1],
    ]
    assert public["laid"] == [8 * 15 + 9, 9 * 15 + 9]

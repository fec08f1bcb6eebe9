"""Section 5: which words a turn makes, and what they pay to whom. The examples of the rules among them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from game.kernel.match import Step
from game.variants.keebble.rules.actions import Take
from game.variants.keebble.rules.option import Option
from game.variants.keebble.rules.state import MatchState
from tests.support.acts import act
from tests.support.keebble import board, letters, sheet, take, told

E_LESS, WORD_MORE = Option("letter_change", letter="A", n=-3), Option("word_change", n=4)
WORD_LESS = Option("word_change", n=-8)


def lay(row: int, col: int, word: str) -> dict[str, Any]:
    """The letters of a word from that cell to the right."""
    return {"tiles": tuple((row, col + i, letter) for i, letter in enumerate(word))}


def gained(step: Step[MatchState]) -> tuple[list[list[int | str]], list[int]]:
    row = told(step)
    return row["words"], row["gains"]


def test_the_words_of_others_pay_their_letters() -> None:
    """K5.5, K5.6: the first example."""
    step = take(sheet(None, letters(*"CAT")), **lay(3, 3, "CAT"))
    assert gained(step) == ([["CAT", 5]], [5, 0])
    after = replace(step.state, options=(letters("S"), *step.state.options), open=(0, 1, 2))
    step = act(after, Take(0, **lay(3, 6, "S")), lexicon={"CATS"})
    assert gained(step) == ([["CATS", 6]], [5, 6])
    assert [player.score for player in step.state.players] == [10, 6]


def test_special_cells_and_powers_count_every_time() -> None:
    """K5.4, K5.5, K5.6: the second example."""
    on = board(["QAT"], ["000"], kinds={(0, 1): "t", (0, 2): "D"})
    state = replace(sheet(on, Option("swap", n=1), powers=[E_LESS, WORD_MORE]), active=1)
    step = act(state, Take(0, tiles=((0, 0, "C"),)), lexicon={"CAT"})
    assert gained(step) == ([["CAT", 14]], [5, 14])


def test_a_wall_makes_a_word_and_a_negative_sum_counts_nothing() -> None:
    """K5.1, K5.7: the third example."""
    state = sheet(board(["CATS"], ["1111"]), Option("wall", n=1), powers=[WORD_LESS])
    step = take(state, {"CAT"}, walls=((0, 2, "right"),))
    assert gained(step) == ([["CAT", -3]], [0, 5])


@pytest.mark.parametrize(
    ("rows", "walls", "found"),
    [
        ([".AAB"], [], ["XAAB"]),
        ([".AAB"], [(0, 3, "right")], ["XAAB"]),
        ([".AAB"], [(0, 1, "right")], ["XA"]),
        ([".AAB"], [(0, 0, "right")], []),
        ([".AAB"], [(0, 0, "down"), (0, 1, "down")], ["XAAB"]),
        ([".A.B"], [], ["XA"]),
        ([".A#B"], [], ["XA"]),
        ([".AAAAAAA", "B"], [], ["XAAAAAAA", "XB"]),
        (["", "A", "A"], [], ["XAA"]),
        (["", "A", "A"], [(1, 0, "down")], ["XA"]),
        (["", "", "A"], [], []),
    ],
)
def test_how_far_a_run_goes(rows: Sequence[str], walls: Sequence[Any], found: Sequence[str]) -> None:
    """K5.1: an X is written at the top left."""
    step = take(sheet(board(rows, walls=walls), letters("X")), **lay(0, 0, "X"))
    assert [word for word, _ in told(step)["words"]] == found


def test_a_run_of_the_same_cells_and_letters_is_not_new() -> None:
    """K5.2: nor is one in which a letter was overwritten by the same."""
    on = board(["CAT"])
    assert told(take(sheet(on, letters("A", "!")), **lay(0, 1, "A")))["words"] == []
    assert gained(take(sheet(on, letters("A", "!")), lexicon={"CAT"}, **lay(0, 0, "A"))) == ([], [0, 0])
    assert told(take(sheet(board(["TAT"]), letters("T", "!")), **lay(0, 0, "T")))["rejected"] == []


def test_letters_walls_swaps_and_destroyed_contents_make_new_runs() -> None:
    """K5.2."""
    on = board(["TENT"])
    made = [
        take(sheet(on, letters("S")), **lay(0, 4, "S")),
        take(sheet(on, Option("wall", n=1)), walls=((0, 2, "right"),)),
        take(sheet(on, Option("swap", n=1)), tiles=((0, 1, "A"),)),
        take(sheet(on, Option("destroy", n=1)), parts=((0, 3, "content"),)),
    ]
    assert [told(step)["words"][0][0] for step in made] == ["TENTS", "TEN", "TANT", "TEN"]
    assert told(take(sheet(on, Option("destroy", n=1)), parts=((0, 3, "owner"),)))["words"] == []


@pytest.mark.parametrize(
    ("directions", "words", "rejected"),
    [
        (["right"], [], ["NET"]),
        (["left"], ["TEN"], []),
        (["left", "right"], ["TEN"], []),
        (["down", "up"], [], []),
    ],
)
def test_words_are_read_as_the_match_reads_them(
    directions: Sequence[str], words: Sequence[Any], rejected: Sequence[str]
) -> None:
    """K5.3, K5.8: a run that is read in no direction stands nowhere."""
    step = take(sheet(None, letters(*"NET"), directions=directions), {"TEN"}, **lay(0, 0, "NET"))
    assert [word for word, _ in told(step)["words"]] == words
    assert told(step)["rejected"] == rejected


def test_what_reads_the_same_both_ways_counts_once() -> None:
    """K5.3."""
    both = ["right", "left", "down", "up"]
    assert gained(take(sheet(None, letters(*"EVE"), directions=both), **lay(0, 0, "EVE"))) == ([["EVE", 6]], [6, 0])
    step = take(sheet(None, letters(*"NET"), directions=both), **lay(0, 0, "NET"))
    assert gained(step) == ([["NET", 3], ["TEN", 3]], [6, 0])


def test_words_are_told_rows_first_and_right_before_left() -> None:
    """K5.8."""
    on = board(["A.A", "...", "A"])
    state = sheet(on, letters(*"BC"), directions=["up", "down", "left", "right"])
    step = take(state, {"ABA", "AC", "CA", "BC"}, tiles=((0, 1, "B"), (1, 0, "C")))
    assert [word for word, _ in told(step)["words"]] == ["ABA"]
    assert told(step)["rejected"] == ["ACA"]
    step = take(state, tiles=((1, 0, "C"), (0, 3, "B")))
    assert [word for word, _ in told(step)["words"]] == ["AB", "BA", "ACA"]


def test_a_letter_without_score_is_worth_nothing_whatever_changes_it() -> None:
    """K5.4, K4.18."""
    on = board(["AB"])
    on = on.put({0: on.cells[0]._replace(score=None)})
    step = take(sheet(on, letters("C"), powers=[Option("letter_change", letter="A", n=6)]), **lay(0, 2, "C"))
    assert gained(step)[0] == [["ABC", 6]]


def test_changes_add_up_and_change_wildcards_and_swapped_letters_too() -> None:
    """K5.4, K5.5."""
    more, less = Option("letter_change", letter="A", n=5), Option("letter_change", letter="A", n=-4)
    state = sheet(board(["B"]), letters("?2"), powers=[more, less, WORD_MORE, WORD_LESS])
    assert gained(take(state, tiles=((0, 1, "a2"),)))[0] == [["BA", 3 + 2 + 1 - 4]]
    state = sheet(board(["BQ"]), Option("swap", n=1), powers=[more])
    assert gained(take(state, tiles=((0, 1, "A"),)))[0] == [["BA", 3 + 10 + 5]]


def test_each_seat_is_cut_at_nothing_for_itself() -> None:
    """K5.7: the taker's words are added up before the cut, and another's letters apart from them."""
    on = board(["A.", "."], ["1.", "."])
    state = sheet(on, letters("B", "Q"), powers=[Option("letter_change", letter="A", n=-6)])
    step = take(state, tiles=((0, 1, "B"), (1, 0, "Q")))
    assert gained(step) == ([["AB", -2], ["AQ", 5]], [3, 0])


def test_letters_of_one_who_left_pay_only_the_taker() -> None:
    """K6.4, K5.6."""
    state = sheet(board(["CAT"], ["12."]), letters("S"), seats=3)
    state = state.put_player(1, replace(state.players[1], out=1))
    assert gained(take(state, **lay(0, 3, "S"))) == ([["CATS", 6]], [6, 0, 1])

"""Section 5: which words a turn makes, and what they pay to whom. The examples of the rules among them."""

from dataclasses import replace
from typing import Any

from game.kernel.match import Step
from game.variants.keebble.actions import Take
from game.variants.keebble.option import Option
from game.variants.keebble.state import MatchState
from tests.support.keebble import act, board, letters, sheet, take, told

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

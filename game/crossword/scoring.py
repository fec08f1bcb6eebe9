"""Score words by the plain rule: letters first, then the factors of the words.

A game that counts more than this has a rule of its own.
"""

from collections.abc import Mapping
from typing import NamedTuple

from game.crossword.board import Board, Run
from game.crossword.layouts import LETTER_FACTOR, WORD_FACTOR
from game.crossword.placement import Placement


class Word(NamedTuple):
    """One word of a turn: `points` = (`face` + `letters`) × `word`. `face` is the sum of the values, `letters` what the
    letter bonuses add, `word` the product of the word factors."""

    text: str
    points: int
    face: int
    letters: int
    word: int


def score_words(board: Board, placement: Placement, letter_factors: Mapping[str, int] = LETTER_FACTOR,
                word_factors: Mapping[str, int] = WORD_FACTOR) -> tuple[Word, ...]:  # fmt: skip
    """Every word of the placement: across words by row and column of their first letter, then down words likewise.

    The factors are those of the marks of a layout; a bonus counts only under a tile laid this turn.
    """
    runs = (*placement.across, *placement.down)
    return tuple(_score(board, placement, run, letter_factors, word_factors) for run in runs)


def _score(board: Board, placement: Placement, run: Run, letter_factors: Mapping[str, int],
           word_factors: Mapping[str, int]) -> Word:  # fmt: skip
    text = []
    face = letters = 0
    word = 1
    for index in run:
        cell = placement.fresh.get(index)
        if cell is None:
            cell = board.cells[index]
        else:
            letters += cell.value * (letter_factors.get(cell.bonus, 1) - 1)
            word *= word_factors.get(cell.bonus, 1)
        face += cell.value
        text.append(cell.letter)
    return Word("".join(text), (face + letters) * word, face, letters, word)

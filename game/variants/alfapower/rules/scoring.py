"""Score words, with the breakdown that the page shows: letters first, then Fortify, bonuses and multipliers."""

from collections.abc import Sequence
from typing import NamedTuple

from game.crossword.board import Board, Run
from game.crossword.layouts import LETTER_FACTOR, WORD_FACTOR
from game.crossword.placement import Placement
from game.kernel.setting_types import Ruleset


class Word(NamedTuple):
    """One word of a turn: `points` = (`face` + `fortify` + `letters`) × `word` × `alfa`.

    `face` is the sum of face values, `letters` what DL and TL add, `word` the factor of DW, TW and star, `alfa` that
    of Alfa cells.
    """

    text: str
    points: int
    face: int
    fortify: int
    letters: int
    word: int
    alfa: int


def score_words(board: Board, rules: Ruleset, placement: Placement) -> tuple[Word, ...]:
    """Every word of the placement: across words by row and column of their first letter, then down words likewise."""
    multiplier = rules.number("alfa_multiplier")
    standing = multiplier if rules.flag("alfa_permanent") else 1
    runs = (*placement.across, *placement.down)
    return tuple(_score(board, placement, run, multiplier, standing) for run in runs)


def _score(board: Board, placement: Placement, run: Run, multiplier: int, standing: int) -> Word:
    """One word. A bonus counts only under a tile laid this turn; an Alfa cell's own gives only the Alfa factor, which
    is `multiplier` for a tile laid this turn and `standing` for one laid before."""
    cells, fresh = board.cells, placement.fresh
    text = []
    face = fortify = letters = 0
    word = alfa = 1
    for index in run:
        cell = fresh.get(index)
        if cell is None:
            cell = cells[index]
            fortify += cell.fortified
            if cell.alfa:
                alfa *= standing
        elif cell.alfa:
            alfa *= multiplier
        elif cell.bonus in LETTER_FACTOR:
            letters += cell.value * (LETTER_FACTOR[cell.bonus] - 1)
        elif cell.bonus in WORD_FACTOR:
            word *= WORD_FACTOR[cell.bonus]
        face += cell.value
        text.append(cell.letter)
    return Word("".join(text), (face + fortify + letters) * word * alfa, face, fortify, letters, word, alfa)


def turn_score(words: Sequence[Word]) -> int:
    """The sum over the turn's words."""
    return sum(word.points for word in words)

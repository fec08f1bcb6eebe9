"""Score the words of a turn, with the parts that the page shows (rule 3, Score)."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from game.kernel.setting_types import Ruleset
from game.variants.alfapet.rules.board import Board
from game.variants.alfapet.rules.layouts import LETTER_FACTOR, WORD_FACTOR
from game.variants.alfapet.rules.reading import Reading, text_of
from game.variants.alfapet.rules.settings import RACK_BONUS


class Word(NamedTuple):
    """One word of a turn: `points` = (`face` + `letters`) × `word`.

    `face` is the sum of the values, `letters` what the cells of letters add (below 0 where they take away), `word` the
    factor of the cells of words. `cells` are those of its letters in order, `corner` the one it turns at, or −1.
    """

    text: str
    points: int
    face: int
    letters: int
    word: int
    cells: tuple[int, ...]
    corner: int


def score_word(board: Board, laid: AbstractSet[int], reading: Reading) -> Word:
    """One word on the board as it is with the `laid` letters. A point cell counts only under a letter laid in this
    turn, in every word of that letter; the sum may be below 0."""
    face = letters = 0
    word = 1
    for index in reading.cells:
        cell = board.cells[index]
        face += cell.value
        if index in laid:
            letters += cell.value * (LETTER_FACTOR.get(cell.bonus, 1) - 1)
            word *= WORD_FACTOR.get(cell.bonus, 1)
    return Word(
        text_of(board, reading), (face + letters) * word, face, letters, word, reading.cells, reading.corner
    )  # fmt: skip


def rack_bonus(rules: Ruleset, used: int) -> int:
    """The bonus for laying so many tiles as a full rack holds, black tile and arrow among them: fewer tiles earn none,
    though they be one's last."""
    rack = rules.number("rack")
    return RACK_BONUS[rack] if used == rack else 0


def earned_theme(words: Sequence[Word], open_words: Sequence[str]) -> tuple[str, ...]:
    """The words of the theme that no player had yet (`open_words`) and this turn has, each once, in its order."""
    return tuple(dict.fromkeys(word.text for word in words if word.text in open_words))

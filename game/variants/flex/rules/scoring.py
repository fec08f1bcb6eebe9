"""Score a turn: what it earns and costs, with the parts that the page shows (rule 4)."""

from dataclasses import dataclass
from typing import NamedTuple

from game.crossword.board import Board
from game.crossword.layouts import LETTER_FACTOR, WORD_FACTOR
from game.crossword.tiles import HAND_SIZE
from game.variants.flex.rules.actions import Arrange
from game.variants.flex.rules.placement import Placement
from game.variants.flex.rules.state import MatchState


class Word(NamedTuple):
    """One word of a turn: `points` = (`face` + `letters`) × `word`.

    `face` is the sum of the values that count, so without letters that are the same again; `letters` is what the letter
    squares add, `word` the product of the word squares. `again` are the letters that are the same again, in order.
    `cells` are those of its letters.
    """

    text: str
    points: int
    face: int
    letters: int
    word: int
    again: str
    cells: tuple[int, ...]


class Loosened(NamedTuple):
    """A tile lifted from its `cell`: moved `to` another, or (None) taken into the hand. It costs `value` × `factor`,
    which is 0 where such a tile is free, and above 1 where it was moved off a letter square. A blank keeps the `letter`
    that it stood for."""

    cell: int
    to: int | None
    letter: str
    blank: bool
    value: int
    factor: int

    @property
    def cost(self) -> int:
        """What it takes off the turn."""
        return self.value * self.factor


@dataclass(frozen=True, slots=True)
class Scored:
    """The words of a turn, its bonus for seven tiles (0 for fewer) and the tiles it lifted, by their cells."""

    words: tuple[Word, ...]
    bingo: int
    loosened: tuple[Loosened, ...]

    @property
    def cost(self) -> int:
        """What all that was lifted costs."""
        return sum(tile.cost for tile in self.loosened)

    @property
    def total(self) -> int:
        """The score of the turn, which may be below 0."""
        return sum(word.points for word in self.words) + self.bingo - self.cost


def score(state: MatchState, placement: Placement, turn: Arrange) -> Scored:
    """What a turn that may be as it is comes to."""
    words = tuple(_word(placement, run) for run in placement.runs if not placement.fresh.isdisjoint(run))
    bingo = state.rules.number("bingo") if len(turn.tiles) == HAND_SIZE else 0
    return Scored(words, bingo, _loosened(state, turn))


def text_of(board: Board, cells: tuple[int, ...]) -> str:
    """The letters there."""
    return "".join(board.cells[index].letter for index in cells)


def _word(placement: Placement, run: tuple[int, ...]) -> Word:
    """A fresh letter counts with its square, one that is the same again nothing, any other its value."""
    board = placement.board
    face = letters = 0
    word, again = 1, ""
    for index in run:
        cell = board.cells[index]
        if index in placement.fresh:
            letters += cell.value * (LETTER_FACTOR.get(cell.bonus, 1) - 1)
            word *= WORD_FACTOR.get(cell.bonus, 1)
        elif index in placement.put:
            again += cell.letter
            continue
        face += cell.value
    return Word(text_of(board, run), (face + letters) * word, face, letters, word, again, run)


def _loosened(state: MatchState, turn: Arrange) -> tuple[Loosened, ...]:
    board, rules = state.board, state.rules
    places: list[tuple[int, int | None]] = [
        (row * board.size + col, target[0] * board.size + target[1]) for (row, col), target in turn.moves
    ]
    places += [(row * board.size + col, None) for row, col in turn.takes]
    tiles = []
    for index, to in sorted(places):
        cell = board.cells[index]
        if to is None:
            factor = int(rules.flag("take_cost"))
        else:
            by_square = LETTER_FACTOR.get(cell.bonus, 1) if rules.flag("loosen_letter_bonus") else 1
            factor = by_square if rules.flag("loosen_cost") else 0
        tiles.append(Loosened(index, to, cell.letter, cell.blank, cell.value, factor))
    return tuple(tiles)

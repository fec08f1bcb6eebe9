"""Score new words: what each is worth, and to which seat (K5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from game.crossword.layouts import LETTER_FACTOR
from game.kernel.base_types import Seat
from game.kernel.match import Lexicon
from game.variants.keebble.rules.board import Board, Cell
from game.variants.keebble.rules.runs import Reading, new_runs, readings_of
from game.variants.keebble.rules.state import MatchState

WORD_FACTOR = {"D": 2, "T": 3}


class Word(NamedTuple):
    """A word with its `points` for the taker, its `cells` as read, and what its letters give the `others`."""

    text: str
    points: int
    cells: tuple[int, ...]
    others: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class Count:
    """What a turn made: its new `words`; the runs `rejected`, of which no reading is one, each in its first reading;
    every reading that is `unlisted`; and what each seat gains of the words."""

    words: tuple[Word, ...]
    rejected: tuple[Word, ...]
    unlisted: tuple[str, ...]
    gains: tuple[int, ...]


def letter_value(state: MatchState, cell: Cell) -> int:
    """The value of a letter where it stands: its score and the changes of it, times the factor of its cell."""
    if cell.score is None:
        return 0
    return (cell.score + state.letter_change(cell.letter)) * LETTER_FACTOR.get(cell.kind, 1)


def score_word(state: MatchState, board: Board, seat: Seat, reading: Reading) -> Word:
    """A reading as a word that `seat` makes on that board."""
    total, factor = 0, 1
    others = {other: 0 for other in state.inside if other != seat}
    for index in reading.cells:
        cell = board.cells[index]
        value = letter_value(state, cell)
        total += value
        factor *= WORD_FACTOR.get(cell.kind, 1)
        if cell.owner in others:
            others[cell.owner] += value
    owners = {board.cells[index].owner for index in reading.cells}
    paid = tuple((other, points) for other, points in others.items() if other in owners)
    return Word(reading.text, total * factor + state.word_change, reading.cells, paid)


def possible_words(state: MatchState, board: Board, seat: Seat) -> tuple[tuple[Word, ...], ...]:
    """For each new run of that board that is read at all, what each way of reading it would be worth as a word."""
    runs = [readings_of(state.rules, run, text) for run, text in new_runs(state.board, board).items()]
    return tuple(tuple(score_word(state, board, seat, reading) for reading in run) for run in runs if run)


def count(state: MatchState, board: Board, seat: Seat, lexicon: Lexicon) -> Count:
    """What the board that `seat` has made of the match's is worth by the word list."""
    words, rejected, unlisted = [], [], []
    for run in possible_words(state, board, seat):
        found = [word for word in run if word.text in lexicon]
        words += found
        unlisted += [word.text for word in run if word not in found]
        if not found:
            rejected.append(run[0])
    return Count(tuple(words), tuple(rejected), tuple(unlisted), _gains(state, seat, words))


def _gains(state: MatchState, seat: Seat, words: Sequence[Word]) -> tuple[int, ...]:
    """Each seat's points of the turn's words, a negative sum as 0."""
    sums: Mapping[Seat, int] = {
        other: sum(word.points if other == seat else dict(word.others).get(other, 0) for word in words)
        for other in range(len(state.players))
    }
    return tuple(max(0, points) for points in sums.values())

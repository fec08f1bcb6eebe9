"""Check a placement and score it: the checks 1–5 of a placement, and the points of a turn.

Nothing here reads the word list, so the readout may use it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from game.crossword import placement
from game.crossword.board import Cell
from game.crossword.placement import Placement
from game.crossword.plain.state import PlainState
from game.crossword.scoring import Word, score_words
from game.crossword.tiles import ALPHABETS, HAND_SIZE, Placed
from game.kernel.base_types import Seat
from game.kernel.refusals import Code, Refused


@dataclass(frozen=True, slots=True)
class Scored:
    """The words of a turn and its bonus for seven tiles, 0 for fewer."""

    words: tuple[Word, ...]
    bingo: int

    @property
    def total(self) -> int:
        """The score of the turn."""
        return sum(word.points for word in self.words) + self.bingo


def examine(state: PlainState, seat: Seat, tiles: Sequence[Placed]) -> Placement:
    """Check the tiles of `seat` against the rules of placing; raises Refused with the first code that applies."""
    board = state.board
    alphabet = ALPHABETS[state.rules.text("language")]
    indices = placement.squares(board, state.players[seat].hand, tiles, alphabet)
    if any(board.cells[index].letter for index in indices):
        raise Refused(Code.OCCUPIED)
    fresh = {index: _laid(state, seat, index, placed) for index, placed in zip(indices, tiles, strict=True)}
    placement.in_line(board, indices, fresh)
    placement.connected(board, indices, state.opened)
    across, down = board.runs_through(fresh)
    placement.all_in_words(across, down, indices)
    return Placement(fresh, across, down)


def _laid(state: PlainState, seat: Seat, index: int, placed: Placed) -> Cell:
    """A blank is worth nothing, whatever letter it stands for."""
    value = 0 if placed.named else state.tileset.value(placed.tile)
    return state.board.cells[index]._replace(
        letter=placed.named or placed.tile, blank=bool(placed.named), value=value, by=seat
    )


Scorer = Callable[[Any, Placement, int], Scored]
"""What so many tiles laid so are worth (`score`)."""


def score(state: PlainState, placed: Placement, count: int) -> Scored:
    """What `count` tiles laid so are worth."""
    bingo = state.rules.number("bingo") if count == HAND_SIZE else 0
    return Scored(score_words(state.board, placed), bingo)

"""The whole truth of a match of Classic as one immutable value. It holds secrets: only `view_of` may show any of it."""

from dataclasses import dataclass

from game.crossword.board import Board
from game.crossword.tiles import Tile, TileSet
from game.kernel import match
from game.kernel.match import CoreState, SeatState


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerState(SeatState):
    """One player: hand, score, and in how many turns words were scored."""

    hand: tuple[Tile, ...]
    score: int = 0
    scored_turns: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState(CoreState):
    """A match at one moment.

    `bag` is kept sorted, `draws` is the number of the next chance; `tries` are the failed attempts in the turn, which
    cost nothing; `opened` once a word lies.
    """

    tileset: TileSet
    board: Board
    bag: tuple[Tile, ...]
    draws: int
    players: tuple[PlayerState, ...]
    tries: int = 0
    opened: bool = False


Change = match.Change[MatchState]

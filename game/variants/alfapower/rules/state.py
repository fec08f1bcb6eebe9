"""The whole truth of a match as one immutable value. It holds secrets: only `view_of` may show any of it."""

from dataclasses import dataclass, replace
from enum import StrEnum

from game.crossword.board import Board
from game.crossword.hand_state import HandSeat, HandState
from game.crossword.tiles import Tile
from game.kernel import match
from game.kernel.match import OVER, PLAY


class Phase(StrEnum):
    """What the match waits for: a play, an Alfa choice, or nothing any more."""

    PLAY = PLAY
    ALFA = "alfa"
    OVER = OVER


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerState(HandSeat):
    """One player: coins (never negative), items held in the order bought, how many Alfa upgrades
    were taken, what failed attempts have cost in points (`fines`), and in how many turns words were scored. `effects`
    are what used items have left on the player: a number for each item's key, sorted, none of them 0."""

    coins: int
    slots: tuple[str, ...] = ()
    upgrades: int = 0
    fines: int = 0
    scored_turns: int = 0
    effects: tuple[tuple[str, int], ...] = ()

    def effect(self, item: str) -> int:
        """What the item has left on the player; 0 for nothing."""
        return dict(self.effects).get(item, 0)

    def with_effect(self, item: str, amount: int) -> "PlayerState":
        """The same player with another effect of the item; 0 takes it away."""
        effects = {**dict(self.effects), item: amount}
        return replace(self, effects=tuple(sorted((key, left) for key, left in effects.items() if left)))


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState(HandState):
    """A match at one moment. `tries` are the failed attempts in the turn;
    `opened` once a word lies; `choice` are the plain tiles just drawn while the Alfa choice waits.
    """

    board: Board
    players: tuple[PlayerState, ...]
    phase: Phase = Phase.PLAY
    tries: int = 0
    opened: bool = False
    choice: tuple[Tile, ...] = ()

    @property
    def tries_left(self) -> int | None:
        """How many failed attempts the turn still allows; None when there is no limit."""
        most = self.rules.limit("tries_per_turn")
        return None if most is None else max(0, most - self.tries)


Change = match.Change[MatchState]

"""The whole truth of a match as one immutable value. It holds secrets: only `view_of` may show any of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol

from game.rules.basics import Millis, Seat
from game.rules.board import Board
from game.rules.chance import Chance
from game.rules.events import Event
from game.rules.options import Ruleset
from game.rules.tiles import Tile, TileSet


class Phase(StrEnum):
    """What the match waits for: a play, an Alfa choice, or nothing any more."""

    PLAY = "play"
    ALFA = "alfa"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class PlayerState:
    """One player: hand, score (may be negative), coins (never), items held in the order bought, the two counters of
    passes and timeouts in a row, how many Alfa upgrades were taken, the last sign of life of one who is away, what
    failed attempts have cost in points (`fines`), and in how many turns words were scored."""

    hand: tuple[Tile, ...]
    coins: int
    score: int = 0
    slots: tuple[str, ...] = ()
    passes: int = 0
    timeouts: int = 0
    upgrades: int = 0
    away_since: Millis | None = None
    fines: int = 0
    scored_turns: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended; `winner` None when nobody wins."""

    reason: str
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match at one moment.

    `bag` is kept sorted, `draws` is the number of the next chance; `turn` counts from 1, `tries` the failed attempts in
    it; `opened` once a word lies; `choice` are the plain tiles just drawn while the Alfa choice waits; `deadline` ends
    the turn or the choice.
    """

    rules: Ruleset
    tileset: TileSet
    board: Board
    bag: tuple[Tile, ...]
    draws: int
    players: tuple[PlayerState, ...]
    phase: Phase = Phase.PLAY
    active: Seat = 0
    turn: int = 1
    tries: int = 0
    opened: bool = False
    choice: tuple[Tile, ...] = ()
    deadline: Millis | None = None
    outcome: Outcome | None = None

    @property
    def tries_left(self) -> int | None:
        """How many failed attempts the turn still allows; None when there is no limit."""
        most = self.rules.limit("tries_per_turn")
        return None if most is None else max(0, most - self.tries)

    def put_player(self, seat: Seat, player: PlayerState) -> "MatchState":
        """The match with one player replaced."""
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))


class Lexicon(Protocol):
    """A word list: exact look-up of upper-case NFC words."""

    def __contains__(self, word: object, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class Env:
    """The three things the outside lends the rules for one step: the moment, the word list and chance."""

    now: Millis
    lexicon: Lexicon
    chance: Chance


@dataclass(frozen=True, slots=True)
class Step:
    """What became of the match, and the facts that happened on the way."""

    state: MatchState
    events: tuple[Event, ...]


Change = tuple[MatchState, Sequence[Event]]
"""A state with the events that led to it: what the parts of a step hand to each other."""

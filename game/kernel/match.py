"""The state of a match that every game has: the seats, whose turn it is, the clock, and how it ended.

A game's own state is a subclass with what it knows besides. All of it is secret: only the game's view may show any.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

from game.kernel.base_types import Millis, Seat
from game.kernel.chance import Chance
from game.kernel.events import Event
from game.kernel.setting_types import Ruleset

PLAY = "play"
"""The phase in which a turn begins, in every game; a game names others of its own."""
OVER = "over"
"""The phase after the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatState:
    """A seat's state in every game: the passes and the timeouts in a row, the last sign of life of an absent one, and,
    for one that has left a match which the others play on, how many had left with it (None while it is in)."""

    passes: int = 0
    timeouts: int = 0
    away_since: Millis | None = None
    out: int | None = None


@dataclass(frozen=True, slots=True)
class Offers:
    """What the seats have offered of one kind: which have said so in this turn, the one that offered first (`said`),
    and whose each offer of the match was (`made`)."""

    said: tuple[Seat, ...] = ()
    made: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Pace:
    """The pace of a match beside the deadline.

    A slow turn is charged from `begun` on, None once it is charged (in the choice after its word) and in matches that
    are not slow; `reserves` are what each seat of a slow match has left. An `adjourned` match was live and is slow.

    Waiting on for an absent player: whose each of the waits of the match was (`waits`), by how much they have put the
    end of each seat's window off (`put_off`, () for none's), and since when the turn of a seat that is waited for does
    not run out (`held`).
    """

    begun: Millis | None = None
    reserves: tuple[Millis, ...] = ()
    adjourned: bool = False
    call_off: Offers = Offers()
    adjourn: Offers = Offers()
    waits: tuple[Seat, ...] = ()
    put_off: tuple[Millis, ...] = ()
    held: Millis | None = None

    def put_off_of(self, seat: Seat) -> Millis:
        """By how much the end of a seat's window is put off."""
        return self.put_off[seat] if self.put_off else 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended. `winner` is None for a shared first place and without a winner; `places` has one for each seat
    from 1, shared ones alike, and is None where there is no result."""

    reason: str
    winner: Seat | None
    places: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreState:
    """A match at one moment, without what only its game knows.

    `turn` counts from 1 and is that of the seat `active`; `phase` is `PLAY`, `OVER` or one that the game names;
    `deadline` ends the turn, or what the turn waits for.
    """

    rules: Ruleset
    players: tuple[SeatState, ...]
    phase: str = PLAY
    active: Seat = 0
    turn: int = 1
    deadline: Millis | None = None
    outcome: Outcome | None = None
    pace: Pace = Pace()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.outcome is not None

    @property
    def next_seat(self) -> Seat:
        """The seat whose turn is next: the one after the active one that is still in the match."""
        following: list[Seat] = [*range(self.active + 1, len(self.players)), *range(self.active + 1)]
        return next(seat for seat in following if self.players[seat].out is None)

    @property
    def inside(self) -> tuple[Seat, ...]:
        """The seats still in the match."""
        return tuple(seat for seat, player in enumerate(self.players) if player.out is None)

    @property
    def gone(self) -> tuple[Seat, ...]:
        """The seats that have left, the first to leave first."""
        left = sorted((player.out, seat) for seat, player in enumerate(self.players) if player.out is not None)
        return tuple(seat for _, seat in left)

    def put_player(self, seat: Seat, player: SeatState) -> Self:
        """The match with one player replaced."""
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))


State = TypeVar("State", bound=CoreState)
State_co = TypeVar("State_co", bound=CoreState, covariant=True)


class Lexicon(Protocol):
    """A word list: exact look-up of upper-case NFC words."""

    def __contains__(self, word: object, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class Env:
    """The three inputs of the rules for one step: the moment, the word list and chance."""

    now: Millis
    lexicon: Lexicon
    chance: Chance


@dataclass(frozen=True, slots=True)
class Step(Generic[State_co]):
    """The next state of the match, and the events on the way to it."""

    state: State_co
    events: tuple[Event, ...]


Change: TypeAlias = tuple[State, Sequence[Event]]
"""A state with the events that led to it: what the parts of a step hand to each other."""

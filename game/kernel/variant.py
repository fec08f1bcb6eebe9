"""The interface that a game implements to be played on this platform. A variant is one frozen bundle of answers.

The kernel uses nothing else of a game, and a game nothing of another. It is one of its own state and view,
`Variant[MatchState, View]`, so that all answers are about the same. What is `Any` here is the game's own, too: what a
match of it begins with (`start`), its receipts and its readout.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from game.kernel.actions import Action
from game.kernel.base_types import Millis, Seat
from game.kernel.chance import Chance
from game.kernel.events import Event, Kind, LoggedStep
from game.kernel.match import Change, CoreState, Env, Step
from game.kernel.presets import DeclaredPreset
from game.kernel.public_view import OnlookersView
from game.kernel.setting_types import Ruleset, Setting

StateT = TypeVar("StateT", bound=CoreState)
ViewT = TypeVar("ViewT")


@dataclass(frozen=True, slots=True)
class Handler:
    """What an action does: `run(state, seat, action, env)`, which raises Refused and says itself whether it ends the
    turn.

    `phase` is the one it needs, None for any while the match runs. Whether it is bound to the turn, the action says.
    """

    run: Callable[[Any, Seat, Any, Env], Change[Any]]
    phase: str | None


@dataclass(frozen=True, slots=True)
class Dealt:
    """How a match began. `order[seat]` is who sits there, by place in the lobby order; None where the seats were
    decided before the deal."""

    step: Step[Any]
    order: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class SeatTotals:
    """What one seat has at the end, for the rows that lists and ranks are made from: its `score`, the final `total`,
    what failed attempts cost it (`fines`, in the total), and in how many turns it scored words (None: the state does
    not count them, and the log is asked)."""

    score: int
    total: int
    fines: int = 0
    scored_turns: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bests:
    """Of which matches played alone a player's best total is kept: one for each way in which the settings `apart` may
    stand, where those of `only_default` are as they are at first."""

    apart: tuple[str, ...]
    only_default: tuple[str, ...] = ()

    def kind(self, values: Mapping[str, Any]) -> str:
        """The settings that are kept apart, in one form for equal ones: "rack=7 specials=True"."""
        return " ".join(f"{key}={values[key]}" for key in self.apart)


class EarlierForm(Protocol):
    """A form in which an earlier release stored a match, and the way to the next one and back."""

    def upgrade(self, data: Mapping[str, Any], /) -> dict[str, Any]: ...

    def downgrade(self, data: Mapping[str, Any], /) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredForm:
    """How a match is stored. `newest` is the number of the form that `dump` writes and `load` reads; `earlier` has the
    ones of the releases before."""

    newest: int
    dump: Callable[[Any], dict[str, Any]]
    load: Callable[[Mapping[str, Any]], Any]
    earlier: Mapping[int, EarlierForm]


def hands_of(state: Any) -> list[list[str]]:
    """The hands of the players."""
    return [list(player.hand) for player in state.players]


def tiles_drawn(event: Event) -> Sequence[Any]:
    """The tiles that the bag gave, all that most games draw."""
    if event.kind == Kind.TILES_DRAWN:
        return event.owner["tiles"]  # type: ignore[no-any-return]
    if event.kind in (Kind.ITEM_USED, Kind.TILES_SWAPPED):
        return event.owner["got"]  # type: ignore[no-any-return]
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPart:
    """What is the game's own in a match record.

    `read_start(record, rules, seats)` reads what a match begins with, and raises BadField; `write_start(state)` gives
    the fields of that which are not the standard ones. `dealt(start, players, lobby_order, rules, seed)` is the match
    as it began and raises ImpossibleChance. `read_drawn(value, key)` are the draws of an action. `step` and `final` are
    the fields beside those that every record has. A `strict` game looks over all of a
    record before it replays any, and bears no draws where nothing is drawn; that alone is `bears_no_idle_draws`.
    `hands(state)` are those of the deal, None for a game without, and `drawn_in(event)` what of an event is drawn.
    """

    read_start: Callable[[Mapping[str, Any], Ruleset, int], Any]
    write_start: Callable[[Any], dict[str, Any]]
    dealt: Callable[[Any, Sequence[str], Sequence[str] | None, Ruleset, bytes | None], Any]
    read_drawn: Callable[[object, str], tuple[str, ...]]
    step: Callable[[Step[Any]], dict[str, Any]]
    final: Callable[[Any], dict[str, Any]]
    strict: bool = False
    bears_no_idle_draws: bool = False
    hands: Callable[[Any], list[list[str]]] | None = hands_of
    drawn_in: Callable[[Event], Sequence[Any]] = tiles_drawn


@dataclass(frozen=True, slots=True)
class Redrawn:
    """A match's tiles drawn anew from its seed: how many, how many of them the seed gives otherwise, whether the hands
    at the end are those that the draws make, and who sits where if the draws decide that (as in `Dealt`)."""

    drawn: int
    astray: int
    sound: bool
    order: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant(Generic[StateT, ViewT]):
    """One game.

    * `uncounted` are the endings after which a match counts nowhere: no statistics, no rating.
    * `seats` are the numbers of players it can be played by; `by_lot` whether number 0 of the fair deal seats them (or
      else the deal itself).
    * `settings` is what a host may set, `record_settings` the same with the defaults that a record leaves out.
    * `actions` maps an action's type to its handler; what is not there is refused as `not_in_this_game`.
    * `deal(rules, seats, chance, now, start)` begins a match of so many; `start` None is the standard one,
      `start_of(state)` that of a match there is, and `made_by(seat)` that of one which the player of a seat has made
      for the others, None for a game in which that means nothing. `picture(rules)` are the rows of the board.
    * `view(state, viewer, log, now)` is what a viewer may know, `onlookers_view(state, log, now)` what everybody may,
      of a type without a field for anything else, `receipts(log, viewer, over)` the ledger,
      `look_back(state, viewer, log, receipts)` the view of a match that is over at one of its turns, and
      `read_out(state, seat, laid)` what would be earned with tiles as they lie; `laid` is the action it would be.
    * `seat_totals(state)` is what each seat has in the end, `played_out` the endings that the totals decide, and
      `facts(steps, started_at)` what each seat did in a match that is over, for statistics: the fields of
      `game.crossword.facts.SeatFacts` and the game's own.
      `figures` names what of the latter the statistics page adds up, each with its label.
    * `presets` are what the game is installed with; `ranked` whether the totals of matches by them move ranked points,
      or else only the rating.
    * `own_board` is how the creator of a match names a custom board, which is no setting of it, None where a board is
      none or a setting. A match on one is never rated.
    * `bests` says of which matches played alone the best total is kept, None for a game that keeps none.
    * `one_device`: by how many it may be played at one device. It is handed on turn by turn, unless the game has
      `view_of_all`: then one plays for all, and this is what the holder of all seats may know, with the seat on turn as
      the viewer.
    * `offered` is whether the site offers it: a game whose screens do not exist yet can be recorded and checked only.
    * `largest_hand` is how many tiles a hand can hold, and so the most that one action names.
    * `laid` is the action that a player prepares on the board: the readout is of it, and drafts are kept of it.
    * `play_on(state, seat, chance)` is a match that goes on from this one at a turn of `seat`, without a clock: what
      the seat cannot see is shuffled anew, and turns are counted from 1. None where that cannot be done.
    * `redraw(states, steps, seed)` draws a finished match's tiles anew, for the check of the fair deal.
    """

    key: str
    title: str
    seats: tuple[int, ...]
    settings: Sequence[Setting]
    record_settings: Sequence[Setting]
    actions: Mapping[type[Action], Handler]
    deal: Callable[[Ruleset, int, Chance, Millis, Any], Dealt]
    start_of: Callable[[StateT], Any]
    picture: Callable[[Ruleset], Sequence[str]]
    stored: StoredForm
    record: RecordPart
    view: Callable[[StateT, Seat | None, Sequence[LoggedStep], Millis], ViewT]
    onlookers_view: Callable[[StateT, Sequence[LoggedStep], Millis], OnlookersView]
    receipts: Callable[[Sequence[LoggedStep], Seat | None, bool], tuple[Any, ...]]
    look_back: Callable[[StateT, Seat | None, Sequence[LoggedStep], tuple[Any, ...]], ViewT]
    read_out: Callable[[StateT, Seat, Any], Any]
    redraw: Callable[[Sequence[StateT], Sequence[Any], bytes], Redrawn]
    seat_totals: Callable[[StateT], Sequence[SeatTotals]]
    played_out: Sequence[str]
    facts: Callable[[Iterable[Any], Millis], tuple[Any, ...]]
    figures: Mapping[str, str] = field(default_factory=dict)
    uncounted: Sequence[str] = ("called_off",)
    made_by: Callable[[Seat], Any] | None = None
    play_on: Callable[[StateT, Seat, Chance], StateT] | None = None
    by_lot: bool = True
    presets: Sequence[DeclaredPreset] = ()
    ranked: bool = True
    bests: Bests | None = None
    own_board: Setting | None = None
    one_device: tuple[int, ...] = ()
    view_of_all: Callable[[StateT, Sequence[LoggedStep], Millis], ViewT] | None = None
    offered: bool = True
    largest_hand: int = 7
    laid: str = "place"

    @property
    def known(self) -> Mapping[str, type[Action]]:
        """The actions of this game by their names."""
        return {action.do: action for action in self.actions}

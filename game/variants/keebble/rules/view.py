"""The view of a match of Keebble: what a viewer may know of it and do in it now (K7).

All is open but the seed, and so all later lists, which are in no state. A `View` is built up field by field all the
same: the place in the deal's numbers is not in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from game.kernel import public_view
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import away_left_ms
from game.kernel.events import LoggedStep
from game.kernel.match import PLAY
from game.kernel.public_view import public_fields
from game.kernel.view import CoreView, core_fields
from game.variants.keebble.rules.board import SIZE, Cell, Edge
from game.variants.keebble.rules.ending import Total, next_is_last, rounds_left, totals
from game.variants.keebble.rules.ledger import Receipt, receipts
from game.variants.keebble.rules.letters import room_for
from game.variants.keebble.rules.option import LETTERS, Option
from game.variants.keebble.rules.settings import BACKPACKS, has_upgrade
from game.variants.keebble.rules.state import MatchState


class CellView(NamedTuple):
    """One square; `kind` is its type or ".", `value` what its letter is worth without its cell and the powers, None
    without a letter or a score; `by` who has made the newest change, if it is of that."""

    row: int
    col: int
    kind: str
    letter: str
    wild: bool
    owner: Seat | None
    value: int | None
    dead: bool
    by: Seat | None

    @property
    def last(self) -> bool:
        """Whether it is of the newest change."""
        return self.by is not None

    @property
    def bonus(self) -> str:
        """Its type, by the name that it has on the boards of all games."""
        return self.kind

    @property
    def blank(self) -> bool:
        """Whether its letter was a wildcard, likewise."""
        return self.wild


@dataclass(frozen=True, slots=True)
class OptionView:
    """An option of the list: its number, and whether it is still to take. For letters, `over` and `fresh` say how many
    overwrite letters of the viewer's own and how many take empty cells."""

    index: int
    option: Option
    open: bool
    over: int
    fresh: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player. `out` marks one who has left, and `away_left` is the time left to come back (ms) of one who is away,
    else None."""

    seat: Seat
    score: int
    backpack: tuple[str, ...]
    timeouts: int
    out: bool
    away_left: Millis | None


@dataclass(frozen=True, slots=True)
class Can:
    """What is live for the viewer."""

    take: bool
    save: bool
    resign: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class View(CoreView):
    """Everything one viewer's screen is drawn from."""

    cells: tuple[CellView, ...]
    walls: tuple[Edge, ...]
    values: tuple[tuple[str, int], ...]
    round: int
    last_round: bool
    next_last: bool
    rounds_left: int
    next_first: Seat
    options: tuple[OptionView, ...]
    powers: tuple[Option, ...]
    players: tuple[PlayerView, ...]
    can: Can
    receipts: tuple[Receipt, ...]
    totals: tuple[Total, ...]

    @property
    def size(self) -> int:
        """How many rows and columns the board has."""
        return SIZE

    @property
    def order(self) -> tuple[tuple[Seat, bool], ...]:
        """Who chooses in this round, in order, each with whether that is done."""
        return _order(self, sum(option.open for option in self.options))


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlookersView(public_view.OnlookersView):
    """Everything an onlooker's screen is drawn from; `open` is how many options of the list are still to take."""

    cells: tuple[CellView, ...]
    walls: tuple[Edge, ...]
    values: tuple[tuple[str, int], ...]
    round: int
    last_round: bool
    rounds_left: int
    next_first: Seat
    open: int
    powers: tuple[Option, ...]
    players: tuple[PlayerView, ...]
    receipts: tuple[Receipt, ...]
    totals: tuple[Total, ...]

    @property
    def size(self) -> int:
        """How many rows and columns the board has."""
        return SIZE

    @property
    def opened(self) -> bool:
        """Whether a letter has been written."""
        return any(cell.letter for cell in self.cells)

    @property
    def order(self) -> tuple[tuple[Seat, bool], ...]:
        """Who chooses in this round, in order, each with whether that is done."""
        return _order(self, self.open)


def _order(view: View | OnlookersView, still_open: int) -> tuple[tuple[Seat, bool], ...]:
    """As things stand: of what is still open all but the last is taken."""
    done = [one.seat for one in view.receipts if one.round == view.round and one.end in ("taken", "timed_out")]
    inside = [player.seat for player in view.players if not player.out]
    left = 0 if view.over else still_open - 1
    start = inside.index(view.active) if view.active in inside else 0
    coming = [inside[(start + step) % len(inside)] for step in range(left)] if inside else []
    return (*((seat, True) for seat in done), *((seat, False) for seat in coming))


def onlookers_view(state: MatchState, log: Sequence[LoggedStep], now: Millis) -> OnlookersView:
    """The match as everybody may see it. `log` as in `view_of`."""
    ledger = receipts(log, None, False)
    return OnlookersView(
        **public_fields(state, now, totals(state) if state.over else ()),
        cells=_cells(state, ledger),
        walls=tuple(sorted(state.board.walls)),
        values=state.values,
        round=state.round,
        last_round=state.last,
        rounds_left=0 if state.last else max(1, rounds_left(state)),
        next_first=state.next_first,
        open=len(state.open),
        powers=state.powers,
        players=tuple(_player(state, seat, now) for seat in range(len(state.players))),
        receipts=ledger,
    )


def view_of(state: MatchState, viewer: Seat | None, log: Sequence[LoggedStep], now: Millis) -> View:
    """The match as `viewer` may see it at `now` (ms since the epoch). `log` is the log, or its newest turns; the oldest
    first."""
    ledger = receipts(log, viewer, state.over)
    return View(
        **core_fields(state, viewer, now, totals(state) if state.over else ()),
        cells=_cells(state, ledger),
        walls=tuple(sorted(state.board.walls)),
        values=state.values,
        round=state.round,
        last_round=state.last,
        next_last=not state.last and next_is_last(state),
        rounds_left=0 if state.last else max(1, rounds_left(state)),
        next_first=state.next_first,
        options=tuple(_option(state, viewer, index) for index in range(len(state.options))),
        powers=state.powers,
        players=tuple(_player(state, seat, now) for seat in range(len(state.players))),
        can=_can(state, viewer),
        receipts=ledger,
    )


def look_back(state: MatchState, viewer: Seat | None, log: Sequence[LoggedStep],
              ledger: tuple[Receipt, ...]) -> View:  # fmt: skip
    """A match that is over as it was at one of its turns."""
    return replace(view_of(state, None, log, 0), viewer=viewer, receipts=ledger)


def _cells(state: MatchState, ledger: Sequence[Receipt]) -> tuple[CellView, ...]:
    newest = next((receipt for receipt in reversed(ledger) if receipt.cells), None)
    changed = dict.fromkeys(newest.cells, newest.seat) if newest else {}
    return tuple(_cell(cell, index, changed.get(index)) for index, cell in enumerate(state.board.cells))


def _cell(cell: Cell, index: int, by: Seat | None) -> CellView:
    return CellView(*divmod(index, SIZE), cell.kind, cell.letter, cell.wild, cell.owner, cell.score, cell.dead, by)


def _option(state: MatchState, viewer: Seat | None, index: int) -> OptionView:
    option = state.options[index]
    over = fresh = 0
    if viewer is not None and option.kind == LETTERS:
        room = room_for(state.board, viewer, option.letters)
        over, fresh = room.over, room.fresh
    return OptionView(index, option, index in state.open, over, fresh)


def _player(state: MatchState, seat: Seat, now: Millis) -> PlayerView:
    player = state.players[seat]
    return PlayerView(
        seat=seat,
        score=player.score,
        backpack=player.backpack,
        timeouts=player.timeouts,
        out=player.out is not None,
        away_left=away_left_ms(state, seat, now),
    )


def _can(state: MatchState, viewer: Seat | None) -> Can:
    acts = viewer == state.active and state.phase == PLAY
    return Can(
        take=acts,
        save=acts and has_upgrade(state.rules, BACKPACKS),
        resign=viewer in state.inside and not state.over,
    )

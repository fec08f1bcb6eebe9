"""The view of a match of Flex: what one viewer may know of it and do in it now.

A `View` is built up from nothing, field by field: nothing hidden is ever put in and taken out again. The viewer is a
seat; onlookers have a view of another type, without a field for what is not public. Serves the secrets (rule 7).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from game.crossword import hands
from game.crossword.hands import HandView, OnlookersHandView, bag_fields, hand_fields, look_back_by, player_fields
from game.crossword.leftovers import Total
from game.kernel.base_types import Millis, Seat
from game.kernel.events import LoggedStep
from game.kernel.match import PLAY
from game.kernel.public_view import public_fields
from game.kernel.view import core_fields
from game.variants.flex.rules.ending import IDLE_TURNS_TO_END, totals
from game.variants.flex.rules.ledger import Receipt, receipts
from game.variants.flex.rules.state import MatchState


class CellView(NamedTuple):
    """One square of the board, public; `last` when the newest turn laid or moved a tile here, and `lifted` when it
    moved or took one away from here."""

    row: int
    col: int
    bonus: str
    letter: str
    blank: bool
    value: int
    by: Seat | None
    last: bool
    lifted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView(hands.PlayerView):
    """What is public of one player. `flex_left` are the flex turns left, None without a limit."""

    flex_left: int | None


@dataclass(frozen=True, slots=True)
class Can:
    """Which of the turn's buttons are live for the viewer. `flex`: whether tiles that lie may be moved and taken;
    `ends`: the next turn without a word would end the match; `swap` is the most tiles that may be changed."""

    play: bool
    flex: bool
    pass_turn: bool
    ends: bool
    swap: int
    resign: bool
    decline: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class View(HandView):
    """Everything one viewer's screen is drawn from."""

    creator: Seat | None
    idle: int
    cells: tuple[CellView, ...]
    players: tuple[PlayerView, ...]
    can: Can
    receipts: tuple[Receipt, ...]
    totals: tuple[Total, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlookersView(OnlookersHandView):
    """Everything an onlooker's screen is drawn from."""

    idle: int
    cells: tuple[CellView, ...]
    players: tuple[PlayerView, ...]
    receipts: tuple[Receipt, ...]
    totals: tuple[Total, ...]


def onlookers_view(state: MatchState, log: Sequence[LoggedStep], now: Millis) -> OnlookersView:
    """The match as everybody may see it; what opens at its end stays closed here. `log` as in `view_of`."""
    ledger = receipts(log, None, False)
    return OnlookersView(
        **public_fields(state, now, totals(state) if state.over else ()),
        **bag_fields(state),
        idle=state.idle,
        cells=_cells(state, ledger),
        players=_players(state, now),
        receipts=ledger,
    )


def view_of(state: MatchState, viewer: Seat | None, log: Sequence[LoggedStep], now: Millis) -> View:
    """The match as `viewer` may see it at `now` (ms since the epoch). `log` is the log, or its newest turns; the oldest
    first."""
    ledger = receipts(log, viewer, state.over)
    return View(
        **core_fields(state, viewer, now, totals(state) if state.over else ()),
        **hand_fields(state, viewer),
        creator=state.creator,
        idle=state.idle,
        cells=_cells(state, ledger),
        players=_players(state, now),
        can=_can(state, viewer),
        receipts=ledger,
    )


look_back = look_back_by(view_of)


def _players(state: MatchState, now: Millis) -> tuple[PlayerView, ...]:
    return tuple(
        PlayerView(**player_fields(state, seat, now), flex_left=state.flex_left(seat))
        for seat in range(len(state.players))
    )


def _cells(state: MatchState, ledger: Sequence[Receipt]) -> tuple[CellView, ...]:
    newest = next((receipt for receipt in reversed(ledger) if receipt.laid), None)
    last = {*newest.laid, *(tile.to for tile in newest.loosened)} if newest else set()
    lifted = {tile.cell for tile in newest.loosened} if newest else set()
    size = state.board.size
    return tuple(
        CellView(i // size, i % size, c.bonus, c.letter, c.blank, c.value, c.by, i in last, i in lifted)
        for i, c in enumerate(state.board.cells)
    )


def _can(state: MatchState, viewer: Seat | None) -> Can:
    acts = viewer == state.active and state.phase == PLAY
    inside = viewer is not None and not state.over
    return Can(
        play=acts,
        flex=acts and state.flex_left(state.active) != 0,
        pass_turn=acts,
        ends=acts and state.idle + 1 >= IDLE_TURNS_TO_END,
        swap=min(len(state.bag), len(state.players[state.active].hand)) if acts else 0,
        resign=inside,
        decline=viewer is not None and inside and state.may_decline(viewer),
    )

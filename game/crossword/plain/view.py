"""The view of a match of a plain word game: what one viewer may know of it and do in it now.

A `PlainView` is built up from nothing, field by field: nothing hidden is ever put in and taken out again. The viewer is
a seat; onlookers have a view of another type, without a field for what is not public. A game that shows more has a
subclass.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypedDict

from game.crossword.hands import (
    HandFields,
    HandView,
    OnlookersHandView,
    PlayerView,
    bag_fields,
    hand_fields,
    player_views,
)
from game.crossword.leftovers import Total
from game.crossword.plain.ledger import Receipt, receipts
from game.crossword.plain.state import PlainState
from game.kernel.base_types import Millis, Seat
from game.kernel.events import LoggedStep
from game.kernel.public_view import public_fields
from game.kernel.view import core_fields

Ledger = Callable[[Iterable[LoggedStep], Seat | None, bool], tuple[Receipt, ...]]
"""Receipts of a log, for a viewer, and whether the match is over (`ledger.receipts`)."""


class CellView(NamedTuple):
    """One square of the board, public; `last` when the newest word lies on it."""

    row: int
    col: int
    bonus: str
    letter: str
    blank: bool
    value: int
    by: Seat | None
    last: bool


@dataclass(frozen=True, slots=True)
class Can:
    """Which of the turn's buttons are live for the viewer. `ends`: the next pass would end the match, and `concedes`
    that it would lose it."""

    play: bool
    pass_turn: bool
    ends: bool
    concedes: bool
    swap: bool
    resign: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainView(HandView):
    """Everything one viewer's screen is drawn from."""

    cells: tuple[CellView, ...]
    players: tuple[PlayerView, ...]
    can: Can
    receipts: tuple[Receipt, ...]
    totals: tuple[Total, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlookersPlainView(OnlookersHandView):
    """Everything an onlooker's screen is drawn from."""

    cells: tuple[CellView, ...]
    players: tuple[PlayerView, ...]
    receipts: tuple[Receipt, ...]
    totals: tuple[Total, ...]


class BoardFields(TypedDict):
    """What of board, players and turns is alike in all plain word games and for all who may see the match."""

    cells: tuple[CellView, ...]
    players: tuple[PlayerView, ...]
    receipts: tuple[Receipt, ...]


class PlainFields(HandFields, BoardFields):
    """What of it is alike in all plain word games."""


def plain_fields(
    state: PlainState, viewer: Seat | None, log: Sequence[LoggedStep], now: Millis, ledger_of: Ledger = receipts
) -> PlainFields:
    """What a viewer may see of board, players, hands and turns. `log` is the log, or its newest turns; the oldest
    first. `ledger_of` makes the receipts of a game whose turns bring more."""
    return {**hand_fields(state, viewer), **_board_fields(state, ledger_of(log, viewer, state.over), now)}


def _board_fields(state: PlainState, counted: tuple[Receipt, ...], now: Millis) -> BoardFields:
    ledger = _counted(state, counted)
    last = next((receipt.laid for receipt in reversed(ledger) if receipt.laid), ())
    size = state.board.size
    return {
        "cells": tuple(
            CellView(i // size, i % size, cell.bonus, cell.letter, cell.blank, cell.value, cell.by, i in last)
            for i, cell in enumerate(state.board.cells)
        ),
        "players": player_views(state, now),
        "receipts": ledger,
    }


def can(
    state: PlainState,
    viewer: Seat | None,
    *,
    ends: Callable[[Any], bool],
    concedes: Callable[[Any], bool] | None = None,
) -> Can:
    """The buttons of a viewer. `ends` and `concedes` say of the match after a pass of the active seat whether it is
    over by that, or lost."""
    playing = viewer == state.active and not state.over
    passer = state.players[state.active]
    after = state.put_player(state.active, replace(passer, passes=passer.passes + 1))
    loses = playing and concedes is not None and concedes(after)
    return Can(
        play=playing,
        pass_turn=playing,
        ends=loses or playing and ends(after),
        concedes=loses,
        swap=playing and bool(state.bag),
        resign=viewer in state.inside and not state.over,
    )


def view_by(
    totals: Callable[[Any], Sequence[Total]], ends: Callable[[Any], bool], ledger_of: Ledger = receipts
) -> Callable[[PlainState, Seat | None, Sequence[LoggedStep], Millis], PlainView]:
    """The view of a game with this final reckoning, in which a pass `ends` a match by what it then is; `ledger_of` as
    of `plain_fields`."""

    def view_of(state: PlainState, viewer: Seat | None, log: Sequence[LoggedStep], now: Millis) -> PlainView:
        return PlainView(
            **core_fields(state, viewer, now, totals(state) if state.over else ()),
            **plain_fields(state, viewer, log, now, ledger_of),
            can=can(state, viewer, ends=ends),
        )

    return view_of


def onlookers_view_by(
    totals: Callable[[Any], Sequence[Total]], ledger_of: Ledger = receipts
) -> Callable[[PlainState, Sequence[LoggedStep], Millis], OnlookersPlainView]:
    """The view for onlookers of a game with this final reckoning; what opens at its end stays closed there."""

    def onlookers_view(state: PlainState, log: Sequence[LoggedStep], now: Millis) -> OnlookersPlainView:
        return OnlookersPlainView(
            **public_fields(state, now, totals(state) if state.over else ()),
            **bag_fields(state),
            **_board_fields(state, ledger_of(log, None, False), now),
        )

    return onlookers_view


def _counted(state: PlainState, ledger: tuple[Receipt, ...]) -> tuple[Receipt, ...]:
    """The ledger, with as many failed attempts in the turn that runs as the state has counted: its log may be longer
    than what was read of it."""
    if not ledger or ledger[-1].turn != state.turn or ledger[-1].tries >= state.tries:
        return ledger
    return (*ledger[:-1], replace(ledger[-1], tries=state.tries))

"""The view of a match of Alfapet: what one viewer may know of it and do in it now.

A `View` is another type than `MatchState` and is built up from nothing, field by field: nothing hidden is ever put in
and taken out again. The viewer is a seat; onlookers have a view of another type, without a field for what is not
public. Serves the secrets (rule 6).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from game.crossword.hands import (
    HandView,
    OnlookersHandView,
    PlayerView,
    bag_fields,
    hand_fields,
    look_back_by,
    open_hands,
    player_views,
    unseen,
)
from game.crossword.tiles import BLANK, Tile
from game.kernel.base_types import Millis, Seat
from game.kernel.events import LoggedStep
from game.kernel.match import PLAY
from game.kernel.public_view import public_fields
from game.kernel.view import core_fields
from game.variants.alfapet.rules.board import Cell
from game.variants.alfapet.rules.ending import Total, totals
from game.variants.alfapet.rules.ledger import Receipt, receipts
from game.variants.alfapet.rules.settings import theme_words
from game.variants.alfapet.rules.state import MatchState
from game.variants.alfapet.rules.tiles import SPECIALS

NO_LETTERS = (BLANK, *SPECIALS)
"""The tiles of a rack that show no letter."""


class CellView(NamedTuple):
    """One square of the board, public; `bonus` is a mark of the layout, `arrow` "", "across" or "down", `last` whether
    the newest word laid it."""

    row: int
    col: int
    bonus: str
    letter: str
    blank: bool
    value: int
    by: Seat | None
    arrow: str
    black: bool
    last: bool


@dataclass(frozen=True, slots=True)
class Can:
    """Which of the turn's buttons are live for the viewer. `end`: the next pass would end the match; `swap` is the most
    tiles that may be exchanged."""

    play: bool
    pass_turn: bool
    end: bool
    swap: int
    resign: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class View(HandView):
    """Everything one viewer's screen is drawn from."""

    cells: tuple[CellView, ...]
    players: tuple[PlayerView, ...]
    start: tuple[Tile, ...]
    theme: tuple[tuple[str, Seat | None], ...]
    can: Can
    receipts: tuple[Receipt, ...]
    totals: tuple[Total, ...]

    @property
    def solo(self) -> bool:
        """Whether one plays alone."""
        return len(self.players) == 1

    @property
    def holds_all(self) -> bool:
        """Whether the viewer plays both racks of a match that runs, and sees them."""
        return bool(self.hands) and not self.over


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlookersView(OnlookersHandView):
    """Everything an onlooker's screen is drawn from."""

    cells: tuple[CellView, ...]
    players: tuple[PlayerView, ...]
    start: tuple[Tile, ...]
    theme: tuple[tuple[str, Seat | None], ...]
    receipts: tuple[Receipt, ...]
    totals: tuple[Total, ...]


def onlookers_view(state: MatchState, log: Sequence[LoggedStep], now: Millis) -> OnlookersView:
    """The match as everybody may see it; what opens at its end stays closed here. `log` as in `view_of`."""
    ledger = receipts(log, None, False)
    return OnlookersView(
        **public_fields(state, now, totals(state) if state.over else ()),
        **bag_fields(state),
        cells=_cells(state, ledger),
        players=player_views(state, now),
        start=state.start,
        theme=tuple(zip(theme_words(state.rules), state.theme, strict=True)),
        receipts=ledger,
    )


def view_of(state: MatchState, viewer: Seat | None, log: Sequence[LoggedStep], now: Millis) -> View:
    """The match as `viewer` may see it at `now` (ms since the epoch). `log` is the log, or its newest turns; the oldest
    first."""
    ledger = receipts(log, viewer, state.over)
    return View(
        **core_fields(state, viewer, now, totals(state) if state.over else ()),
        **hand_fields(state, viewer, NO_LETTERS),
        cells=_cells(state, ledger),
        players=player_views(state, now),
        start=state.start,
        theme=tuple(zip(theme_words(state.rules), state.theme, strict=True)),
        can=_can(state, viewer),
        receipts=ledger,
    )


def view_of_all(state: MatchState, log: Sequence[LoggedStep], now: Millis) -> View:
    """The match as one sees it who plays both racks alone: that of the seat on turn, with nothing hidden but the
    bag's order."""
    return replace(
        view_of(state, state.active, log, now),
        receipts=receipts(log, state.active, True),
        unseen=unseen(state.tileset, state.bag, (), None),
        hands=open_hands(state, NO_LETTERS),
    )


look_back = look_back_by(view_of, NO_LETTERS)


def _cells(state: MatchState, ledger: Sequence[Receipt]) -> tuple[CellView, ...]:
    size, last = state.board.size, _last_cells(ledger)
    return tuple(_cell(cell, *divmod(i, size), divmod(i, size) in last) for i, cell in enumerate(state.board.cells))


def _cell(cell: Cell, row: int, col: int, last: bool) -> CellView:
    return CellView(
        row, col, cell.bonus, cell.letter, cell.blank, cell.value, cell.by, cell.arrow, cell.black, last
    )  # fmt: skip


def _can(state: MatchState, viewer: Seat | None) -> Can:
    acts = viewer == state.active and state.phase == PLAY
    most = state.rules.number("passes_to_end")
    passes = [player.passes + (seat == viewer) for seat, player in enumerate(state.players) if player.out is None]
    return Can(
        play=acts,
        pass_turn=acts,
        end=acts and min(passes) >= most,
        swap=min(len(state.bag), len(state.players[viewer].hand)) if viewer is not None and acts else 0,
        resign=viewer in state.inside and not state.over,
    )


def _last_cells(ledger: Sequence[Receipt]) -> frozenset[tuple[int, int]]:
    """The squares (row, col) that the newest word laid, its black tile among them, for the "last play" ring."""
    for receipt in reversed(ledger):
        if receipt.tiles:
            return frozenset((*receipt.tiles, *((receipt.black,) if receipt.black else ())))
    return frozenset()

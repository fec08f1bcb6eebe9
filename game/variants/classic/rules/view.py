"""What one viewer may know of a match of Classic, and what they may do in it now.

A `View` is built up from nothing, field by field: nothing hidden is ever put in and taken out again. The viewer is a
seat, or None for a stranger, who sees what is public.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from game.crossword.hands import HandView, hand_fields, open_hands
from game.crossword.leftovers import Total
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import away_left_ms
from game.kernel.events import LoggedStep
from game.kernel.view import core_fields
from game.variants.classic.rules.ending import has_conceded, is_stalled, ranked, totals
from game.variants.classic.rules.ledger import Receipt, receipts
from game.variants.classic.rules.state import MatchState


class CellView(NamedTuple):
    """One square of the board as everybody sees it; `last` when the newest word lies on it."""

    row: int
    col: int
    bonus: str
    letter: str
    blank: bool
    value: int
    by: Seat | None
    last: bool


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What is public of one player. `away_left`: the time left to come back (ms) of one who is away, else None."""

    seat: Seat
    score: int
    hand_count: int
    passes: int
    timeouts: int
    away_left: Millis | None


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
class View(HandView):
    """Everything one viewer's screen is drawn from."""

    opened: bool
    cells: tuple[CellView, ...]
    players: tuple[PlayerView, ...]
    can: Can
    receipts: tuple[Receipt, ...]
    totals: tuple[Total, ...]
    ranked: tuple[int, ...]


def view_of(state: MatchState, viewer: Seat | None, log: Sequence[LoggedStep], now: Millis) -> View:
    """The match as `viewer` may see it at `now` (ms since the epoch). `log` is the log, or its newest turns; the oldest
    first."""
    ledger = _counted(state, receipts(log, viewer, state.over))
    last = next((receipt.laid for receipt in reversed(ledger) if receipt.laid), ())
    size = state.board.size
    return View(
        **core_fields(state, viewer, now, totals(state) if state.over else ()),
        **hand_fields(state, viewer),
        opened=state.opened,
        size=size,
        cells=tuple(
            CellView(i // size, i % size, cell.bonus, cell.letter, cell.blank, cell.value, cell.by, i in last)
            for i, cell in enumerate(state.board.cells)
        ),
        players=tuple(
            PlayerView(seat, p.score, len(p.hand), p.passes, p.timeouts, away_left_ms(state, seat, now))
            for seat, p in enumerate(state.players)
        ),
        can=_can(state, viewer),
        receipts=ledger,
        ranked=tuple(ranked(state)) if state.over else (),
    )


def look_back(state: MatchState, viewer: Seat | None, log: Sequence[LoggedStep],
              ledger: tuple[Receipt, ...]) -> View:  # fmt: skip
    """A match that is over as it was at one of its turns, with every hand open."""
    return replace(view_of(state, None, log, 0), viewer=viewer, receipts=ledger, hands=open_hands(state))


def _can(state: MatchState, viewer: Seat | None) -> Can:
    playing = viewer == state.active and not state.over
    passer = state.players[state.active]
    after = state.put_player(state.active, replace(passer, passes=passer.passes + 1))
    concedes = playing and has_conceded(after, state.active)
    return Can(
        play=playing,
        pass_turn=playing,
        ends=concedes or playing and is_stalled(after, state.active),
        concedes=concedes,
        swap=playing and bool(state.bag),
        resign=viewer is not None and not state.over,
    )


def _counted(state: MatchState, ledger: tuple[Receipt, ...]) -> tuple[Receipt, ...]:
    """The ledger, with as many failed attempts in the turn that runs as the state has counted: its log may be longer
    than what was read of it."""
    if not ledger or ledger[-1].turn != state.turn or ledger[-1].tries >= state.tries:
        return ledger
    return (*ledger[:-1], replace(ledger[-1], tries=state.tries))

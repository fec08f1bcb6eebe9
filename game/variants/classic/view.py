"""What one viewer may know of a match of Classic, and what they may do in it now.

A `View` is built up from nothing, field by field: nothing hidden is ever put in and taken out again. The viewer is a
seat, or None for a stranger, who sees what is public.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from game.crossword.hands import HandTile, hand_tiles, unseen
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import away_left_ms, left_ms, turn_ms
from game.kernel.events import LoggedStep
from game.kernel.setting_types import Ruleset
from game.variants.classic.ending import Total, has_conceded, is_stalled, ranked, totals
from game.variants.classic.ledger import Receipt, receipts
from game.variants.classic.state import MatchState


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


@dataclass(frozen=True, slots=True)
class View:
    """Everything one viewer's screen is drawn from."""

    viewer: Seat | None
    rules: Ruleset
    phase: str
    active: Seat
    turn: int
    opened: bool
    size: int
    cells: tuple[CellView, ...]
    bag: int
    players: tuple[PlayerView, ...]
    hand: tuple[HandTile, ...]
    unseen: tuple[tuple[str, int], ...]
    can: Can
    left: Millis | None
    full: Millis | None
    receipts: tuple[Receipt, ...]
    totals: tuple[Total, ...]
    ranked: tuple[int, ...]
    reason: str
    winner: Seat | None
    places: tuple[int, ...] | None
    hands: tuple[tuple[HandTile, ...], ...]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.reason)

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is the one to act."""
        return not self.over and self.viewer == self.active


def view_of(state: MatchState, viewer: Seat | None, log: Sequence[LoggedStep], now: Millis) -> View:
    """The match as `viewer` may see it at `now` (ms since the epoch). `log` is the log, or its newest turns; the oldest
    first."""
    over, outcome = state.over, state.outcome
    ledger = _counted(state, receipts(log, viewer, over))
    last = next((receipt.laid for receipt in reversed(ledger) if receipt.laid), ())
    size = state.board.size
    return View(
        viewer=viewer,
        rules=state.rules,
        phase=state.phase,
        active=state.active,
        turn=state.turn,
        opened=state.opened,
        size=size,
        cells=tuple(
            CellView(i // size, i % size, cell.bonus, cell.letter, cell.blank, cell.value, cell.by, i in last)
            for i, cell in enumerate(state.board.cells)
        ),
        bag=len(state.bag),
        players=tuple(
            PlayerView(seat, p.score, len(p.hand), p.passes, p.timeouts, away_left_ms(state, seat, now))
            for seat, p in enumerate(state.players)
        ),
        hand=hand_tiles(state.tileset, state.players[viewer].hand) if viewer is not None else (),
        unseen=unseen(state.tileset, state.bag, [player.hand for player in state.players], viewer),
        can=_can(state, viewer),
        left=left_ms(state, now),
        full=turn_ms(state.rules),
        receipts=ledger,
        totals=totals(state) if over else (),
        ranked=tuple(ranked(state)) if over else (),
        reason=outcome.reason if outcome else "",
        winner=outcome.winner if outcome else None,
        places=outcome.places if outcome else None,
        hands=tuple(hand_tiles(state.tileset, p.hand) for p in state.players) if over else (),
    )


def look_back(state: MatchState, viewer: Seat | None, log: Sequence[LoggedStep],
              ledger: tuple[Receipt, ...]) -> View:  # fmt: skip
    """A match that is over as it was at one of its turns, with every hand open."""
    hands = tuple(hand_tiles(state.tileset, player.hand) for player in state.players)
    return replace(view_of(state, None, log, 0), viewer=viewer, receipts=ledger, hands=hands)


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

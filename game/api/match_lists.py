"""A player's running matches, for lists: as many statements for fifty matches as for one."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.due_statements import live_seats_and_due
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import is_slow, left_ms
from game.last_plays import LastPlay, last_plays
from game.match_statements import playing_now, stamp_of
from game.models import Match, SeatRow
from game.presentation.slow_clock import TurnTime, turn_time
from game.services import nudges, settle_due, store
from game.services.clock import now_ms
from game.services.match_faults import MatchFailed
from game.variants import VARIANTS


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A running match in a player's list; `opponent` names the others, `scores` are the player's own and the best of
    the others', `left_ms` of the turn; `seats` is how many play. At `one_device` all are named, and none is the player.
    `may_nudge`: the player may remind the one on turn. `time` is that of a slow match, `last` there for as many of the
    first as were asked for."""

    public_id: str
    variant: str
    opponent: str
    language: str
    board_size: int
    preset: str
    turn_seconds: int | None
    your_turn: bool
    scores: tuple[int, int]
    left_ms: Millis | None
    seats: int = 2
    one_device: bool = False
    slow: bool = False
    practice: bool = False
    may_nudge: bool = False
    time: TurnTime | None = None
    last: LastPlay | None = None

    @property
    def is_live(self) -> bool:
        """Whether its clock is one that all sit at."""
        return self.turn_seconds is not None and not self.slow

    @property
    def waits(self) -> bool:
        """Whether other people wait for the player's turn."""
        return self.your_turn and not self.practice


@dataclass(frozen=True, slots=True)
class RunningMatches:
    """A user's running matches as `live_matches` gives them, and those that stand still by a fault of the site's: their
    public ids, and whom against. `stamp` is another text once one of them has moved (`stamp_of`)."""

    cards: Sequence[MatchCard] = ()
    standing: Sequence[tuple[str, str]] = ()
    stamp: str = ""


def running_matches(user_id: int, with_last: int = 0) -> RunningMatches:
    """The user's running matches; the first `with_last` of those on the user's turn say what was played last."""
    now = now_ms()
    found: list[tuple[MatchCard, Match, SeatRow]] = []
    standing = []
    live = live_seats_and_due(user_id, now)
    named = {seat.match_id: names for seat, _, names in live}
    for seat, is_due, names in live:
        if seat.match.variant not in VARIANTS:
            continue
        try:
            row = settle_due.settled(seat.match_id, now) if is_due else seat.match
            state = store.load(row)
        except MatchFailed:
            others = [name for other, name in enumerate(names) if other != seat.seat]
            standing.append((seat.match.public_id, ", ".join(others)))
            continue
        if state.outcome is None and state.players[seat.seat].out is None:
            found.append((_card(row, seat.seat, state, names, now), row, seat))
    found.sort(key=lambda one: _urgency(one[0]))
    reminded = nudges.nudged([card.public_id for card, _, _ in found if card.may_nudge])
    pictured = [(row, seat) for card, row, seat in found[:with_last] if card.your_turn]
    plays = last_plays(pictured, named, now)
    cards = [_with(card, plays.get(row.pk), reminded) for card, row, _ in found]
    return RunningMatches(cards, standing, stamp_of([seat for seat, _, _ in live]))


def _with(card: MatchCard, last: LastPlay | None, reminded: Collection[str]) -> MatchCard:
    return replace(card, last=last, may_nudge=card.may_nudge and card.public_id not in reminded)


def live_matches(user_id: int) -> list[MatchCard]:
    """A user's running matches, those on the user's turn first and of these what runs out first, then the newest;
    without those that the user has left while the others play on, those of a game that is no longer installed, and
    those that stand still."""
    return list(running_matches(user_id).cards)


def _card(row: Match, own: Seat, state: Any, names: Sequence[str], now: Millis) -> MatchCard:
    others = [other for other in range(len(names)) if row.one_device or other != own]
    return MatchCard(
        public_id=row.public_id,
        variant=row.variant,
        opponent=", ".join(names[other] for other in others),
        language=row.language,
        board_size=state.board.size,
        preset=row.preset,
        turn_seconds=state.rules.limit("turn_seconds"),
        your_turn=row.one_device or state.active == own,
        scores=(state.players[own].score, max((state.players[other].score for other in others), default=0)),
        left_ms=left_ms(state, now),
        seats=len(names),
        one_device=row.one_device,
        slow=is_slow(state),
        practice=row.practice,
        may_nudge=state.active != own and not row.practice and nudges.may_be_nudged(state, now),
        time=turn_time(state, now) if is_slow(state) else None,
    )


def _urgency(card: MatchCard) -> tuple[bool, float]:
    """What waits for the player first, and of that what runs out first; what has no clock has time."""
    return (not card.your_turn, math.inf if not card.your_turn or card.left_ms is None else card.left_ms)


@dataclass(frozen=True, slots=True)
class PlayedNow:
    """A live or untimed match that somebody sits at."""

    public_id: str
    variant: str
    preset: str


def played_now(user_ids: Collection[int]) -> dict[int, PlayedNow]:
    """Which of these users play against people now, and what: neither slow matches nor practice; who is away from the
    match is not there. One statement for all of them."""
    return {user_id: PlayedNow(*match) for user_id, *match in playing_now(user_ids)}

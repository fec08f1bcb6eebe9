"""Create, list and count matches, for the other apps."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.api.match_settings import (
    begun_anew,
    settings_of_match,
)
from game.crossword.tiles import standard_tiles
from game.due_statements import live_seats_and_due
from game.games import DEFAULT_VARIANT
from game.kernel.base_types import Millis, Seat
from game.kernel.endings import CALLED_OFF
from game.kernel.match import CoreState
from game.kernel.pace_settings import HEAD_STARTS
from game.live.socket_keeper import of_this_loop as keeper_of_this_loop
from game.models import Match, SeatRow
from game.services import matches, store
from game.services.announce import Pings
from game.services.clock import now_ms
from game.services.matches import BotEntrant, Companion, Entrant
from game.variants import VARIANTS


def pings_of_connection(*, are_held: bool) -> Pings:
    """From here on in this context pings are sent by the running loop, whose socket keeper is notified first.
    `are_held`: not before the request is answered."""
    pings = Pings(asyncio.get_running_loop(), keeper_of_this_loop().told, is_held=are_held)
    pings.serve()
    return pings


STANDARD_BOARD = 15
"""The board whose tiles stand for a language's; the values are the same on the others."""


def create_match(
    *,
    settings: Mapping[str, object],
    entrants: Sequence[Entrant | BotEntrant | Companion],
    starts_at: Millis,
    variant: str = DEFAULT_VARIANT,
    preset: str = "",
    rated: bool = False,
    by_lot: bool = True,
    deal: str = "",
    at_once: bool = False,
    chosen: bytes | None = None,
    creator: int | None = None,
) -> str:
    """Make a match and give its public id; see `matches.create`. Settings of an earlier time, as those of a finished
    match or of a kept preset, are played as `begun_anew` says. Raises BadSettings naming the key."""
    row = matches.create(
        variant=variant,
        settings=begun_anew(settings, variant),
        entrants=entrants,
        starts_at=starts_at,
        preset=preset,
        rated=rated,
        by_lot=by_lot,
        deal=deal,
        at_once=at_once,
        chosen=chosen,
        creator=creator,
    )
    return row.public_id


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that is over, as a rematch needs it: `entrants` in seat order, `settings` those that differ from the
    defaults, `finished_at` when it ended. An entrant whose account is gone is missing; `seats` is how
    many played, `own` the user's seat, `companions` are those without an account who played at the user's device."""

    match_id: int
    public_id: str
    variant: str
    settings: dict[str, object]
    preset: str
    rated: bool
    finished_at: Millis
    entrants: tuple[Entrant, ...]
    seats: int = 2
    own: Seat = 0
    companions: tuple[str, ...] = ()


def finished_match(public_id: str, user_id: int) -> FinishedMatch | None:
    """The finished match in which the user has a seat; None for a stranger, a running match, no match, and one of a
    game that is no longer installed."""
    seat = matches.seat_of(public_id, user_id)
    if seat is None or seat.match.status != Match.Status.OVER or seat.match.variant not in VARIANTS:
        return None
    row = seat.match
    state = store.load(row)
    seats = SeatRow.objects.filter(match=row, user__isnull=False).order_by("seat")
    return FinishedMatch(
        match_id=row.pk,
        public_id=row.public_id,
        variant=row.variant,
        settings=settings_of_match(state, row.preset),
        preset=row.preset,
        rated=row.rated,
        finished_at=row.finished_at or 0,
        entrants=tuple(_entrant(state, s) for s in seats if s.user_id is not None),
        seats=len(state.players),
        own=seat.seat,
        companions=matches.companions_of(row),
    )


def _entrant(state: CoreState, seat: SeatRow) -> Entrant:
    """Who sat there, with the head start that they were given."""
    points, coins = ((state.rules.values.get(key) or {seat.seat: 0})[seat.seat] for key in HEAD_STARTS)
    return Entrant(seat.user_id or 0, seat.name, points, coins)


def how_many_called_off(user_id: int, variant: str) -> int:
    """How many matches of a game the user has called off with the others: all that is counted of those."""
    return Match.objects.filter(variant=variant, reason=CALLED_OFF, seats__user_id=user_id).count()


def how_many_unhurried(user_id: int) -> int:
    """How many slow and untimed matches the user plays with other people: practice, matches alone and at one device,
    and those that the user has left while the others play on, are none."""
    found = 0
    for seat, _, _ in live_seats_and_due(user_id, now_ms()):
        if seat.out or seat.match.practice or seat.match.one_device or seat.match.variant not in VARIANTS:
            continue
        if seat.match.slow:
            found += 1
            continue
        state = store.load(seat.match)
        found += len(state.players) > 1 and state.rules.limit("turn_seconds") is None
    return found


def plays_slowly(user_id: int) -> bool:
    """Whether the user has a seat in a running match whose turns take days."""
    running = SeatRow.objects.filter(user_id=user_id, match__status=Match.Status.LIVE, match__slow=True)
    return running.exists()


def letter_values(word: str, language: str) -> list[tuple[str, int]]:
    """The letters of a word with the values they have in a language's standard set of tiles."""
    tiles = standard_tiles(language, STANDARD_BOARD)
    return [(letter, tiles.value(letter)) for letter in word]


def how_many_live() -> int:
    """How many matches run."""
    return Match.objects.filter(status=Match.Status.LIVE).count()

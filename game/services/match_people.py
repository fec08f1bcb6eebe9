"""The people at the seats of a match that is played among people, for what they do beside it."""

from dataclasses import dataclass

from game.kernel.base_types import Millis, Seat
from game.models import Match, SeatRow
from game.services import store
from game.services.matches import PUBLIC_ID, shown_name
from game.variants import VARIANTS
from news.api import FRESH_MS

TWO = 2


@dataclass(frozen=True, slots=True)
class PersonAt:
    """A seat with the name that pages show. `user_id` is None once the account is gone; `has_left`: the others play on
    without it; `looked_at`: the last sign of life of a visible page."""

    seat: Seat
    user_id: int | None
    name: str
    has_left: bool
    looked_at: Millis

    def looks(self, now: Millis) -> bool:
        """Whether the player has a visible page of the match."""
        return self.looked_at > now - FRESH_MS


@dataclass(frozen=True, slots=True)
class MatchPeople:
    """Those who play a match, in the order of their seats; `finished_at` is None while it runs."""

    match_id: int
    public_id: str
    is_slow: bool
    finished_at: Millis | None
    seats: tuple[PersonAt, ...]

    def seat_of(self, user_id: int | None) -> PersonAt | None:
        """Where the user sits; None for a stranger."""
        return next((one for one in self.seats if one.user_id == user_id), None) if user_id is not None else None

    def others(self, seat: Seat) -> tuple[PersonAt, ...]:
        """Those at the other seats, from the next one on."""
        return (*self.seats[seat + 1 :], *self.seats[:seat])


def seats_in(match_id: int) -> tuple[PersonAt, ...]:
    """The seats of any match, with the names that pages show. Nothing is said of who has left."""
    rows = SeatRow.objects.filter(match=match_id).defer("draft")
    return tuple(_person(one, has_left=False) for one in rows)


def people_at(public_id: str) -> MatchPeople | None:
    """Who plays that match. None for practice, one device, a match alone, a game that is not there, and no match."""
    row = Match.objects.filter(public_id=public_id, practice=False).first() if PUBLIC_ID.fullmatch(public_id) else None
    if row is None or row.variant not in VARIANTS:
        return None
    seats = list(SeatRow.objects.filter(match=row).defer("draft"))
    if len(seats) < TWO:
        return None
    left = store.load(row).gone if len(seats) > TWO and row.status == Match.Status.LIVE else ()
    return MatchPeople(
        match_id=row.pk,
        public_id=row.public_id,
        is_slow=row.slow,
        finished_at=row.finished_at,
        seats=tuple(_person(one, has_left=one.seat in left) for one in seats),
    )


def _person(row: SeatRow, *, has_left: bool) -> PersonAt:
    return PersonAt(row.seat, row.user_id, shown_name(row.name), has_left, row.looked_at)

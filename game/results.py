"""How finished matches came out, for the other apps: who sat there, with what total, who won and who left."""

from collections.abc import Iterable
from dataclasses import dataclass

from game.models import Match
from game.rules.basics import Millis, Seat
from game.rules.ending import PLAYED_OUT
from game.services import matches

__all__ = ["PLAYED_OUT", "Result", "SeatResult", "result", "result_for", "results"]


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat: `user_id` is None once the account is gone, `name` is the one of that match.

    `fines` are the points that failed attempts cost (they are in the total), `scored_turns` the turns that laid words.
    """

    user_id: int | None
    name: str
    total: int
    fines: int
    scored_turns: int


@dataclass(frozen=True, slots=True)
class Result:
    """A match that is over. `seats` in seat order; `preset` is "" when it did not come from Quick Join.

    `winner` is None when nobody won. `left` is the seat that ended the match early by leaving, conceding or running out
    of time: None when it was played out, and when everybody was gone.
    """

    match_id: int
    public_id: str
    rated: bool
    preset: str
    language: str
    variant: str
    reason: str
    winner: Seat | None
    left: Seat | None
    finished_at: Millis
    seats: tuple[SeatResult, ...]

    @property
    def played_out(self) -> bool:
        """Whether the totals decided."""
        return self.reason in PLAYED_OUT

    def seat_of(self, user_id: int) -> Seat | None:
        """Where the user sat; None for a stranger."""
        return next((seat for seat, player in enumerate(self.seats) if player.user_id == user_id), None)


def result(match_id: int) -> Result | None:
    """The result of a match; None while it runs and for no such match."""
    return results([match_id]).get(match_id)


def result_for(public_id: str, user_id: int) -> Result | None:
    """The result of a match in which the user has a seat; None for a stranger, a running match, and no match."""
    seat = matches.seat_of(public_id, user_id)
    return None if seat is None else result(seat.match_id)


def results(match_ids: Iterable[int]) -> dict[int, Result]:
    """The results of those of the matches that are over, by the match's primary key."""
    rows = Match.objects.filter(pk__in=match_ids, status=Match.Status.OVER).defer("state", "seed", "sealed")
    return {row.pk: _read(row) for row in rows.prefetch_related("seats")}


def _read(row: Match) -> Result:
    seats = tuple(
        SeatResult(seat.user_id, seat.name, int(seat.total), seat.fines, seat.scored_turns) for seat in row.seats.all()
    )
    left = None
    if row.winner is not None and row.reason not in PLAYED_OUT:
        left = (row.winner + 1) % len(seats)
    return Result(
        match_id=row.pk,
        public_id=row.public_id,
        rated=row.rated,
        preset=row.preset,
        language=row.language,
        variant=row.variant,
        reason=row.reason,
        winner=row.winner,
        left=left,
        finished_at=row.finished_at or 0,
        seats=seats,
    )

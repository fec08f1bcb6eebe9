"""Results of finished matches, for the other apps: the players, their totals, who won and who left."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.kernel.base_types import Millis, Seat
from game.models import Match, SeatRow
from game.services import matches
from game.variants import VARIANTS


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat: `user_id` is None once the account is gone, `name` is the one of that match.

    `fines` are the points that failed attempts cost (they are in the total), `scored_turns` the turns that laid words.
    `place` is from 1, shared places alike, None without a winner; `left`: by leaving, conceding or running out of time.
    """

    user_id: int | None
    name: str
    total: int
    fines: int
    scored_turns: int
    place: int | None
    left: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A match that is over. `seats` in seat order; `preset` is "" when it did not come from Quick Join.

    `winner` is None when there is none, and when the first place is shared: then it is `drawn`. `ranked`: the totals
    move ranked points, which those of a `slow` match never do: its ratings are a pool of their own. At `one_device` one
    user has played for all, or handed it on.
    """

    match_id: int
    public_id: str
    rated: bool
    practice: bool
    preset: str
    language: str
    variant: str
    reason: str
    winner: Seat | None
    finished_at: Millis
    seats: tuple[SeatResult, ...]
    ranked: bool = True
    one_device: bool = False
    slow: bool = False

    @property
    def drawn(self) -> bool:
        """Whether some share the first place."""
        return self.winner is None and any(seat.place == 1 for seat in self.seats)

    @property
    def played_out(self) -> bool:
        """Whether the totals decided: between two at least who did not leave."""
        return any(seat.place for seat in self.seats) and sum(not seat.left for seat in self.seats) > 1

    def seat_of(self, user_id: int) -> Seat | None:
        """Where the user sat; None for a stranger."""
        return next((seat for seat, player in enumerate(self.seats) if player.user_id == user_id), None)

    def others(self, seat: Seat) -> tuple[SeatResult, ...]:
        """Those who sat at the other seats, in turn order from the next one on."""
        return (*self.seats[seat + 1 :], *self.seats[:seat])


def result(match_id: int) -> Result | None:
    """The result of a match; None while it runs and for no such match."""
    return results([match_id]).get(match_id)


def result_for(public_id: str, user_id: int) -> Result | None:
    """The result of a match in which the user has a seat; None for a stranger, a running match, and no match."""
    seat = matches.seat_of(public_id, user_id)
    return None if seat is None else result(seat.match_id)


def match_of_player(public_id: str, user_id: int) -> tuple[str, int] | None:
    """The game and the primary key of a match, running or not, in which the user has a seat; None for a stranger."""
    seat = matches.seat_of(public_id, user_id)
    return None if seat is None else (seat.match.variant, seat.match_id)


def results(match_ids: Iterable[int]) -> dict[int, Result]:
    """The results of those of the matches that are over, by the match's primary key."""
    rows = Match.objects.filter(pk__in=match_ids, status=Match.Status.OVER).defer("state", "seed", "sealed")
    return {row.pk: _read(row) for row in rows.prefetch_related("seats")}


def places_of(row: Match, seats: Sequence[SeatRow]) -> list[int | None]:
    """The seats' places; all None without a winner. A match between two may have none written: the winner is first."""
    if row.winner is None or any(seat.place is not None for seat in seats):
        return [seat.place for seat in seats]
    return [1 if seat.seat == row.winner else 2 for seat in seats]


def _read(row: Match) -> Result:
    seats = list(row.seats.all())
    game = VARIANTS.get(row.variant)  # of a game that is not installed any more no seat counts as having left
    ends_by_leaving = game is not None and row.winner is not None and row.reason not in game.played_out
    return Result(
        match_id=row.pk,
        public_id=row.public_id,
        rated=row.rated,
        practice=row.practice,
        preset=row.preset,
        language=row.language,
        variant=row.variant,
        reason=row.reason,
        winner=row.winner,
        finished_at=row.finished_at or 0,
        seats=tuple(
            SeatResult(
                user_id=seat.user_id,
                name=seat.name,
                total=int(seat.total),
                fines=seat.fines,
                scored_turns=seat.scored_turns,
                place=place,
                # The last one to leave ends the match, and is not out of one that goes on.
                left=seat.out or (ends_by_leaving and seat.seat != row.winner),
            )
            for seat, place in zip(seats, places_of(row, seats), strict=True)
        ),
        ranked=game is not None and game.ranked and not row.slow,
        one_device=row.one_device,
        slow=row.slow,
    )

"""A player's last finished matches, for lists."""

from dataclasses import dataclass

from game.match_statements import finished_seats, tables_of
from game.services import matches
from game.services.results import places_of


@dataclass(frozen=True, slots=True)
class RecentMatch:
    """A finished match in a player's list; `opponent` names the others, `totals` are the player's own and the best of
    the others', `won` is None without a winner, `drawn` when the player shares the first place, `reason` is how it
    ended; `place` is the player's among `seats`, None without a winner. At `one_device` all are named, and none of them
    is the player."""

    public_id: str
    variant: str
    opponent: str
    language: str
    preset: str
    won: bool | None
    totals: tuple[int, int]
    reason: str = ""
    drawn: bool = False
    seats: int = 2
    place: int | None = None
    one_device: bool = False


def recent_matches(user_id: int, limit: int = 5) -> list[RecentMatch]:
    """A user's last finished matches, the latest first."""
    recent = []
    own = finished_seats(user_id, limit)
    tables = tables_of([seat.match_id for seat in own])
    for seat in own:
        row, table = seat.match, tables[seat.match_id]
        others = [other for other in table if row.one_device or other.seat != seat.seat]
        place = places_of(row, table)[seat.seat]
        recent.append(
            RecentMatch(
                public_id=row.public_id,
                variant=row.variant,
                opponent=", ".join(matches.shown_name(other.name) for other in others),
                language=row.language,
                preset=row.preset,
                won=None if place is None else row.winner == seat.seat,
                totals=(int(seat.total), max((int(other.total) for other in others), default=0)),
                reason=row.reason,
                drawn=place == 1 and row.winner is None,
                seats=len(table),
                place=place,
                one_device=row.one_device,
            )
        )
    return recent

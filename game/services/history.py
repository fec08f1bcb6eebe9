"""What is told of finished matches to the floors above: the facts of their seats."""

from dataclasses import dataclass

from game.facts import SeatFacts
from game.models import Match, SeatRow
from game.rules.basics import Millis, Seat
from game.services import stories


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A finished match and the facts of its seats; `users` in seat order, None where the account is gone."""

    match_id: int
    language: str
    preset: str
    rated: bool
    board_size: int
    turn_seconds: int | None
    finished_at: Millis
    reason: str
    winner: Seat | None
    users: tuple[int | None, ...]
    seats: tuple[SeatFacts, ...]


def match_facts(match_id: int) -> MatchFacts | None:
    """The facts of a match; None while it runs, for then nobody may know them, and for no such match.

    Raises BrokenLog.
    """
    row = Match.objects.filter(pk=match_id, status=Match.Status.OVER).first()
    if row is None:
        return None
    assert row.finished_at is not None
    telling = stories.tell_again(row)
    dealt, *_ = telling.story.states
    return MatchFacts(
        match_id=row.pk,
        language=row.language,
        preset=row.preset,
        rated=row.rated,
        board_size=dealt.rules.number("board_size"),
        turn_seconds=dealt.rules.limit("turn_seconds"),
        finished_at=row.finished_at,
        reason=row.reason,
        winner=row.winner,
        users=tuple(SeatRow.objects.filter(match=row).order_by("seat").values_list("user_id", flat=True)),
        seats=telling.facts,
    )


def finished_matches(after: int, limit: int) -> list[int]:
    """The primary keys of up to `limit` matches that are over, those above `after`, in order."""
    rows = Match.objects.filter(pk__gt=after, status=Match.Status.OVER).order_by("pk")
    return list(rows.values_list("pk", flat=True)[:limit])

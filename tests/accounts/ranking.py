"""Finished Quick Join matches for the tests of this folder, made without playing them."""

from typing import Any

from accounts.models import RatedMatch, User
from accounts.services import ranking
from game.models import Match, SeatRow
from game.services import store
from tests.support.matches import START, UserFactory

HOUR = 3_600_000
DAY = 24 * HOUR


def account(name: str = "Astrid", **fields: Any) -> User:
    """A player with an account."""
    return UserFactory.create(display_name=name, is_guest=False, **fields)


def ended(
    first: User,
    second: User,
    totals: tuple[int, int] = (300, 250),
    *,
    reason: str = "bag_empty",
    winner: int | None = None,
    at: int = START,
    rated: bool = True,
    preset: str = "standard",
    language: str = "en",
    tell: bool = True,
    fines: tuple[int, int] = (0, 0),
    scored_turns: tuple[int, int] = (9, 9),
    places: tuple[int | None, int | None] = (None, None),
    practice: bool = False,
    slow: bool = False,
) -> Match:
    """A match over at `at` between seats 0 and 1, told to whoever listens as the game does; with `places`, or as the
    winner has them."""
    row = Match.objects.create(
        variant="alfapower", language=language, preset=preset, rated=rated, practice=practice, slow=slow,
        started_at=START, seed=b"", state="{}",
    )  # fmt: skip
    players = enumerate((first, second))
    SeatRow.objects.bulk_create(
        SeatRow(
            match=row, seat=seat, user=player, name=player.display_name, total=str(totals[seat]),
            fines=fines[seat], scored_turns=scored_turns[seat], place=places[seat],
        )
        for seat, player in players
    )  # fmt: skip
    if winner is None and places == (None, None) and reason in ("bag_empty", "stalled"):
        winner = totals.index(max(totals))
    row.status, row.reason, row.winner, row.finished_at = Match.Status.OVER, reason, winner, at
    row.save()
    if tell:
        store.tell_end(row, at)
    return row


def points(*players: User) -> list[int]:
    """Ranked points as the account page says them."""
    return [ranking.points_of(player.pk) for player in players]


def verdict(row: Match) -> str | None:
    """What the ranking made of a match; None where it was not its business."""
    rated = RatedMatch.objects.filter(match=row).first()
    return rated.verdict if rated else None

"""What plain SQL writes to a seat is what the ORM writes (game/seat_statements.py)."""

from typing import Any

import pytest
from django.db.models import BigIntegerField, ExpressionWrapper, F, QuerySet

from game.models import SeatRow
from game.seat_statements import clear_draft, renew_fresh_lease, renew_fresh_leases, renew_lease
from tests.support.matches import make_match

pytestmark = pytest.mark.django_db

LEASE, NOW = 15_000, 2**41


def seats(match_id: int) -> list[dict[str, Any]]:
    left_out = ("id", "match_id", "user_id", "name")
    rows = SeatRow.objects.filter(match_id=match_id).order_by("seat").values()
    return [{name: value for name, value in row.items() if name not in left_out} for row in rows]


def two(**at_first: Any) -> tuple[int, int]:
    """Two matches with the same first seat."""
    ours, orms = make_match().pk, make_match().pk
    SeatRow.objects.filter(match__in=[ours, orms], seat=0).update(**at_first)
    SeatRow.objects.filter(match__in=[ours, orms], seat=1).update(seen_at=NOW)
    return ours, orms


def first(match_id: int) -> QuerySet[SeatRow]:
    return SeatRow.objects.filter(match_id=match_id, seat=0)


def fresh(match_id: int, seen_at: int) -> QuerySet[SeatRow]:
    lapses_at = ExpressionWrapper(F("seen_at") + F("lease"), output_field=BigIntegerField())
    return first(match_id).annotate(lapses_at=lapses_at).filter(away=False, lapses_at__gt=seen_at)


SEATS = [
    {"seen_at": NOW - LEASE + 1, "lease": LEASE, "away": False},
    {"seen_at": NOW - LEASE, "lease": LEASE, "away": False},
    {"seen_at": NOW - 1, "lease": 5_000, "away": True},
    {"seen_at": NOW + 7, "lease": 5_000, "away": False},
]


@pytest.mark.parametrize("at_first", SEATS, ids=range(4))
def test_a_lease_is_renewed_as_the_orm_does(at_first: dict[str, Any]) -> None:
    ours, orms = two(**at_first)
    renew_lease(ours, 0, NOW, LEASE)
    first(orms).update(seen_at=NOW, lease=LEASE, away=False)
    assert seats(ours) == seats(orms)


@pytest.mark.parametrize("at_first", SEATS, ids=range(4))
def test_a_lease_that_has_not_lapsed_is_renewed_as_the_orm_does(at_first: dict[str, Any]) -> None:
    ours, orms = two(**at_first)
    written = renew_fresh_lease(ours, 0, NOW, LEASE)
    assert written is bool(fresh(orms, NOW).update(seen_at=NOW, lease=LEASE))
    assert seats(ours) == seats(orms)


@pytest.mark.parametrize("at_first", SEATS, ids=range(4))
def test_many_leases_are_renewed_as_the_orm_does(at_first: dict[str, Any]) -> None:
    """A sign that is older than what is written changes nothing, and counts as written."""
    ours, orms = two(**at_first)
    written = renew_fresh_leases({(ours, 0): NOW, (0, 0): NOW}, LEASE)
    assert written == [(ours, 0)][: fresh(orms, NOW).count()]
    fresh(orms, NOW).filter(seen_at__lt=NOW).update(seen_at=NOW, lease=LEASE)
    assert seats(ours) == seats(orms)


@pytest.mark.parametrize("draft", ["", '{"tiles":[]}'])
def test_a_draft_is_cleared_as_the_orm_does(draft: str) -> None:
    ours, orms = two(draft=draft)
    SeatRow.objects.filter(seat=1).update(draft="another's")
    clear_draft(ours, 0)
    first(orms).update(draft="")
    assert seats(ours) == seats(orms) and seats(ours)[1]["draft"] == "another's"

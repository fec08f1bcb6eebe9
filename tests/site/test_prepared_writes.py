"""A statement that is put into words once writes what the ORM writes (common/prepared_writes.py)."""

from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model
from pytest_django import DjangoAssertNumQueries

from common.prepared_writes import PreparedInsert, PreparedUpdate
from game.models import LogEntry, Match, SeatRow
from tests.support.calls import calls_of
from tests.support.matches import make_match

pytestmark = pytest.mark.django_db

ENTRY = {
    "seq": 7, "at": 12, "arrived_at": None, "seat": 1, "action": '{"do":"pass"}', "events": "[]", "digest": "d" * 64,
    "state_format": 2, "nonce": "a'); --",
}  # fmt: skip


def _stored(row: Model) -> dict[str, Any]:
    row.refresh_from_db()
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key}


def test_a_row_is_inserted_as_the_orm_does(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    insert, rows = PreparedInsert(LogEntry), [make_match() for _ in range(2)]
    insert.write(match_id=rows[0].pk, **ENTRY)
    LogEntry.objects.create(match=rows[1], **ENTRY)
    ours, orms = (_stored(LogEntry.objects.get(match=row, seq=7)) for row in rows)
    assert ours == orms | {"match_id": rows[0].pk}
    with django_assert_num_queries(1):
        insert.write(match_id=rows[0].pk, **ENTRY | {"seq": 8, "nonce": None})


def test_a_column_without_a_value_is_an_error() -> None:
    row = make_match()
    with pytest.raises(KeyError, match="nonce"):
        PreparedInsert(LogEntry).write(match_id=row.pk, **{name: ENTRY[name] for name in ENTRY if name != "nonce"})


def test_the_named_columns_of_one_row_are_updated_and_no_others() -> None:
    row, other = (SeatRow.objects.get(match=make_match(), seat=0) for _ in range(2))
    before = _stored(row), _stored(other)
    row.name, row.place, row.away, row.total = "Anna'; --", 2, True, "not written"
    PreparedUpdate(SeatRow, "name", "place", "away").write(row)
    assert _stored(row) == before[0] | {"name": "Anna'; --", "place": 2, "away": True}
    assert _stored(other) == before[1]


def test_an_update_costs_less_than_the_orms() -> None:
    row, update = make_match(), PreparedUpdate(Match, "version", "state")
    update.write(row)
    by_orm = calls_of(lambda: row.save(update_fields=["version", "state"]))
    assert calls_of(lambda: update.write(row)) < by_orm / 2


def test_a_row_that_is_gone_is_an_error() -> None:
    row = make_match()
    Match.objects.filter(pk=row.pk).delete()
    with pytest.raises(ObjectDoesNotExist, match=str(row.pk)):
        PreparedUpdate(Match, "version").write(row)

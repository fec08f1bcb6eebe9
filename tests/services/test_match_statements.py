"""What every act writes in plain SQL is what the ORM writes (game/match_statements.py)."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from game.match_statements import WRITTEN, entries_before, insert_log_entry, stored_names, update_match
from game.models import LogEntry, Match, SeatRow
from tests.support.calls import calls_of
from tests.support.matches import make_match

pytestmark = pytest.mark.django_db

ENTRY: dict[str, Any] = {
    "seq": 7, "at": 2**40, "arrived_at": None, "seat": 1, "action": '{"do":"pass"}', "events": "[]",
    "digest": "d" * 64, "state_format": 2, "nonce": "a'); --",
}  # fmt: skip


def stored(row: Model) -> dict[str, Any]:
    row.refresh_from_db()
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key}


@pytest.mark.parametrize(
    "more", [{}, {"arrived_at": 2**41, "nonce": None}, {"seat": None, "events": "Å 100 %"}], ids=range(3)
)
def test_an_entry_is_inserted_as_the_orm_does(more: dict[str, Any]) -> None:
    rows = [make_match() for _ in range(2)]
    with CaptureQueriesContext(connection) as asked:
        insert_log_entry(match_id=rows[0].pk, **ENTRY | more)
    assert len(asked) == 1
    LogEntry.objects.create(match=rows[1], **ENTRY | more)
    ours, orms = (stored(LogEntry.objects.get(match=row, seq=7)) for row in rows)
    assert ours == orms | {"match_id": rows[0].pk}
    assert set(ENTRY) | {"match_id"} == set(orms), "a column is written by no statement"


@pytest.mark.parametrize("again", [{"nonce": "another"}, {"seq": 8}], ids=["its number", "its nonce"])
def test_a_second_entry_of_a_number_or_a_nonce_is_refused(again: dict[str, Any]) -> None:
    row = make_match()
    insert_log_entry(match_id=row.pk, **ENTRY)
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_log_entry(match_id=row.pk, **ENTRY | again)


@pytest.mark.parametrize(
    "changed",
    [
        {"version": 9, "state": "{}", "due_at": None, "logged_at": 2**41, "outages_seen": 3},
        {"status": Match.Status.OVER, "reason": "resigned", "winner": 1, "finished_at": 2**41, "due_at": 5},
        {"status": "live", "reason": "", "winner": None, "finished_at": None},
    ],
    ids=range(3),
)
def test_a_match_is_updated_as_the_orm_does_and_no_other(changed: dict[str, Any]) -> None:
    ours, orms, other = (make_match() for _ in range(3))
    before = stored(other)
    same = {"public_id", "seed", "sealed", "commitment", "fair", "lobby_order"}
    for row in (ours, orms):
        for name, value in changed.items():
            setattr(row, name, value)
        row.language = "not written"
    update_match(ours)
    orms.save(update_fields=WRITTEN)
    one, two = ({name: value for name, value in stored(row).items() if name not in same} for row in (ours, orms))
    assert {name: one[name] for name in WRITTEN} == {name: two[name] for name in WRITTEN}
    assert one["language"] != "not written" and stored(other) == before


def test_they_cost_less_than_the_orms() -> None:
    row = make_match()
    update_match(row)
    assert calls_of(lambda: update_match(row)) < calls_of(lambda: row.save(update_fields=WRITTEN)) / 2


def test_a_match_that_is_gone_is_an_error() -> None:
    row = make_match()
    Match.objects.filter(pk=row.pk).delete()
    with pytest.raises(Match.DoesNotExist, match="no match"):
        update_match(row)


@pytest.mark.parametrize(("seq", "most"), [(1, 5), (4, 2), (2**40, 96), (9, 0)])
def test_entries_are_read_as_the_orm_does(seq: int, most: int) -> None:
    row, _other = make_match(), make_match()
    for number in range(2, 8):
        insert_log_entry(match_id=row.pk, **ENTRY | {"seq": number, "nonce": None, "events": f"[{number}]"})
    orms = LogEntry.objects.filter(match=row, seq__lt=seq).order_by("-seq").values_list("seq", "events")[:most]
    assert entries_before(row.pk, seq, most) == list(orms)


def test_names_are_read_as_the_orm_does() -> None:
    row, _other = make_match(), make_match()
    SeatRow.objects.filter(match=row, seat=1).update(name="Åke'; --")
    names = SeatRow.objects.filter(match=row).order_by("seat").values_list("name", flat=True)
    assert stored_names(row.pk) == tuple(names) and "Åke'; --" in names
    assert stored_names(0) == ()

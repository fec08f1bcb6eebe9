"""What plain SQL writes and finds of matches and seats is what the ORM does (game/match_statements.py,
due_statements.py, seat_statements.py)."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import BigIntegerField, ExpressionWrapper, F, Model, QuerySet
from django.test.utils import CaptureQueriesContext

from game.due_statements import (
    due_matches,
    live_seats_and_due,
    match_and_due,
    matches_and_due,
    seat_and_due,
    versions_and_due,
)
from game.kernel.deadlines import LEASE
from game.match_statements import (
    WRITTEN,
    entries_before,
    finished_seats,
    insert_log_entry,
    locked_match,
    seat_of_user,
    stored_names,
    tables_of,
    update_match,
)
from game.models import LogEntry, Match, Outage, SeatRow
from game.seat_statements import clear_draft, renew_fresh_lease, renew_fresh_leases, renew_lease
from tests.support.calls import calls_of
from tests.support.matches import make_match, user_at

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
    orms = LogEntry.objects.filter(match=row, seq__lt=seq).order_by("-seq").values_list("seq", "events", "at")[:most]
    assert entries_before(row.pk, seq, most) == list(orms)


def test_names_are_read_as_the_orm_does() -> None:
    row, _other = make_match(), make_match()
    SeatRow.objects.filter(match=row, seat=1).update(name="Åke'; --")
    names = SeatRow.objects.filter(match=row).order_by("seat").values_list("name", flat=True)
    assert stored_names(row.pk) == tuple(names) and "Åke'; --" in names
    assert stored_names(0) == ()


def columns(row: Model) -> dict[str, Any]:
    """All columns of a row, and those of what came with it."""
    came_with = {name: columns(other) for name, other in row._state.fields_cache.items() if other is not None}
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields} | came_with


def same(ours: Sequence[Model], orms: Iterable[Model]) -> bool:
    return [columns(row) for row in ours] == [columns(row) for row in orms]


def matches_of_one(count: int) -> tuple[list[Match], int]:
    """Matches in which one user has seats, and that user."""
    rows = [make_match() for _ in range(count)]
    user = user_at(rows[0], 0)
    SeatRow.objects.filter(match__in=rows, seat=0).update(user=None)
    SeatRow.objects.filter(match__in=rows, seat=1).update(user=user)
    return rows, user.pk


def test_a_match_is_locked_as_the_orm_does() -> None:
    row, _other = make_match(), make_match()
    with CaptureQueriesContext(connection) as asked, transaction.atomic():
        locked = locked_match(row.pk)
    assert locked is not None and same([locked], Match.objects.filter(pk=row.pk))
    locks = [query["sql"] for query in asked if "FOR UPDATE" in query["sql"]]
    assert len(locks) == connection.features.has_select_for_update
    assert locked_match(0) is None


def test_a_users_seats_are_found_as_the_orm_does() -> None:
    rows, user_id = matches_of_one(5)
    for number, row in enumerate(rows[2:]):
        Match.objects.filter(pk=row.pk).update(status=Match.Status.OVER, finished_at=number // 2)
    seats = SeatRow.objects.select_related("match").filter(user_id=user_id)
    live = live_seats_and_due(user_id, DUE_AT)
    assert same([one.seat for one in live], seats.filter(match__status="live").order_by("-match_id"))
    assert [one.names for one in live] == [stored_names(one.seat.match_id) for one in live]
    for most in (2, 9):
        over = seats.filter(match__status="over").order_by("-match__finished_at", "-match_id")
        assert same(finished_seats(user_id, most), over[:most])
    for row in rows:
        seat = seat_of_user(row.public_id, user_id)
        assert seat is not None and same([seat], seats.filter(match=row))
    assert seat_of_user("'; --", user_id) is None and seat_of_user(rows[0].public_id, 0) is None
    assert live_seats_and_due(0, DUE_AT) == [] and finished_seats(0, 5) == []


def test_tables_are_found_as_the_orm_does() -> None:
    rows, _user_id = matches_of_one(3)
    found = tables_of([row.pk for row in rows[:2]])
    assert list(found) == [row.pk for row in rows[:2]] and tables_of([]) == {}
    for match_id, table in found.items():
        assert same(table, SeatRow.objects.filter(match_id=match_id).order_by("seat"))


DUE_AT = 2**41


@pytest.mark.parametrize(
    ("of_match", "of_seat", "is_out", "is_due"),
    [
        ({}, {}, False, False),
        ({"due_at": DUE_AT}, {}, False, True),
        ({"due_at": DUE_AT + 1}, {}, False, False),
        ({"due_at": None}, {}, False, False),
        ({"due_at": DUE_AT, "status": "over"}, {}, False, False),
        ({"due_at": DUE_AT, "variant": "gone"}, {}, False, False),
        ({}, {"seen_at": DUE_AT - LEASE}, False, True),
        ({}, {"seen_at": DUE_AT - LEASE + 1}, False, False),
        ({}, {"seen_at": DUE_AT - LEASE, "away": True}, False, False),
        ({"practice": True}, {"seen_at": DUE_AT - LEASE}, False, False),
        ({}, {}, True, True),
    ],
    ids=range(11),
)
def test_a_match_is_due_by_its_clock_an_absence_or_an_outage(
    of_match: dict[str, Any], of_seat: dict[str, Any], is_out: bool, is_due: bool
) -> None:
    """For one, for many, for their versions and for the sweep alike; and the rows are those of the ORM."""
    row, _other = make_match(), make_match()
    Match.objects.filter(pk=row.pk).update(**{"due_at": DUE_AT + 9} | of_match)
    row.seats.update(seen_at=DUE_AT)
    row.seats.filter(seat=1).update(**of_seat)
    if is_out:
        Outage.objects.create(from_at=1, to_at=2)
    found = match_and_due(row.pk, DUE_AT)
    assert found is not None and found[1] is is_due and same([found[0]], Match.objects.filter(pk=row.pk))
    [(one, due)] = matches_and_due([row.pk, 0], DUE_AT)
    assert same([one], [found[0]]) and due is is_due
    assert versions_and_due([row.pk], DUE_AT) == [(row.pk, one.version, is_due)]
    assert (row.pk in due_matches(DUE_AT, 0, 10)) is is_due
    assert match_and_due(0, DUE_AT) is None
    user = user_at(row, 1)
    own = seat_and_due(row.public_id, user.pk, DUE_AT)
    assert own is not None and own.is_due is is_due and own.names == stored_names(row.pk)
    assert same([own.seat], row.seats.select_related("match").filter(seat=1))
    assert seat_and_due(row.public_id, 0, DUE_AT) is seat_and_due("'; --", user.pk, DUE_AT) is None
    assert matches_and_due([], DUE_AT) == [] and versions_and_due([], DUE_AT) == []


def test_a_sweep_takes_the_longest_due_first_and_leaves_what_failed_lately() -> None:
    rows = [make_match() for _ in range(3)]
    for number, row in enumerate(rows):
        Match.objects.filter(pk=row.pk).update(due_at=DUE_AT - number, failed_at=[None, 5, 6][number])
    assert due_matches(DUE_AT, 5, 10) == [rows[1].pk, rows[0].pk]
    assert due_matches(DUE_AT, 6, 2) == [rows[2].pk, rows[1].pk]


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

"""Objects made of what plain SQL has found are those of the ORM (common/model_rows.py)."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Model

from accounts.models import User
from accounts.sign_in.session_store import SessionStore
from common.model_rows import ModelRows
from game.models import Match, SeatRow
from tests.support.calls import calls_of
from tests.support.matches import make_match, user_at

pytestmark = pytest.mark.django_db


def kept(row: Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def by_sql(model: type[Model], row: Model) -> Model:
    rows = ModelRows(model, "it")
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT {rows.columns} FROM "{model._meta.db_table}" AS "it" WHERE "it"."id" = %s', [row.pk])
        return rows.object(cursor.fetchone())


@pytest.mark.parametrize("model", [Match, SeatRow, User])
def test_they_are_as_the_orm_has_them(model: Any) -> None:
    """Flags, moments, JSON, bytes and what is empty, on either database."""
    user = user_at(make_match(), 0)
    user.preferences, user.is_guest, user.last_login = {"å": [1, None]}, True, datetime(2026, 3, 1, 12, tzinfo=UTC)
    user.save()
    Match.objects.update(fair={"seed": "ab"}, seed=b"\x00\xff", rated=True)
    for row in model.objects.all():
        found = by_sql(model, row)
        assert kept(found) == kept(row) and found == row
        assert [type(value) for value in kept(found).values()] == [type(value) for value in kept(row).values()]
        assert not found._state.adding and found._state.db == "default"


def test_what_sends_a_request_is_found_as_the_orm_finds_it() -> None:
    user = user_at(make_match(), 0)
    assert kept(User.objects.get(pk=user.pk)) == kept(User.objects.get(username=user.username))
    with pytest.raises(User.DoesNotExist):
        User.objects.get(pk=2**40)
    session = SessionStore()
    session["å"] = 1
    session.save()
    assert SessionStore(session.session_key).load() == {"å": 1}
    for change in ({"expire_date": datetime(2020, 1, 1, tzinfo=UTC)}, {"session_data": "tampered with"}):
        Session.objects.filter(pk=session.session_key).update(**change)
        assert SessionStore(session.session_key).load() == {}
    for unknown in ("x" * 32, "'; --", None):
        lost = SessionStore(unknown)
        assert lost.load() == {} and lost.session_key is None


def test_they_cost_less_than_the_orms() -> None:
    user = user_at(make_match(), 0)
    assert User.objects.get(pk=user.pk) == user
    assert calls_of(lambda: User.objects.get(pk=user.pk)) < calls_of(lambda: User.objects.get(id=user.pk)) / 2

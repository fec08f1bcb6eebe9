"""Shutting a player out: at once, for a reason that they read, until a moment, and without anybody's points moving."""

from datetime import datetime, timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import api
from accounts.models import RatedMatch, Sanction, Standing, User
from accounts.services import sanctions
from common.models import AuditEntry
from game.models import Match
from game.services.clock import now_ms
from lobby.models import Seeker
from lobby.services import quick_join
from tests.accounts.conftest import match_of, sign_in, who
from tests.support.browsers import signed_in
from tests.support.sanctioned import closed
from tests.support.types import certain

ADD = reverse("admin:accounts_sanction_add")


def form(user: User, **more: str) -> dict[str, str]:
    posted = {"user": str(user.pk), "kind": "closed", "reason": "other", "words": "Swearing.", "note": "Third time."}
    return posted | {"until_0": "", "until_1": ""} | more


def ended(moment: datetime) -> int:
    """The moment as the periodic work gives it."""
    return round(moment.timestamp() * 1000)


def test_a_moderator_closes_an_account_from_the_player_s_page(moderator: User, elsa: User, client: Client) -> None:
    browser = signed_in(moderator)
    page = browser.get(reverse("admin:accounts_user_change", args=[elsa.pk])).content.decode()
    assert f"{ADD}?user={elsa.pk}" in page
    assert browser.post(ADD, form(elsa)).status_code == 302
    made = Sanction.objects.get()
    assert (made.user, made.by, made.words, made.until) == (elsa, moderator, "Swearing.", None)
    assert not User.objects.get(pk=elsa.pk).is_active
    entry = AuditEntry.objects.get()
    assert (entry.who, entry.kind, entry.changes["words"]) == ("moderator", "accounts.sanction", [None, "Swearing."])


def test_who_is_closed_out_is_out_at_once_and_reads_why(moderator: User, elsa: User, client: Client) -> None:
    sign_in(client)
    until = timezone.now() + timedelta(days=3)
    closed(elsa.pk, words="Swearing <b>.", by=moderator, until=until, note="inside")
    page = client.get("/")
    text = page.content.decode()
    assert page.status_code == 403 and "Swearing &lt;b&gt;." in text and "inside" not in text
    assert f"{until:%Y}" in text and "no-store" in page["Cache-Control"]
    assert who(client) is None and client.get("/").status_code == 200, "told once, a visitor after that"


def test_what_an_open_page_fetches_by_itself_does_not_use_the_message_up(
    moderator: User, elsa: User, client: Client
) -> None:
    sign_in(client)
    closed(elsa.pk, by=moderator)
    for by_itself in ({"HX-Request": "true"}, {"Sec-Fetch-Dest": "empty"}):
        assert "Swearing." not in client.get("/", headers=by_itself).content.decode()
    assert "Swearing." in client.get("/", headers={"Sec-Fetch-Dest": "document"}).content.decode()


def test_signing_in_says_the_same_and_only_to_who_knows_the_password(
    moderator: User, elsa: User, client: Client
) -> None:
    closed(elsa.pk, by=moderator)
    assert "Swearing." not in sign_in(client, password="wrong password 1").content.decode()
    answer = sign_in(client)
    text = answer.content.decode()
    assert answer.status_code == 403 and "Swearing." in text and "This account is closed" in text
    assert who(client) is None


def test_a_guest_reads_it_too(moderator: User, client: Client, guest: User) -> None:
    closed(guest.pk, by=moderator)
    assert "Swearing." in client.get("/").content.decode()


def test_running_matches_end_as_resigned_and_move_nothing(moderator: User, elsa: User, ebba: User) -> None:
    row = match_of(elsa, ebba)
    Match.objects.filter(pk=row.pk).update(rated=True, preset="quick")
    closed(elsa.pk, by=moderator)
    row.refresh_from_db()
    assert (row.status, row.reason) == ("over", "resigned")
    assert row.seats.get(seat=certain(row.winner)).user == ebba
    assert not RatedMatch.objects.filter(moved__gt=0).exists()
    assert not Standing.objects.filter(matches__gt=0).exists()


def test_nobody_waits_for_who_is_closed_out(moderator: User, elsa: User) -> None:
    quick_join.seek(elsa.pk, quick_join.queue("quick", "en"), now_ms())
    closed(elsa.pk, by=moderator)
    assert not Seeker.objects.exists()


def test_it_ends_by_itself_when_its_time_is_over(moderator: User, elsa: User, client: Client) -> None:
    until = timezone.now() + timedelta(hours=1)
    closed(elsa.pk, by=moderator, until=until)
    api.end_sanctions(ended(until) - 1000)
    assert not User.objects.get(pk=elsa.pk).is_active
    api.end_sanctions(ended(until) + 1000)
    assert User.objects.get(pk=elsa.pk).is_active and Sanction.objects.get().ended_at
    sign_in(client)
    assert who(client) == elsa


def test_one_without_an_end_stays(moderator: User, elsa: User) -> None:
    closed(elsa.pk, by=moderator)
    api.end_sanctions(ended(timezone.now() + timedelta(days=9999)))
    assert not User.objects.get(pk=elsa.pk).is_active


def test_a_moderator_lifts_it_and_it_is_remembered(moderator: User, elsa: User) -> None:
    made = closed(elsa.pk, by=moderator)
    chosen = {"action": "lift", "_selected_action": [made.pk]}
    signed_in(moderator).post(reverse("admin:accounts_sanction_changelist"), chosen)
    assert User.objects.get(pk=elsa.pk).is_active
    made.refresh_from_db()
    assert made.ended_at and AuditEntry.objects.get(act=AuditEntry.Act.DONE).note == "Lift"
    assert not sanctions.lift_sanction(made.pk, moderator)
    assert closed(elsa.pk, words="Again.", by=moderator).pk != made.pk


def test_its_end_can_be_put_off(moderator: User, elsa: User) -> None:
    made = closed(elsa.pk, by=moderator)
    browser, page = signed_in(moderator), reverse("admin:accounts_sanction_change", args=[made.pk])
    seen = browser.get(page).context["adminform"].form["seen"].value()
    posted = form(elsa, until_0="2099-01-01", until_1="12:00:00", seen=seen)
    assert browser.post(page, posted).status_code == 302
    made.refresh_from_db()
    assert certain(made.until).year == 2099
    assert AuditEntry.objects.get(act=AuditEntry.Act.CHANGE).changes["until"] == [None, "2099-01-01T12:00:00+00:00"]


@pytest.mark.parametrize("case", ["staff", "already", "passed"])
def test_what_cannot_be_is_said_and_nobody_is_shut_out(moderator: User, elsa: User, boss: User, case: str) -> None:
    user, more = elsa, {}
    if case == "staff":
        user = boss
    elif case == "already":
        closed(elsa.pk, by=moderator)
    else:
        more = {"until_0": "2001-01-01", "until_1": "00:00:00"}
    before = Sanction.objects.count()
    answer = signed_in(moderator).post(ADD, form(user, **more))
    assert any(answer.context["adminform"].form.has_error(field, case) for field in ("user", "until"))
    assert Sanction.objects.count() == before and User.objects.get(pk=user.pk).is_active == (case != "already")


def test_the_last_superuser_is_not_shut_out(boss: User) -> None:
    answer = signed_in(boss).post(ADD, form(boss))
    assert answer.context["adminform"].form.has_error("user", "last")


def test_two_at_once_are_one(moderator: User, elsa: User) -> None:
    closed(elsa.pk, words="One.", by=moderator)
    with pytest.raises(sanctions.SanctionedAlready):
        closed(elsa.pk, words="Two.", by=moderator)
    assert Sanction.objects.get().words == "One."


def test_nobody_else_s_pages_ask_about_it(client: Client, elsa: User) -> None:
    """The question is put only for a browser that was signed in and is not any more."""
    for enter in (lambda: None, lambda: sign_in(client)):
        enter()
        with CaptureQueriesContext(connection) as asked:
            client.get("/")
        assert asked.captured_queries and not [one for one in asked if "accounts_sanction" in one["sql"]]


def test_what_was_a_ban_is_a_sanction_with_all_that_it_said(elsa: User, moderator: User) -> None:
    """The migration, with rows as they were before it."""
    began, until = timezone.now() - timedelta(days=2), timezone.now() + timedelta(days=2)
    common = {"user_id": elsa.pk, "by_id": moderator.pk, "note": "Third time.", "began_at": began}
    bans = [
        SimpleNamespace(**common, reason="Swearing.", until=until, ended_at=None),
        SimpleNamespace(**common, reason="", until=None, ended_at=began),
    ]
    rows = SimpleNamespace(order_by=lambda _key: SimpleNamespace(iterator=lambda: iter(bans)))
    models = {"Ban": SimpleNamespace(objects=rows), "Sanction": Sanction}
    move = import_module("accounts.migrations.0037_bans_are_sanctions").move
    move(SimpleNamespace(get_model=lambda _app, name: models[name]), None)
    open_one, ended_one = Sanction.objects.order_by("pk")
    for made, ban in ((open_one, bans[0]), (ended_one, bans[1])):
        assert (made.kind, made.reason, made.user, made.by, made.note) == ("closed", "other", elsa, moderator, ban.note)
        assert (made.began_at, made.until, made.ended_at) == (ban.began_at, ban.until, ban.ended_at)
    assert open_one.words == "Swearing." and ended_one.words
    assert sanctions.lift_sanction(open_one.pk, None) and User.objects.get(pk=elsa.pk).is_active

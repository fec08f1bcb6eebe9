"""Shutting a player out: at once, for a reason that they read, until a moment, and without anybody's points moving."""

from datetime import datetime, timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import api
from accounts.models import Ban, RatedMatch, Standing, User
from accounts.services import banning
from common.models import AuditEntry
from game.models import Match
from game.services.clock import now_ms
from lobby.models import Seeker
from lobby.services import quick_join
from tests.accounts.conftest import match_of, sign_in, who
from tests.support.browsers import signed_in
from tests.support.types import certain

ADD = reverse("admin:accounts_ban_add")


def form(user: User, **more: str) -> dict[str, str]:
    return {"user": str(user.pk), "reason": "Swearing.", "until_0": "", "until_1": "", "note": "Third time."} | more


def ended(moment: datetime) -> int:
    """The moment as the periodic work gives it."""
    return round(moment.timestamp() * 1000)


def test_a_moderator_bans_from_the_player_s_page(moderator: User, elsa: User, client: Client) -> None:
    browser = signed_in(moderator)
    page = browser.get(reverse("admin:accounts_user_change", args=[elsa.pk])).content.decode()
    assert f"{ADD}?user={elsa.pk}" in page
    assert browser.post(ADD, form(elsa)).status_code == 302
    ban = Ban.objects.get()
    assert (ban.user, ban.by, ban.reason, ban.until) == (elsa, moderator, "Swearing.", None)
    assert not User.objects.get(pk=elsa.pk).is_active
    entry = AuditEntry.objects.get()
    assert (entry.who, entry.kind, entry.changes["reason"]) == ("moderator", "accounts.ban", [None, "Swearing."])


def test_who_is_banned_is_out_at_once_and_reads_why(moderator: User, elsa: User, client: Client) -> None:
    sign_in(client)
    until = timezone.now() + timedelta(days=3)
    banning.ban(elsa.pk, reason="Swearing <b>.", by=moderator, until=until, note="inside")
    page = client.get("/")
    text = page.content.decode()
    assert page.status_code == 403 and "Swearing &lt;b&gt;." in text and "inside" not in text
    assert f"{until:%Y}" in text and "no-store" in page["Cache-Control"]
    assert who(client) is None and client.get("/").status_code == 200, "told once, a visitor after that"


def test_what_an_open_page_fetches_by_itself_does_not_use_the_message_up(
    moderator: User, elsa: User, client: Client
) -> None:
    sign_in(client)
    banning.ban(elsa.pk, reason="Swearing.", by=moderator)
    for by_itself in ({"HX-Request": "true"}, {"Sec-Fetch-Dest": "empty"}):
        assert "Swearing." not in client.get("/", headers=by_itself).content.decode()
    assert "Swearing." in client.get("/", headers={"Sec-Fetch-Dest": "document"}).content.decode()


def test_signing_in_says_the_same_and_only_to_who_knows_the_password(
    moderator: User, elsa: User, client: Client
) -> None:
    banning.ban(elsa.pk, reason="Swearing.", by=moderator)
    assert "Swearing." not in sign_in(client, password="wrong password 1").content.decode()
    answer = sign_in(client)
    text = answer.content.decode()
    assert answer.status_code == 403 and "Swearing." in text and "any more" in text
    assert who(client) is None


def test_a_guest_reads_it_too(moderator: User, client: Client, guest: User) -> None:
    banning.ban(guest.pk, reason="Swearing.", by=moderator)
    assert "Swearing." in client.get("/").content.decode()


def test_running_matches_end_as_resigned_and_move_nothing(moderator: User, elsa: User, ebba: User) -> None:
    row = match_of(elsa, ebba)
    Match.objects.filter(pk=row.pk).update(rated=True, preset="quick")
    banning.ban(elsa.pk, reason="Swearing.", by=moderator)
    row.refresh_from_db()
    assert (row.status, row.reason) == ("over", "resigned")
    assert row.seats.get(seat=certain(row.winner)).user == ebba
    assert not RatedMatch.objects.filter(moved__gt=0).exists()
    assert not Standing.objects.filter(matches__gt=0).exists()


def test_nobody_waits_for_who_is_banned(moderator: User, elsa: User) -> None:
    quick_join.seek(elsa.pk, quick_join.queue("quick", "en"), now_ms())
    banning.ban(elsa.pk, reason="Swearing.", by=moderator)
    assert not Seeker.objects.exists()


def test_a_ban_ends_by_itself_when_its_time_is_over(moderator: User, elsa: User, client: Client) -> None:
    until = timezone.now() + timedelta(hours=1)
    banning.ban(elsa.pk, reason="Swearing.", by=moderator, until=until)
    api.end_bans(ended(until) - 1000)
    assert not User.objects.get(pk=elsa.pk).is_active
    api.end_bans(ended(until) + 1000)
    assert User.objects.get(pk=elsa.pk).is_active and Ban.objects.get().ended_at
    sign_in(client)
    assert who(client) == elsa


def test_one_without_an_end_stays(moderator: User, elsa: User) -> None:
    banning.ban(elsa.pk, reason="Swearing.", by=moderator)
    api.end_bans(ended(timezone.now() + timedelta(days=9999)))
    assert not User.objects.get(pk=elsa.pk).is_active


def test_a_moderator_lifts_it_and_the_ban_is_remembered(moderator: User, elsa: User) -> None:
    ban = banning.ban(elsa.pk, reason="Swearing.", by=moderator)
    chosen = {"action": "lift", "_selected_action": [ban.pk]}
    signed_in(moderator).post(reverse("admin:accounts_ban_changelist"), chosen)
    assert User.objects.get(pk=elsa.pk).is_active
    ban.refresh_from_db()
    assert ban.ended_at and AuditEntry.objects.get().note == "Lift"
    assert not banning.lift(ban.pk)
    assert banning.ban(elsa.pk, reason="Again.", by=moderator).pk != ban.pk


def test_its_end_can_be_put_off(moderator: User, elsa: User) -> None:
    ban = banning.ban(elsa.pk, reason="Swearing.", by=moderator)
    browser, page = signed_in(moderator), reverse("admin:accounts_ban_change", args=[ban.pk])
    seen = browser.get(page).context["adminform"].form["seen"].value()
    posted = form(elsa, until_0="2099-01-01", until_1="12:00:00", seen=seen)
    assert browser.post(page, posted).status_code == 302
    ban.refresh_from_db()
    assert certain(ban.until).year == 2099
    assert AuditEntry.objects.get().changes["until"] == [None, "2099-01-01T12:00:00+00:00"]


@pytest.mark.parametrize("case", ["staff", "banned", "passed"])
def test_what_cannot_be_is_said_and_nobody_is_shut_out(moderator: User, elsa: User, boss: User, case: str) -> None:
    user, more = elsa, {}
    if case == "staff":
        user = boss
    elif case == "banned":
        banning.ban(elsa.pk, reason="Swearing.", by=moderator)
    else:
        more = {"until_0": "2001-01-01", "until_1": "00:00:00"}
    before = Ban.objects.count()
    answer = signed_in(moderator).post(ADD, form(user, **more))
    assert any(answer.context["adminform"].form.has_error(field, case) for field in ("user", "until"))
    assert Ban.objects.count() == before and User.objects.get(pk=user.pk).is_active == (case != "banned")


def test_the_last_superuser_is_not_shut_out(boss: User) -> None:
    answer = signed_in(boss).post(ADD, form(boss))
    assert answer.context["adminform"].form.has_error("user", "last")


def test_two_bans_at_once_are_one(moderator: User, elsa: User) -> None:
    banning.ban(elsa.pk, reason="One.", by=moderator)
    with pytest.raises(banning.BannedAlready):
        banning.ban(elsa.pk, reason="Two.", by=moderator)
    assert Ban.objects.get().reason == "One."


def test_nobody_else_s_pages_ask_about_bans(client: Client, elsa: User) -> None:
    """The question is put only for a browser that was signed in and is not any more."""
    for enter in (lambda: None, lambda: sign_in(client)):
        enter()
        with CaptureQueriesContext(connection) as asked:
            client.get("/")
        assert asked.captured_queries and not [one for one in asked if "accounts_ban" in one["sql"]]


def test_accounts_that_were_closed_before_can_be_opened(elsa: User) -> None:
    User.objects.filter(pk=elsa.pk).update(is_active=False)
    import_module("accounts.migrations.0011_former_bans").keep_closed(apps, None)
    assert banning.lift(Ban.objects.get().pk) and User.objects.get(pk=elsa.pk).is_active

"""What ends a session closes its open pages; and what keeps one, or a guest, from being forgotten."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.api import clear_sessions, purge_guests
from accounts.models import User
from accounts.services import retention
from accounts.services.guests import create_guest
from accounts.services.naming import rename
from alfapower.processes import periodic_jobs
from game.services import announce
from game.services.clock import now_ms
from tests.accounts.conftest import account, become_guest, change_password, match_of, prove, sign_in, who
from tests.support.matches import make_match
from tests.support.types import certain


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The groups of sockets that were told to look at their session, in order."""
    groups: list[str] = []

    async def send(group: str, message: dict[str, int | str]) -> None:
        if message["type"] == "session.changed":
            groups.append(group)

    monkeypatch.setattr(announce, "_send", send)
    return groups


@pytest.fixture
def other(client: Client, elsa: User) -> Client:
    """Another browser of Elsa's; she is signed in at the client too."""
    other = Client()
    for browser in (client, other):
        sign_in(browser)
    return other


def lock(client: Client) -> None:
    user = certain(who(client))
    user.is_active = False
    user.save()


def delete(client: Client) -> None:
    prove(client)
    client.post(reverse("accounts:delete"), {"sure": "1"})


def end_others(client: Client) -> None:
    prove(client)
    client.post(reverse("usersessions_list"))


@pytest.mark.parametrize(
    "end",
    [lambda client: client.post(reverse("account_logout")), change_password, delete, lock, end_others],
    ids=["sign out", "password", "deletion", "lock", "other sessions"],
)  # fmt: skip
@pytest.mark.usefixtures("other")
def test_every_end_of_a_session_is_told_to_its_sockets(
    client: Client,
    elsa: User,
    told: list[str],
    end: Callable[..., Any],
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """Row by row what a socket hears within the request itself; it then asks the database (tests/services)."""
    told.clear()

    with django_capture_on_commit_callbacks(execute=True):
        end(client)

    assert announce.group_of_user(elsa.pk) in told


@pytest.mark.parametrize("end", [change_password, end_others], ids=["by a new password", "by signing all others out"])
def test_the_other_sessions_end_and_this_one_is_kept(
    client: Client, other: Client, elsa: User, end: Callable[..., Any]
) -> None:
    end(client)
    assert client.get(reverse("accounts:account")).status_code == 200 and who(client) == elsa
    assert other.get(reverse("accounts:account")).status_code == 302


def test_signing_in_tells_the_guest_s_open_pages(client: Client, guest: User, elsa: User, told: list[str]) -> None:
    sign_in(client)
    assert announce.group_of_user(guest.pk) in told


def test_what_a_guest_does_renews_the_session_once_a_day(client: Client, guest: User) -> None:
    old = timezone.now() - timedelta(days=3)
    User.objects.filter(pk=guest.pk).update(seen_at=old)

    client.get("/")
    assert User.objects.get(pk=guest.pk).seen_at == old
    answer = client.post(reverse("lobby:poll"))

    assert User.objects.get(pk=guest.pk).seen_at > old and "sessionid" in answer.cookies
    assert "sessionid" not in client.post(reverse("lobby:poll")).cookies


def test_guests_gone_for_good_are_removed_and_no_others() -> None:
    now = now_ms()
    long_ago = datetime.fromtimestamp(now / 1000, UTC) - timedelta(days=31)
    gone, player, recent, elsa = create_guest(), create_guest(), create_guest(), account()
    match_of(player)
    User.objects.exclude(pk=recent.pk).update(seen_at=long_ago, date_joined=long_ago)

    assert purge_guests(now) == 1

    assert not User.objects.filter(pk=gone.pk).exists()
    assert User.objects.filter(pk__in=[player.pk, recent.pk, elsa.pk]).count() == 3
    assert purge_guests(now) == 0


def test_guests_who_leave_nothing_behind_are_removed_sooner() -> None:
    now = now_ms()
    moment = datetime.fromtimestamp(now / 1000, UTC)
    create_guest()
    here, named, begun, player, elsa = *(create_guest() for _ in range(4)), account()
    rename(named.pk, "Wanda")
    User.objects.filter(pk=begun.pk).update(email="wanda@example.org")
    match_of(player, elsa)
    User.objects.exclude(pk=here.pk).update(seen_at=moment - timedelta(days=3))
    assert purge_guests(now) == 1
    assert {*User.objects.values_list("pk", flat=True)} == {user.pk for user in (here, named, begun, player, elsa)}
    with translation.override("sv"):
        swede = create_guest()
    User.objects.filter(pk=swede.pk).update(seen_at=moment - timedelta(days=3))
    assert purge_guests(now) == 1 and not User.objects.filter(pk=swede.pk).exists()


def test_sessions_that_have_ended_are_removed_by_the_ticker(client: Client, elsa: User) -> None:
    sign_in(client)
    ended = Session.objects.get(pk=client.session.session_key)
    assert UserSession.objects.filter(session_key=ended.pk).exists()
    other = Client()
    become_guest(other)
    Session.objects.filter(pk=ended.pk).update(expire_date=timezone.now() - timedelta(seconds=1))
    periodic_jobs.run("sessions")
    assert list(Session.objects.values_list("pk", flat=True)) == [other.session.session_key]
    assert not UserSession.objects.exists()


def test_many_ended_sessions_go_a_part_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "MOST_AT_ONCE", 2)
    long_ago = timezone.now() - timedelta(days=1)
    Session.objects.bulk_create(Session(pk=f"key-{n}", session_data="", expire_date=long_ago) for n in range(3))
    assert [clear_sessions(now_ms()) for _ in range(3)] == [2, 1, 0]


def test_a_guest_who_waits_for_a_slow_match_is_kept_and_with_the_next_act_the_session_too(client: Client) -> None:
    client.post(reverse("lobby:seek"), {"preset": "alfapower-slow", "lg": "en"})
    guest = User.objects.get()
    now = timezone.now()
    assert timedelta(days=59) < certain(guest.kept_until) - now < timedelta(days=61)
    answer = client.post(reverse("lobby:poll"))
    assert int(answer.cookies["sessionid"]["max-age"]) > timedelta(days=59).total_seconds()
    assert "sessionid" not in client.post(reverse("lobby:poll")).cookies, "once is enough"
    User.objects.update(seen_at=now - timedelta(days=40), date_joined=now - timedelta(days=40))
    assert purge_guests(now_ms()) == 0
    User.objects.update(kept_until=now - timedelta(days=1))
    assert purge_guests(now_ms()) == 1


@pytest.mark.parametrize(("settings", "kept"), [({"turn_seconds": 259_200}, True), ({"turn_seconds": 60}, False)])
def test_a_guest_who_plays_a_slow_match_is_kept_anew_with_what_they_do(
    client: Client, guest: User, settings: dict[str, Any], kept: bool
) -> None:
    row = make_match(**settings)
    row.seats.filter(seat=0).update(user=guest)
    User.objects.filter(pk=guest.pk).update(seen_at=timezone.now() - timedelta(days=3))
    age = int(client.post(reverse("lobby:poll")).cookies["sessionid"]["max-age"])
    assert (age > timedelta(days=59).total_seconds()) is kept
    assert (User.objects.get(pk=guest.pk).kept_until is not None) is kept


def test_an_account_lasts_as_long_as_before(client: Client, elsa: User) -> None:
    User.objects.filter(pk=elsa.pk).update(kept_until=timezone.now() + timedelta(days=60))
    sign_in(client)
    assert int(client.cookies["sessionid"]["max-age"]) <= timedelta(days=14).total_seconds()

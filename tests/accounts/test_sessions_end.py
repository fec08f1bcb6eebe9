"""What ends a session closes its open pages; and what keeps one, or a guest, from being forgotten."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.api import purge_guests
from accounts.models import User
from accounts.services.guests import create_guest
from game.services import announce
from game.services.clock import now_ms
from tests.accounts.conftest import PASSWORD, account, become_guest, match_of, sign_in, who

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(monkeypatch) -> list[str]:
    """The groups of sockets that were told to look at their session, in order."""
    groups: list[str] = []

    async def send(group, message):
        if message["type"] == "session.changed":
            groups.append(group)

    monkeypatch.setattr(announce, "_send", send)
    return groups


def change_password(client):
    new = {"oldpassword": PASSWORD, "password1": "another one 34", "password2": "another one 34"}
    client.post(reverse("account_change_password"), new)


def lock(client):
    user = who(client)
    user.is_active = False
    user.save()


def delete(client):
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.post(reverse("accounts:delete"), {"sure": "1"})


def end_others(client):
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    client.post(reverse("usersessions_list"))


@pytest.mark.parametrize(
    "end",
    [lambda client: client.post(reverse("account_logout")), change_password, delete, lock, end_others],
    ids=["sign out", "password", "deletion", "lock", "other sessions"],
)  # fmt: skip
def test_every_end_of_a_session_is_told_to_its_sockets(client, told, end, django_capture_on_commit_callbacks):
    """Row by row what a socket hears within the request itself; it then asks the database (tests/services)."""
    elsa = account()
    other = Client()
    for browser in (client, other):
        sign_in(browser)
    told.clear()

    with django_capture_on_commit_callbacks(execute=True):
        end(client)

    assert announce.group_of_user(elsa.pk) in told


def test_a_new_password_ends_the_other_sessions_and_keeps_this_one(client):
    elsa = account()
    other = Client()
    for browser in (client, other):
        sign_in(browser)
    change_password(client)
    assert client.get(reverse("accounts:account")).status_code == 200 and who(client) == elsa
    assert other.get(reverse("accounts:account")).status_code == 302


def test_signing_out_of_all_others(client):
    elsa = account()
    other = Client()
    for browser in (client, other):
        sign_in(browser)
    end_others(client)
    assert client.get(reverse("accounts:account")).status_code == 200 and who(client) == elsa
    assert other.get(reverse("accounts:account")).status_code == 302


def test_signing_in_tells_the_guest_s_open_pages(client, told):
    account()
    guest = become_guest(client)
    sign_in(client)
    assert announce.group_of_user(guest.pk) in told


def test_what_a_guest_does_renews_the_session_once_a_day(client):
    guest = become_guest(client)
    old = timezone.now() - timedelta(days=3)
    User.objects.filter(pk=guest.pk).update(seen_at=old)

    client.get("/")
    assert User.objects.get(pk=guest.pk).seen_at == old
    answer = client.post(reverse("lobby:poll"))

    assert User.objects.get(pk=guest.pk).seen_at > old and "sessionid" in answer.cookies
    assert "sessionid" not in client.post(reverse("lobby:poll")).cookies


def test_guests_gone_for_good_are_removed_and_no_others():
    now = now_ms()
    long_ago = datetime.fromtimestamp(now / 1000, UTC) - timedelta(days=31)
    gone, player, recent, elsa = create_guest(), create_guest(), create_guest(), account()
    match_of(player)
    User.objects.exclude(pk=recent.pk).update(seen_at=long_ago, date_joined=long_ago)

    assert purge_guests(now) == 1

    assert not User.objects.filter(pk=gone.pk).exists()
    assert User.objects.filter(pk__in=[player.pk, recent.pk, elsa.pk]).count() == 3
    assert purge_guests(now) == 0

"""From guest to account: by signing up the row stays, by signing in what the guest has changes hands."""

from unittest.mock import Mock

import pytest
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db import DatabaseError
from django.test import Client
from django.urls import reverse

from accounts.api import write_facts
from accounts.models import User
from accounts.services import merging
from game.models import Match, ShareLink
from game.services.clock import now_ms
from lobby.models import Room, RoomSeat, Seeker
from lobby.services import quick_join, rooms
from tests.accounts.conftest import account, form, mailed_code, match_of, sign_in, sign_up, who
from tests.support.matches import submit
from tests.support.types import certain


def test_a_guest_who_signs_up_stays_the_same_row_with_every_match(client: Client, guest: User) -> None:
    running, over = match_of(guest), match_of(guest)
    submit(over, 1, at=now_ms(), do="resign")
    Match.objects.update(rated=True)

    sign_up(client, "Wanda")

    user = certain(who(client))
    assert (user.pk, user.public_id, user.is_guest) == (guest.pk, guest.public_id, False)
    assert (user.display_name, user.username) == ("Wanda", "Wanda")
    assert set(user.seats.values_list("match_id", flat=True)) == {running.pk, over.pk}
    assert client.get(reverse("game:match", args=[running.public_id])).status_code == 200
    # What began with a guest counts for nobody's rank; what is over stays as it was told.
    assert [Match.objects.get(pk=row.pk).rated for row in (running, over)] == [False, True]


def test_until_the_address_is_verified_the_guest_plays_on(client: Client, guest: User, codes_by_mail: None) -> None:
    row = match_of(guest)
    key = client.session.session_key

    sign_up(client, "Wanda")

    assert who(client) == guest and certain(who(client)).is_guest and client.session.session_key != key
    assert client.get(reverse("game:match", args=[row.public_id])).status_code == 200
    page = client.get(reverse("account_email_verification_sent"))
    assert page.status_code == 200 and "Wanda" in page.content.decode()
    client.post(reverse("account_email_verification_sent"), {"code": mailed_code()})
    assert who(client) == guest and not certain(who(client)).is_guest


def test_giving_up_at_the_code_keeps_the_guest(client: Client, guest: User, codes_by_mail: None) -> None:
    sign_up(client, "Wanda")

    client.post(reverse("account_logout"), {"next": reverse("account_login")})

    assert who(client) == guest and certain(who(client)).is_guest
    assert client.get(reverse("account_signup")).status_code == 200


@pytest.mark.parametrize("email", ["elsa@example.org", "other@example.org"])
def test_one_may_sign_up_again_after_a_code_that_never_came(
    client: Client, guest: User, codes_by_mail: None, mailoutbox: list[EmailMessage], email: str
) -> None:
    sign_up(client, "Wanda")
    client.post(reverse("account_logout"))
    cache.clear()
    mailoutbox.clear()

    sign_up(client, "Wanda", email)

    assert who(client) == guest and User.objects.count() == 1
    client.post(reverse("account_email_verification_sent"), {"code": mailed_code()})
    assert (certain(who(client)).is_guest, certain(who(client)).email) == (False, email)


def test_a_guest_who_has_begun_to_sign_up_can_leave_and_take_the_data_along(
    client: Client, guest: User, codes_by_mail: None
) -> None:
    sign_up(client, "Wanda")
    assert client.get(reverse("accounts:export")).json()["profile"]["email"] == "elsa@example.org"
    client.post(reverse("accounts:delete"), {"sure": "1"})
    assert not User.objects.filter(pk=guest.pk).exists()


def test_who_comes_a_moment_too_late_for_a_name_is_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    account("Wanda", "first@example.org")
    monkeypatch.setattr("accounts.sign_in.allauth_adapter.naming.free_name", lambda raw, user_id: raw)
    page = client.post(reverse("account_signup"), form("Wanda"), follow=True)
    assert "That name, or one that looks like it" in page.content.decode() and who(client) is None


def test_signing_in_takes_finished_and_running_matches_along(client: Client, guest: User, elsa: User) -> None:
    running, over = match_of(guest), match_of(guest)
    Match.objects.update(rated=True)
    submit(over, 0, at=now_ms(), do="resign")
    key = client.session.session_key

    sign_in(client)

    assert who(client) == elsa and not User.objects.filter(pk=guest.pk).exists()
    assert set(elsa.seats.values_list("match_id", flat=True)) == {running.pk, over.pk}
    assert client.get(reverse("game:match", args=[running.public_id])).status_code == 200
    assert submit(running, 0, at=now_ms(), do="resign").code == ""
    # What began with a guest counts for nobody's rank.
    assert not Match.objects.get(pk=running.pk).rated
    thief = Client()
    thief.cookies["sessionid"] = certain(key)
    assert who(thief) is None


def test_a_wrong_password_leaves_the_guest_as_they_were(client: Client, guest: User, elsa: User) -> None:
    row = match_of(guest)

    sign_in(client, password="wrong")

    assert who(client) == guest and row.seats.get(seat=0).user == guest


def test_when_the_handing_over_fails_the_guest_is_still_there(
    client: Client, guest: User, elsa: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.sign_in.allauth_adapter.merging.merge", Mock(side_effect=DatabaseError))
    client.raise_request_exception = False
    assert sign_in(client).status_code >= 500
    assert who(client) == guest and client.get(reverse("accounts:account")).status_code == 200


def test_nobody_is_seated_twice(client: Client, guest: User, elsa: User) -> None:
    """Against oneself, in two browsers: the running seat stays the guest's, a finished one keeps only the name."""
    running, over = match_of(guest, elsa), match_of(guest, elsa)
    submit(over, 0, at=now_ms(), do="resign")

    sign_in(client)

    assert who(client) == elsa
    assert [seat.user_id for seat in running.seats.order_by("seat")] == [guest.pk, elsa.pk]
    assert [(seat.user_id, seat.name) for seat in over.seats.order_by("seat")] == [(None, "Wanda"), (elsa.pk, "Elsa")]


def test_a_place_in_quick_join_and_a_seat_in_a_room_come_along(client: Client, guest: User, elsa: User) -> None:
    quick_join.seek(guest.pk, quick_join.queue("quick", "en"), now_ms())
    code = rooms.create(guest.pk, "en", now_ms())

    sign_in(client)

    assert Seeker.objects.get().user == elsa
    assert Room.objects.get(code=code).host == elsa and RoomSeat.objects.get().user == elsa


def test_where_the_account_waits_and_sits_already_the_guest_gives_up(client: Client, guest: User, elsa: User) -> None:
    for user in (elsa, guest):
        quick_join.seek(user.pk, quick_join.queue("quick", "en"), now_ms())
    code = rooms.create(elsa.pk, "en", now_ms())
    rooms.join(code, guest.pk, now_ms())

    sign_in(client)

    assert [seeker.user_id for seeker in Seeker.objects.all()] == [elsa.pk]
    assert [seat.user_id for seat in RoomSeat.objects.all()] == [elsa.pk]


def test_an_account_is_never_merged_away(elsa: User, ebba: User) -> None:
    merging.merge(elsa.pk, ebba.pk)
    assert User.objects.filter(pk=elsa.pk).exists()


def test_a_guest_who_looks_at_the_entrance_keeps_a_place_in_quick_join(client: Client, guest: User) -> None:
    """What is drawn there still knows the guest: the name, and the word that renews the place."""
    quick_join.seek(guest.pk, quick_join.queue("quick", "en"), now_ms())

    page = client.get(reverse("account_signup")).content.decode()

    assert "Wanda" in page and reverse("lobby:interrupt") in page


def test_the_facts_of_what_a_guest_finished_come_along(client: Client, guest: User, elsa: User) -> None:
    row = match_of(guest)
    submit(row, 0, at=now_ms(), do="resign")
    write_facts(now_ms())
    assert guest.played.count() == 1

    sign_in(client)

    assert elsa.played.get().match_id == row.pk


def test_a_link_that_a_guest_has_shared_goes_on_working(client: Client, guest: User, elsa: User) -> None:
    row = match_of(guest)
    submit(row, 0, at=now_ms(), do="resign")
    link = ShareLink.objects.create(match=row, user=guest)

    sign_in(client)

    link.refresh_from_db()
    assert link.user == elsa
    assert Client().get(reverse("game:shared", args=[link.token])).status_code == 200

"""Guests are ordinary rows, made once per visitor and signed in under a new session key."""

import re

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core.handlers.wsgi import WSGIRequest
from django.db import IntegrityError, transaction
from django.test import Client, RequestFactory

from accounts.api import ensure_player
from accounts.models import User
from accounts.services import guests
from tests.support.types import certain


def visit(session: SessionStore | None = None) -> WSGIRequest:
    request = RequestFactory().post("/")
    request.user = AnonymousUser()
    request.session = session or SessionStore()
    return request


def test_a_visitor_becomes_a_guest_row_without_a_usable_password() -> None:
    request = visit()

    guest = ensure_player(request)

    assert guest == User.objects.get()
    assert guest.is_guest and not guest.has_usable_password()
    assert not guest.is_staff and not guest.is_superuser
    assert re.fullmatch(r"Guest [1-9]\d{3}", guest.display_name)
    assert request.user == guest and request.session[SESSION_KEY] == str(guest.pk)


def test_signing_in_changes_the_session_key() -> None:
    planted = SessionStore()
    planted["seen"] = "home"
    planted.save()
    key = planted.session_key

    request = visit(planted)
    ensure_player(request)

    assert request.session.session_key != key
    assert not SessionStore().exists(certain(key))


def test_a_signed_in_player_stays_who_they_are() -> None:
    request = visit()
    guest = ensure_player(request)
    key = request.session.session_key

    assert ensure_player(request) == guest
    assert (User.objects.count(), request.session.session_key) == (1, key)


def test_the_name_is_in_the_language_of_the_interface(monkeypatch: pytest.MonkeyPatch) -> None:
    swedish = {"Guest %(number)d": "Gäst %(number)d"}
    monkeypatch.setattr(guests, "_", swedish.__getitem__)

    assert re.fullmatch(r"Gäst [1-9]\d{3}", guests.create_guest().display_name)


def test_the_name_to_sign_in_with_is_not_to_be_guessed() -> None:
    one, two = guests.create_guest(), guests.create_guest()

    assert one.username != two.username
    assert len(one.username) == len("guest-") + 24  # 96 bits


def test_nobody_is_without_a_name_to_show() -> None:
    assert User.objects.create_superuser("astrid", password="x").display_name == "astrid"
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.update(display_name="")


def test_an_admin_can_edit_a_player(admin_client: Client) -> None:
    guest = guests.create_guest()

    page = admin_client.get(f"/admin/accounts/user/{guest.pk}/change/")

    assert page.status_code == 200
    assert 'name="display_name"' in page.content.decode()

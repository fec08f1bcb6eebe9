"""A mail server that is away costs nobody a name, a page or a way in; and an address that is replaced is told so."""

import smtplib
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import Mock

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from tests.accounts.conftest import PASSWORD, become_guest, change_password, mailed_code, prove, sign_in, sign_up, who
from tests.support.types import certain

SAID = "Our mail server is not answering"
CONFIRM = reverse("account_email_verification_sent")


@pytest.fixture(autouse=True)
def _public(settings: Settings, codes_by_mail: None) -> None:
    settings.EMAIL_URL = {"EMAIL_HOST": "mail.example"}


@pytest.fixture(params=[ConnectionRefusedError("refused"), TimeoutError("late"), smtplib.SMTPServerDisconnected("bye")])
def away(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Any]]:
    """No mail leaves; `away()` brings the server back."""
    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", Mock(side_effect=request.param))
        yield lambda: (patch.undo(), cache.clear())


@pytest.mark.parametrize("guest", [False, True])
def test_signing_up_goes_on_where_it_was_when_the_server_is_back(
    client: Client, away: Callable[[], Any], guest: bool
) -> None:
    if guest:
        become_guest(client)
    assert sign_up(client)["Location"] == CONFIRM
    page = client.get(CONFIRM)
    assert page.status_code == 200 and SAID in page.content.decode()
    assert sign_up(client, follow=True)["Location"] == CONFIRM, "the name is still theirs"

    away()
    client.post(CONFIRM, {"action": "resend"})
    client.post(CONFIRM, {"code": mailed_code()})
    assert certain(who(client)).display_name == "Elsa" and not certain(who(client)).is_guest


def test_an_address_not_yet_proved_gets_its_page(client: Client, away: Callable[[], Any], elsa: User) -> None:
    EmailAddress.objects.update(verified=False)
    assert sign_in(client)["Location"] == CONFIRM
    assert SAID in client.get(CONFIRM).content.decode()
    away()
    client.post(CONFIRM, {"action": "resend"})
    client.post(CONFIRM, {"code": mailed_code()})
    assert who(client) == elsa


@pytest.mark.parametrize("email", ["elsa@example.org", "nobody@example.org"])
def test_a_forgotten_password_is_answered_alike(
    client: Client, away: Callable[[], Any], elsa: User, email: str
) -> None:
    page = client.post(reverse("account_reset_password"), {"email": email}, follow=True)
    assert page.status_code == 200 and SAID in page.content.decode()


def test_a_new_password_counts_although_nobody_can_be_told(client: Client, away: Callable[[], Any], elsa: User) -> None:
    sign_in(client)
    assert change_password(client).status_code == 302
    elsa.refresh_from_db()
    assert elsa.check_password("another one 34")


@pytest.mark.parametrize("staff", [False, True])
def test_who_has_no_address_at_all_is_let_in_and_told(client: Client, staff: bool) -> None:
    """`createsuperuser` lets one leave it empty; the two pages sent each other round for ever."""
    make = User.objects.create_superuser if staff else User.objects.create_user
    make("astrid", password=PASSWORD)
    page = client.post(reverse("account_login"), {"login": "astrid", "password": PASSWORD}, follow=True)
    assert page.status_code == 200 and certain(who(client)).username == "astrid"
    assert "Your account has no email address" in page.content.decode()
    assert mail.outbox == []


def test_an_address_that_is_replaced_unproved_is_told_so(client: Client, settings: Settings) -> None:
    """On a site without mail the new one counts at once."""
    settings.EMAIL_URL = None
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = False
    sign_up(client)
    prove(client)
    mail.outbox.clear()
    client.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
    told = {one.to[0]: one.body for one in mail.outbox}
    assert "new@example.org" in told["elsa@example.org"] and "elsa@example.org" in told["elsa@example.org"]
    assert "new@example.org" in told

"""What a stolen session can do: play, and nothing that the owner would miss. It does not last for ever either."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.accounts.conftest import FACTOR, PASSWORD, account, become_guest, prove, sign_in, sign_up, who

ASK = reverse("account_reauthenticate")


@pytest.fixture
def stolen(client: Client, elsa: User) -> Client:
    """A session of Elsa's that was signed in and has proved nothing since; she has another one."""
    TOTP.activate(elsa, FACTOR)
    Authenticator.objects.create(user=elsa, type="webauthn", data={"name": "Mine", "credential": {}})
    client.force_login(elsa)
    sign_in(Client())
    return client


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("account_email", {"action_add": "", "email": "thief@example.org"}),
        ("account_email", {"action_remove": "", "email": "elsa@example.org"}),
        ("account_email", {"action_primary": "", "email": "elsa@example.org"}),
        ("usersessions_list", {}),
        ("mfa_activate_totp", {"code": "000000"}),
        ("mfa_deactivate_totp", {}),
        ("mfa_generate_recovery_codes", {}),
        ("mfa_add_webauthn", {"name": "Theirs"}),
        ("accounts:delete", {"sure": "1"}),
        ("accounts:export", None),
    ],
)
def test_it_is_asked_who_it_is_before(
    stolen: Client, name: str, sent: dict[str, str], mailoutbox: list[EmailMessage]
) -> None:
    """And the answer leads to the page, not to what was sent: a thief may have sent it."""
    before = _held()
    path = reverse(name)
    asked = stolen.get(path) if sent is None else stolen.post(path, sent)
    assert asked.status_code == 302 and asked["Location"].startswith(ASK), name
    assert not mailoutbox and _held() == before

    answered = stolen.post(asked["Location"], {"password": PASSWORD})
    assert answered.status_code == 302 and answered["Location"] == path
    assert not mailoutbox and _held() == before


def _held() -> tuple[Any, ...]:
    addresses = list(EmailAddress.objects.values_list("email", "primary").order_by("pk"))
    factors = list(Authenticator.objects.values_list("type", flat=True).order_by("pk"))
    sessions = UserSession.objects.filter(user=User.objects.get(username="Elsa")).count()
    return addresses, factors, sessions


def test_the_page_for_a_new_address_asks_before_anything_is_typed(stolen: Client) -> None:
    assert stolen.get(reverse("account_email"))["Location"].startswith(ASK)


def test_who_has_just_proved_it_is_not_asked_twice(client: Client, elsa: User, mailoutbox: list[EmailMessage]) -> None:
    sign_in(client)
    prove(client)
    client.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
    assert mailoutbox[-1].to == ["new@example.org"]


def test_a_guest_has_no_password_to_be_asked_for(client: Client) -> None:
    become_guest(client)
    assert client.get(reverse("accounts:export")).status_code == 200
    assert client.post(reverse("accounts:delete"), {"sure": "1"}).status_code == 302
    assert not User.objects.exists()


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`later(days=3)`: from now on it is that much later, for whoever asks Django."""
    real, past = timezone.now, timedelta(0)

    def pass_by(**span: int) -> None:
        nonlocal past
        past += timedelta(**span)

    monkeypatch.setattr(timezone, "now", lambda: real() + past)
    return pass_by


def play(client: Client) -> User | None:
    """One request that changes something, as the browser would send it; who it was taken for."""
    client.post(reverse("lobby:poll"))
    return who(client) if client.get(reverse("accounts:account")).status_code == 200 else None


@pytest.mark.parametrize("enter", [sign_up, lambda client: account() and sign_in(client)], ids=["sign up", "sign in"])
def test_a_session_ends_after_thirty_days_whatever_happens(
    client: Client, later: Callable[..., None], enter: Callable[..., Any]
) -> None:
    enter(client)
    for _ in range(9):
        later(days=3)
        assert play(client), "played every third day"
    later(days=4)
    assert play(client) is None


def test_a_session_ends_after_two_weeks_without_play(client: Client, later: Callable[..., None], elsa: User) -> None:
    sign_in(client)
    later(days=13)
    assert play(client)
    later(days=13)
    assert play(client)
    later(days=15)
    assert play(client) is None


def test_a_guest_who_plays_stays(client: Client, guest: User, later: Callable[..., None]) -> None:
    for _ in range(5):
        later(days=13)
        assert play(client) == guest


def test_a_password_that_everybody_knows_is_refused_in_disguise_too() -> None:
    for known in ("basketball", "Football2024!", "passwordpassword", "1qaz2wsx3edc", "p4$$w0rd2025", "Alfapower1",
                  "!!!Liverpool!!!", "monkey monkey", "Password-1234"):  # fmt: skip
        with pytest.raises(ValidationError) as refused:
            validate_password(known)
        assert "password_too_common" in [error.code for error in refused.value.error_list], known


def test_a_password_of_one_s_own_passes() -> None:
    for good in (PASSWORD, "another one 34", "vinterns grå katt", "8k3j-02mx-qp71", "Ängsmark 9"):
        validate_password(good)

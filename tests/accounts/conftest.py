"""People for the tests of accounts: who sign up by the real form, and begin each test with no tries used up."""

import re
from http.cookies import SimpleCookie
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.contrib.auth.models import Group
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from accounts.services import naming
from game.crossword.layouts import standard_layout
from game.kernel.chance import fair_number
from game.models import Match
from game.services.clock import now_ms
from tests.accounts import ranking
from tests.support.matches import SEED, UserFactory, make_match
from tests.support.repeated_rows import repeated
from tests.support.types import Response, certain
from tests.support.word_lists import know_every_word

PASSWORD = "correct horse 12"
STANDARD = list(standard_layout(15, blank=False))
SMALL = list(standard_layout(11, blank=False))
PLAIN = ["." * 11] * 11
FACTOR = "A" * 32
"""The secret that an app for second factors shares with the site."""


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every test of this folder has the database."""


@pytest.fixture(autouse=True)
def _no_tries_used() -> None:
    """allauth's limits live in the cache, which outlives a test."""
    cache.clear()


@pytest.fixture
def codes_by_mail(settings: Settings) -> None:
    """An address is proved by a code that is sent there, before anything else."""
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True


@pytest.fixture
def elsa() -> User:
    """An account with a verified address."""
    return User.objects.get(pk=repeated("elsa", lambda: account().pk))


@pytest.fixture
def ebba() -> User:
    """Another one."""
    return account("Ebba", "ebba@example.org")


@pytest.fixture
def me(client: Client) -> User:
    """A player with an account, signed in at the client."""
    player = ranking.account("Elsa")
    client.force_login(player)
    return player


@pytest.fixture
def guest(client: Client) -> User:
    """Wanda, a guest at the client."""

    def come() -> tuple[int, SimpleCookie]:
        return become_guest(client).pk, client.cookies

    key, client.cookies = repeated("wanda", come)
    return User.objects.get(pk=key)


@pytest.fixture
def boss() -> User:
    """A superuser without an address, as `createsuperuser` lets one be."""
    return User.objects.create_superuser("boss", password=PASSWORD)


@pytest.fixture
def moderator() -> User:
    """One of the staff."""
    return staff("moderator")


@pytest.fixture
def every_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """A word list that has every word."""
    know_every_word(monkeypatch)


@pytest.fixture
def bertil() -> User:
    """One whom staff give another name."""
    return account("Bertil", "bertil@example.org")


@pytest.fixture
def astrid() -> User:
    """A player with an account, for ranked matches."""
    return ranking.account("Astrid")


@pytest.fixture
def bjorn() -> User:
    """The other one."""
    return ranking.account("Björn")


@pytest.fixture
def clara() -> User:
    """A third one."""
    return ranking.account("Clara")


def staff(name: str, group: str = "Moderators") -> User:
    """Somebody of the staff, in that group."""
    user = User.objects.create_user(name, password=PASSWORD, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    return user


def sign_up(client: Client, username: str = "Elsa", email: str = "elsa@example.org", **more: bool) -> Response:
    """Send the form."""
    return client.post(reverse("account_signup"), form(username, email) | more)


def form(username: str = "Elsa", email: str = "elsa@example.org") -> dict[str, str]:
    """What signing up asks for."""
    return {"username": username, "email": email, "password1": PASSWORD, "password2": PASSWORD}


def sign_in(client: Client, login: str = "Elsa", password: str = PASSWORD, **more: Any) -> Response:
    """Send the form."""
    return client.post(reverse("account_login"), {"login": login, "password": password} | more)


def prove(client: Client) -> Response:
    """Prove once more who one is."""
    return client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def change_password(client: Client, password: str = "another one 34") -> Response:
    """Send the form."""
    new = {"oldpassword": PASSWORD, "password1": password, "password2": password}
    return client.post(reverse("account_change_password"), new)


def mailed_code() -> str:
    """The code in the last mail."""
    return certain(re.search(r"^\w{4}-\w{4}$", str(mail.outbox[-1].body), re.MULTILINE))[0]


def app_code(secret: str = FACTOR) -> str:
    """What the app shows now."""
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def who(client: Client) -> User | None:
    """Whom the site takes the browser for."""
    key = client.session.get("_auth_user_id")
    return User.objects.filter(pk=key).first() if key else None


def become_guest(client: Client, name: str = "Wanda") -> User:
    """Choose a name as a visitor."""
    client.post(reverse("accounts:name"), {"name": name})
    return certain(who(client))


def account(name: str = "Elsa", email: str = "elsa@example.org") -> User:
    """An account with a verified address."""
    user = User(email=email)
    user.set_password(PASSWORD)
    naming.take_name(user, name)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def with_row(number: int, row: str) -> list[str]:
    """The small board with another row."""
    return [*SMALL[:number], row, *SMALL[number + 1 :]]


def match_of(*users: User) -> Match:
    """A running match; the first user has seat 0, the second, or some guest, seat 1."""
    one, two = users if len(users) == 2 else (*users, UserFactory.create())
    order = (two, one) if fair_number(SEED, 0) % 2 else (one, two)
    return make_match(users=order, starts_at=now_ms() - 10_000, board_size=11)

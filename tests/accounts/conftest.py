"""People for the tests of accounts: who sign up by the real form, and begin each test with no tries used up."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import naming
from game.kernel.chance import fair_number
from game.models import Match
from game.services import matches
from game.services.clock import now_ms
from game.services.matches import Entrant
from tests.accounts import ranking
from tests.support.matches import FOR_EVER, SEED, UserFactory

PASSWORD = "correct horse 12"


@pytest.fixture(autouse=True)
def _no_tries_used() -> None:
    """allauth's limits live in the cache, which outlives a test."""
    cache.clear()


@pytest.fixture
def astrid() -> User:
    """A player with an account, for ranked matches."""
    return ranking.account("Astrid")


@pytest.fixture
def bjorn() -> User:
    """The other one."""
    return ranking.account("Björn")


def sign_up(client: Client, username: str = "Elsa", email: str = "elsa@example.org", **more):
    """Send the form."""
    return client.post(reverse("account_signup"), form(username, email) | more)


def form(username: str = "Elsa", email: str = "elsa@example.org") -> dict[str, str]:
    """What signing up asks for."""
    return {"username": username, "email": email, "password1": PASSWORD, "password2": PASSWORD}


def sign_in(client: Client, login: str = "Elsa", password: str = PASSWORD, **more):
    """Send the form."""
    return client.post(reverse("account_login"), {"login": login, "password": password} | more)


def who(client: Client) -> User | None:
    """Whom the site takes the browser for."""
    key = client.session.get("_auth_user_id")
    return User.objects.filter(pk=key).first() if key else None


def become_guest(client: Client, name: str = "Wanda") -> User:
    """Choose a name as a visitor."""
    client.post(reverse("accounts:name"), {"name": name})
    return who(client)


def account(name: str = "Elsa", email: str = "elsa@example.org") -> User:
    """An account with a verified address."""
    user = User(email=email)
    user.set_password(PASSWORD)
    naming.take_name(user, name)
    user.emailaddress_set.create(email=email, verified=True, primary=True)
    return user


def match_of(*users: User) -> Match:
    """A running match; the first user has seat 0, the second, or some guest, seat 1."""
    one, two = users if len(users) == 2 else (*users, UserFactory())
    order = [Entrant(user.pk, user.display_name) for user in (one, two)]
    if fair_number(SEED, 0) % 2:
        order.reverse()
    row = matches.create(
        variant="alfapower", settings={"board_size": 11}, entrants=order, starts_at=now_ms() - 10_000, seed=SEED
    )
    row.seats.update(seen_at=now_ms() + FOR_EVER)
    return row

"""What the tests of people share: the database, tries that are not used up, and accounts, each by a plain name."""

from collections.abc import Iterator

import pytest

from accounts.models import User
from common import rate_limits
from people.models import Challenge
from tests.people.challengers import challenge
from tests.people.players import account
from tests.people.reporters import moderator
from tests.people.watched import nothing_kept


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every test of this folder has the database."""


@pytest.fixture(autouse=True)
def _no_tries_used() -> None:
    rate_limits.forget()


@pytest.fixture
def elsa() -> User:
    return account("Elsa")


@pytest.fixture
def noor() -> User:
    return account("Noor")


@pytest.fixture
def bo() -> User:
    return account("Bo")


@pytest.fixture
def friend() -> User:
    return account("Friend")


@pytest.fixture
def ida() -> User:
    return account("Ida")


@pytest.fixture
def olof() -> User:
    return account("Olof")


@pytest.fixture
def astrid() -> User:
    return account("Astrid")


@pytest.fixture
def bjorn() -> User:
    return account("Björn")


@pytest.fixture
def row(astrid: User, bjorn: User) -> Challenge:
    """What Astrid challenges Björn to, a slow match by the usual rules."""
    return challenge(astrid, bjorn)


@pytest.fixture
def klara() -> User:
    """A moderator."""
    return moderator()


@pytest.fixture
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As after a start, and nothing is kept for a second; nor for the next test."""
    nothing_kept()
    monkeypatch.setattr("common.one_second_cache.SECONDS", 0.0)
    yield
    nothing_kept()

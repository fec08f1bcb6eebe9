"""What the tests of people share: the database, and tries that are not used up."""

import pytest

from common import rate_limits


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every test of this folder has the database."""


@pytest.fixture(autouse=True)
def _no_tries_used() -> None:
    rate_limits.forget()

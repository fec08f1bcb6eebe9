"""What tests of the pages share."""

import pytest
from django.test import Client

from game.models import Match
from tests.support.finished_matches import told_before
from tests.support.matches import user_at


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every test of this folder has the database."""


@pytest.fixture
def row() -> Match:
    """A match that was played for six turns and given up."""
    return told_before(seed=3, turns=6)


@pytest.fixture
def player(client: Client, row: Match) -> Client:
    """The browser of its seat 0."""
    client.force_login(user_at(row, 0))
    return client

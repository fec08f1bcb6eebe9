"""What tests of the services share."""

import json
from typing import Any

import pytest

from game.dispatch.record_check import verify
from game.match import views
from game.models import Match
from game.services import audit, matches, replays
from tests.support.matches import START, UserFactory, give_hand, make_match
from tests.support.word_lists import AllBut, know_every_word


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every test of this folder has the database."""


def now(row: Match) -> Match:
    """The match as the database has it now."""
    return Match.objects.get(pk=row.pk)


@pytest.fixture
def anna() -> int:
    """A person."""
    return UserFactory.create().pk


@pytest.fixture
def bo() -> int:
    """Another."""
    return UserFactory.create().pk


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> AllBut:
    """A word list that has every word."""
    return know_every_word(monkeypatch)


def proven(row: Match, words: AllBut) -> dict[str, Any]:
    """The match agrees with its log, its numbers and its record, which is given."""
    assert audit.first_difference(now(row)) is None
    replayed = replays.replayed_match(now(row))
    assert replayed is not None and replayed.deal.fair and replayed.deal.seated
    record = json.loads(json.dumps(matches.export(now(row))))
    assert verify(record, lambda name, version: words).difference == ""
    return record


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Match:
    """A quick match in which seat 0 holds TENSORI, in its first second."""
    monkeypatch.setattr(views, "now_ms", lambda: START + 1000)
    row = make_match(board_size=11)
    give_hand(row, 0, "TENSORI")
    return row

"""What tests of the services share."""

import pytest

from game.match import views
from tests.support.matches import START, give_hand, make_match


@pytest.fixture
def match(monkeypatch):
    """A quick match in which seat 0 holds TENSORI, in its first second."""
    monkeypatch.setattr(views, "now_ms", lambda: START + 1000)
    row = make_match(board_size=11)
    give_hand(row, 0, "TENSORI")
    return row

"""What the lobby tells those who are away: whom a slow seek has met, and that a rematch is asked for."""

import pytest
from django.urls import reverse

from accounts.models import User
from game.models import Match
from lobby.api import sweep
from lobby.services import rematch
from news import api as news
from news.models import News
from tests.lobby.conftest import Clock, press
from tests.support.browsers import signed_in
from tests.support.matches import START, make_match, submit, user_at

END = START + 5_000


@pytest.fixture
def over() -> Match:
    """A match that seat 0 has just resigned; both have read of it."""
    row = make_match(turn_seconds=60)
    submit(row, 0, at=END, do="resign")
    News.objects.all().delete()
    return row


def asked(over: Match, at: int) -> bool:
    """Whether seat 1 is told at that moment that seat 0 wants a rematch."""
    return news.unread(user_at(over, 1).pk, at) == 1


def propose(over: Match) -> None:
    rematch.propose(over.public_id, user_at(over, 0).pk, END)


def test_whom_a_slow_seek_has_met_is_told_to_both(astrid: User, bjorn: User, clock: Clock) -> None:
    press(astrid, clock)
    press(bjorn, clock)
    assert not News.objects.exists()
    sweep(clock.later(5))
    match = Match.objects.get()
    told = {row.user_id: row for row in News.objects.filter(kind="seek_met")}
    assert {row.topic for row in told.values()} == {f"match:{match.public_id}"}
    assert {row.path for row in told.values()} == {reverse("game:match", args=[match.public_id])}
    said = news.kinds()["seek_met"].words(told[astrid.pk].values)
    assert (said.title, said.line) == (f"Your slow search met {bjorn.display_name}", "Slow")
    assert told[astrid.pk].push_at == clock.now, "whose page is closed"
    assert told[bjorn.pk].push_at == clock.now + 15_000, "who is on the way to it"


def test_a_rematch_is_told_after_a_moment_for_as_long_as_it_stands(over: Match) -> None:
    propose(over)
    assert [asked(over, END + after) for after in (4_999, 5_000, 59_999, 60_000)] == [False, True, True, False]
    row = News.objects.get()
    assert (row.push_at, row.mail_at, row.path) == (END + 5_000, None, f"/match/{over.public_id}/")
    assert news.kinds()[row.kind].words(row.values).title == f"{user_at(over, 0).display_name} wants a rematch."


def test_a_page_of_the_end_that_is_looked_at_says_it_and_nothing_else_does(over: Match) -> None:
    propose(over)
    rematch.look(over.public_id, user_at(over, 1).pk, END + 1_000)
    assert asked(over, END + 5_000), "open behind others"
    rematch.look(over.public_id, user_at(over, 1).pk, END + 2_000, looks=True)
    assert not asked(over, END + 5_000)


@pytest.mark.parametrize("headers", [{}, {"x-looking": "1"}], ids=["not looked at", "looked at"])
def test_the_page_says_whether_somebody_looks(
    over: Match, headers: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lobby.rematch_views.game.now_ms", lambda: END + 1_000)
    propose(over)
    signed_in(user_at(over, 1)).get(reverse("lobby:rematch", args=[over.public_id]), headers=headers)
    assert asked(over, END + 5_000) is not bool(headers)


@pytest.mark.parametrize(("button", "seat"), [("withdraw", 0), ("decline", 1), ("accept", 1)])
def test_what_is_asked_no_more_is_taken_back(over: Match, button: str, seat: int) -> None:
    propose(over)
    getattr(rematch, button)(over.public_id, user_at(over, seat).pk, END + 1_000)
    assert not asked(over, END + 5_000)

"""A slow match whose players are away: told by push and mail, and not when the turn was already played."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail

from game.models import Match
from news.channels import CHANNELS
from news.mail import AGE_MS
from news.models import NewsPreference
from news.push import PushChannel
from news.services.delivery import deliver
from tests.news.channels.conftest import HOUR, MINUTE, NOON, account, with_browser
from tests.news.channels.push_service import PushService
from tests.support.matches import make_match, submit, user_at

DAY = 24 * HOUR


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch, channel: PushChannel, db: None) -> Iterator[Match]:
    """A slow match of Elsa and Ravi that begins at noon, with the news that the site has; pushes reach the service of
    these tests."""
    monkeypatch.undo()  # the kinds of these tests
    monkeypatch.setitem(CHANNELS, "push", channel)
    yield make_match(users=[account("elsa"), account("ravi")], turn_seconds=259_200, starts_at=NOON, present=False)


def name(user: Any) -> str:
    """What the other one is told."""
    return str(user.display_name)


def test_who_is_away_is_told_by_push_and_when_it_is_their_turn_again(match: Match, service: PushService) -> None:
    first, second = user_at(match, 0), user_at(match, 1)
    (_, one), (_, other) = with_browser(first, service), with_browser(second, service)
    NewsPreference.objects.update(quiet=False)
    deliver(NOON + MINUTE)
    assert [got["title"] for got in one.got] == [f"Your turn against {name(second)}"] and not other.got
    assert one.got[0]["path"] == f"/match/{match.public_id}/"
    submit(match, 0, do="pass", at=NOON + HOUR)
    deliver(NOON + HOUR + MINUTE)
    assert [got["title"] for got in other.got] == [f"Your turn against {name(first)}"] and len(one.got) == 1


def test_no_push_says_what_is_in_a_hand(match: Match, service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    _, browser = with_browser(user_at(match, 0), service)
    monkeypatch.setattr("game.news_kinds.now_ms", lambda: NOON + MINUTE)
    deliver(NOON + MINUTE)
    (got,) = browser.got
    assert got.keys() == {"topic", "title", "line", "path", "withdrawn"}
    assert (got["line"], got["topic"]) == ("2 days 23 h left", f"match:{match.public_id}")


def test_by_mail_after_the_wait_of_a_bundle_and_not_when_it_was_played_before(match: Match) -> None:
    first, second = user_at(match, 0), user_at(match, 1)
    deliver(NOON + MINUTE)
    submit(match, 0, do="pass", at=NOON + 10 * MINUTE)
    deliver(NOON + AGE_MS)
    assert not mail.outbox, "the first turn was played, the second is five minutes old"
    deliver(NOON + 10 * MINUTE + AGE_MS)
    (message,) = mail.outbox
    assert message.to == [f"{second.username}@example.org"] and message.subject == f"Your turn against {name(first)}"
    deliver(NOON + 3 * HOUR)
    assert len(mail.outbox) == 1


def test_a_push_that_waits_for_the_morning_is_not_sent_when_the_turn_was_played(
    match: Match, service: PushService
) -> None:
    (_, one), (_, other) = with_browser(user_at(match, 0), service), with_browser(user_at(match, 1), service)
    NewsPreference.objects.update(time_zone="Asia/Tokyo")  # where noon in UTC is nine in the evening
    deliver(NOON + 90 * MINUTE)
    submit(match, 0, do="pass", at=NOON + 2 * HOUR)
    deliver(NOON + 3 * HOUR)
    assert not one.got and not other.got
    deliver(NOON + 11 * HOUR)
    assert not one.got and len(other.got) == 1


def test_a_quarter_before_the_end_comes_by_both_at_once_and_at_night(match: Match, service: PushService) -> None:
    _, browser = with_browser(user_at(match, 0), service)
    deliver(NOON + MINUTE)
    quarter = NOON + 3 * DAY - 18 * HOUR
    NewsPreference.objects.update(time_zone="Europe/Stockholm")
    mail.outbox.clear()
    deliver(quarter + 5 * HOUR)
    assert len(browser.got) == 2 and browser.headers[1]["urgency"] == "high"
    assert [message.subject for message in mail.outbox][0].endswith(f"left against {name(user_at(match, 1))}")

"""News as rows: told once a person, kind and topic, taken back when false, read by topic, gone after 30 days."""

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from common.durations import DAY_MS
from news import api as news
from news.kinds import LONGEST_TITLE, NewsWords
from news.models import News
from news.services.reading import listed, open_row, read_all
from tests.support.matches import UserFactory

NOW = 4_000_000_000_000
TOPIC = "match:one"


def tell(people: list[int], kind: str = "turn", topic: str = TOPIC, at: int = NOW, **more: Any) -> None:
    news.tell(people, kind, topic, path=f"/match/{topic}/", at=at, values={"names": ["Bo"]}, **more)


def the_row(user_id: int, kind: str = "turn") -> News:
    return News.objects.get(user_id=user_id, kind=kind)


def test_what_happens_again_replaces_what_was_told(anna: int) -> None:
    tell([anna])
    news.read_topic(anna, TOPIC, NOW)
    tell([anna], at=NOW + 1)
    row = the_row(anna)
    assert (row.happened_at, row.read_at, row.push_at, row.mail_at) == (NOW + 1, None, NOW + 1, NOW + 1)


def test_many_are_told_by_one_statement(anna: int, bo: int) -> None:
    tell([anna])
    with CaptureQueriesContext(connection) as asked:
        tell([anna, bo, anna])
    assert len(asked) == 1 and News.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_news_is_told_within_the_transaction_in_which_it_happened() -> None:
    person = UserFactory.create().pk
    with pytest.raises(RuntimeError):
        tell([person])
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        tell([person])
        raise ZeroDivisionError
    assert not News.objects.exists()


def test_whoever_listens_hears_of_it_after_the_commit(
    anna: int, bo: int, django_capture_on_commit_callbacks: Any
) -> None:
    heard: list[frozenset[int]] = []

    def hear(user_ids: frozenset[int], **kwargs: Any) -> None:
        heard.append(user_ids)

    news.news_changed.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            tell([anna, bo])
            assert heard == []
        with django_capture_on_commit_callbacks(execute=True):
            news.read_topic(anna, TOPIC, NOW)
            news.read_topic(anna, TOPIC, NOW)
        with django_capture_on_commit_callbacks(execute=True):
            news.withdraw(TOPIC, at=NOW)
            news.withdraw(TOPIC, at=NOW)
    finally:
        news.news_changed.disconnect(hear)
    assert heard == [{anna, bo}, {anna}, {anna, bo}]


def test_an_unknown_kind_is_refused(anna: int) -> None:
    with pytest.raises(KeyError):
        tell([anna], kind="weather")


def test_what_is_taken_back_is_shown_and_sent_no_more(anna: int, bo: int) -> None:
    tell([anna, bo])
    tell([anna], kind="match_over")
    news.withdraw(TOPIC, at=NOW + 1, kinds_of_it=["turn"], user_ids=[anna])
    assert (the_row(anna).push_at, the_row(anna).mail_at) == (None, None)
    assert [row.kind for row in listed(anna, NOW + 2)] == ["match_over"]
    assert news.unread(bo, NOW + 2) == 1


def test_what_is_told_ahead_is_shown_from_then_until_it_is_false(anna: int) -> None:
    tell([anna], kind="turn_low", shown_from=NOW + 10, true_until=NOW + 20)
    assert [news.unread(anna, NOW + after) for after in (9, 10, 19, 20)] == [0, 1, 1, 0]
    assert the_row(anna, "turn_low").push_at == NOW + 10


def test_news_of_one_topic_are_one_row_the_newest(anna: int) -> None:
    tell([anna])
    tell([anna], kind="turn_low", at=NOW + 5)
    tell([anna], topic="match:two", at=NOW + 3)
    assert [(row.topic, row.kind) for row in listed(anna, NOW + 9)] == [(TOPIC, "turn_low"), ("match:two", "turn")]
    assert news.unread(anna, NOW + 9) == 2


def test_reading_a_row_reads_its_topic_and_nothing_is_sent_of_it(anna: int, bo: int) -> None:
    tell([anna, bo])
    tell([anna], kind="turn_low", at=NOW + 5)
    tell([anna], topic="match:two")
    assert open_row(anna, the_row(anna, "turn_low").pk, NOW + 9) == f"/match/{TOPIC}/"
    assert (news.unread(anna, NOW + 9), news.unread(bo, NOW + 9)) == (1, 1)
    for row in News.objects.filter(user_id=anna, topic=TOPIC):
        assert (row.read_at, row.push_at, row.mail_at) == (NOW + 9, None, None)


def test_nobody_opens_the_row_of_another(anna: int, bo: int) -> None:
    tell([anna])
    assert open_row(bo, the_row(anna).pk, NOW) == ""
    assert the_row(anna).read_at is None


def test_what_lies_ahead_is_not_read_with_the_rest(anna: int) -> None:
    tell([anna])
    tell([anna], kind="turn_low", shown_from=NOW + 10)
    read_all(anna, NOW + 5)
    assert (the_row(anna).read_at, the_row(anna, "turn_low").read_at) == (NOW + 5, None)


def test_where_nothing_is_unread_reading_is_one_question(anna: int) -> None:
    with CaptureQueriesContext(connection) as asked:
        news.read_topic(anna, TOPIC, NOW)
    assert len(asked) == 1


def test_news_are_kept_for_thirty_days_from_when_they_are_shown(anna: int) -> None:
    tell([anna])
    tell([anna], kind="turn_low", shown_from=NOW + 20 * DAY_MS)
    assert news.remove_old(NOW + 30 * DAY_MS - 1) == 0
    assert news.unread(anna, NOW + 30 * DAY_MS - 1) == 1
    assert news.remove_old(NOW + 30 * DAY_MS) == 1
    assert [row.kind for row in News.objects.all()] == ["turn_low"]


def test_the_account_has_what_the_guest_was_told(anna: int, bo: int) -> None:
    tell([anna])
    tell([anna], topic="match:two", at=NOW + 1)
    tell([bo], topic="match:two", at=NOW + 2)
    news.hand_over(anna, bo)
    assert [(row.topic, row.happened_at) for row in listed(bo, NOW + 9)] == [("match:two", NOW + 2), (TOPIC, NOW)]


def test_a_name_that_is_given_up_stands_in_no_news(anna: int) -> None:
    tell([anna])
    tell([anna], topic="match:two")
    news.replace_name(TOPIC, "Bo", "Deleted player")
    assert [row.values["names"] for row in News.objects.order_by("topic")] == [["Deleted player"], ["Bo"]]


def test_what_is_too_long_is_cut() -> None:
    words = NewsWords("x" * (LONGEST_TITLE + 1), "short")
    assert (len(words.title), words.title[-2:], words.line) == (LONGEST_TITLE, "x…", "short")


def test_the_bell_counts_what_the_list_has(anna: int) -> None:
    """The one is plain SQL, the other the ORM's."""
    tell([anna])
    tell([anna], kind="turn_low", at=NOW + 1)
    tell([anna], topic="match:read")
    news.read_topic(anna, "match:read", NOW)
    tell([anna], topic="match:later", shown_from=NOW + 50)
    tell([anna], topic="match:false", true_until=NOW + 5)
    tell([anna], topic="match:old", at=NOW - 30 * DAY_MS + 5)
    tell([anna], topic="match:gone")
    news.withdraw("match:gone", at=NOW)
    for now in (NOW, NOW + 4, NOW + 5, NOW + 50):
        unread = [row for row in listed(anna, now) if row.read_at is None]
        assert news.unread(anna, now) == len(unread)
    assert [news.unread(anna, NOW + after) for after in (4, 5, 50)] == [3, 1, 2]

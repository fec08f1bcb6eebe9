"""Delivery: what is due goes to its channel, person by person, and is marked by what became of it."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, repeat
from types import SimpleNamespace
from typing import Any

import pytest

from game.models import SeatRow
from news import api as news
from news.channels import Outcome
from news.models import News
from news.services import delivery
from tests.support.matches import START, UserFactory, make_match, submit, user_at

NOW = 4_000_000_000_000
MINUTE = 60_000
TOPIC = "match:one"

Outcomes = Mapping[int, tuple[Outcome, int | None]]


class Post:
    """A channel that notes what it was given, and says of all what `outcome` says."""

    def __init__(self, outcome: Outcome = Outcome.SENT, again_at: int | None = None) -> None:
        self.given: list[list[tuple[str, str]]] = []
        self.outcome, self.again_at = outcome, again_at
        self.meanwhile: Callable[[], None] = lambda: None

    def send(self, rows: Sequence[News], now_ms: int) -> Outcomes:
        self.given.append([(row.kind, row.topic) for row in rows])
        self.meanwhile()
        return {row.pk: (self.outcome, self.again_at) for row in rows}


def in_place_of(monkeypatch: pytest.MonkeyPatch, channel: str) -> Post:
    """The one channel there is, by this name."""
    post = Post()
    monkeypatch.setattr(delivery, "CHANNELS", {channel: post})
    return post


@pytest.fixture
def push(monkeypatch: pytest.MonkeyPatch) -> Post:
    return in_place_of(monkeypatch, "push")


@pytest.fixture
def mail(monkeypatch: pytest.MonkeyPatch) -> Post:
    return in_place_of(monkeypatch, "mail")


def tell(person: int, kind: str = "turn", topic: str = TOPIC, at: int = NOW, **more: Any) -> News:
    news.tell([person], kind, topic, path="/match/one/", at=at, values={"names": ["Bo"], "name": "Bo"}, **more)
    return News.objects.get(user_id=person, kind=kind, topic=topic)


def test_what_is_due_is_sent_once(push: Post, anna: int) -> None:
    tell(anna, shown_from=NOW + 10)
    assert [news.deliver(NOW + after) for after in (9, 10, 11)] == [0, 1, 0]
    row = News.objects.get()
    assert (push.given, row.push_at, row.push_tries, row.claimed_until) == ([[("turn", TOPIC)]], None, 1, None)


@pytest.mark.parametrize(
    ("outcome", "again_at", "tries"),
    [
        (Outcome.SENT, None, 1),
        (Outcome.GIVEN_UP, None, 1),
        (Outcome.NOTHING_TO_DO, None, 0),
        (Outcome.LATER, NOW + MINUTE, 1),
    ],
)
def test_a_row_is_marked_by_what_became_of_it(
    push: Post, anna: int, outcome: Outcome, again_at: int | None, tries: int
) -> None:
    push.outcome, push.again_at = outcome, again_at
    tell(anna)
    news.deliver(NOW)
    row = News.objects.get()
    assert (row.push_at, row.push_tries) == (again_at, tries)


@pytest.mark.parametrize("change", ["withdrawn", "read", "false"])
def test_what_is_false_or_read_before_it_is_sent_is_not_sent(push: Post, anna: int, change: str) -> None:
    tell(anna, true_until=NOW + 5)
    if change == "withdrawn":
        news.withdraw(TOPIC, at=NOW + 1)
    elif change == "read":
        news.read_topic(anna, TOPIC, NOW + 1)
    news.deliver(NOW + 5)
    assert push.given == [] and News.objects.get().push_at is None


def test_of_one_topic_the_newest_is_sent_alone(push: Post, anna: int) -> None:
    tell(anna)
    tell(anna, kind="turn_low", at=NOW + 1)
    tell(anna, topic="match:two")
    news.deliver(NOW + 2)
    assert sorted(push.given[0]) == [("turn", "match:two"), ("turn_low", TOPIC)]
    assert not News.objects.filter(push_at__isnull=False).exists()


def test_what_a_newer_row_has_said_is_not_said_by_an_older_one(push: Post, anna: int) -> None:
    older = tell(anna)
    News.objects.filter(pk=older.pk).update(push_at=NOW + 15_000)
    tell(anna, kind="seek_met")
    news.deliver(NOW)
    news.deliver(NOW + 15_000)
    assert push.given == [[("seek_met", TOPIC)]]


def test_each_person_gets_their_own(push: Post, anna: int) -> None:
    for person in (anna, UserFactory.create().pk):
        tell(person)
    news.deliver(NOW)
    assert push.given == [[("turn", TOPIC)], [("turn", TOPIC)]]


def test_a_mail_gets_what_waits_for_it_with_what_is_due(mail: Post, anna: int) -> None:
    mail.outcome, mail.again_at = Outcome.LATER, NOW + 15 * MINUTE
    tell(anna)
    news.deliver(NOW)
    tell(anna, topic="match:two", at=NOW + 5 * MINUTE)
    tell(anna, topic="match:three", shown_from=NOW + 20 * MINUTE)
    mail.outcome = Outcome.SENT
    news.deliver(NOW + 5 * MINUTE)
    assert mail.given == [[("turn", TOPIC)], [("turn", TOPIC), ("turn", "match:two")]]


@pytest.mark.parametrize(
    "change",
    [
        lambda person: news.withdraw(TOPIC, at=NOW + 1),
        lambda person: news.read_topic(person, TOPIC, NOW + 1),
    ],
    ids=["withdrawn", "read"],
)
def test_what_was_withdrawn_or_read_while_it_was_sent_stays_so(
    push: Post, anna: int, change: Callable[[int], None]
) -> None:
    tell(anna)
    push.outcome, push.again_at = Outcome.LATER, NOW + MINUTE
    push.meanwhile = lambda: change(anna)
    news.deliver(NOW)
    assert News.objects.get().push_at is None


def test_what_was_told_anew_while_it_was_sent_is_sent_anew(push: Post, anna: int) -> None:
    tell(anna)
    push.meanwhile = lambda: (tell(anna, at=NOW + 1), setattr(push, "meanwhile", lambda: None))[1]
    news.deliver(NOW)
    assert News.objects.get().push_at == NOW + 1
    news.deliver(NOW + 1)
    assert len(push.given) == 2


def test_what_a_worker_was_killed_over_is_sent_again_after_a_minute(push: Post, anna: int) -> None:
    class Killed(BaseException):
        pass

    def kill() -> None:
        raise Killed

    tell(anna)
    push.meanwhile = kill
    with pytest.raises(Killed):
        news.deliver(NOW)
    push.meanwhile = lambda: None
    assert [news.deliver(NOW + after) for after in (MINUTE - 1, MINUTE)] == [0, 1]
    assert push.given == [[("turn", TOPIC)]] * 2


def test_a_channel_that_fails_is_tried_again_with_growing_pauses_and_holds_up_nobody(
    push: Post, anna: int, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise OSError("the service is away")

    tell(anna)
    push.meanwhile = fail
    pauses, now = [], NOW
    for _try in range(9):
        news.deliver(now)
        again_at = News.objects.get().push_at
        assert again_at is not None
        pauses.append(again_at - now)
        now = again_at
    assert pauses[:3] == [30_000, 60_000, 120_000] and pauses[-2:] == [30 * MINUTE] * 2
    other = UserFactory.create().pk
    tell(other, at=now)
    news.deliver(now)
    assert len(push.given) == 11


def test_nothing_is_sent_while_somebody_looks_at_their_shelf(push: Post, anna: int) -> None:
    tell(anna)
    news.note_shelf_looks({anna: NOW - 14_999})
    news.deliver(NOW)
    assert push.given == [] and News.objects.get().push_at == NOW + 15_000
    news.deliver(NOW + 15_000)
    assert push.given == [[("turn", TOPIC)]]


def test_what_the_shelf_does_not_say_waits_for_nobody_at_it(push: Post, anna: int) -> None:
    tell(anna, kind="match_over")
    news.note_shelf_looks({anna: NOW})
    news.deliver(NOW)
    assert push.given == [[("match_over", TOPIC)]]


def test_what_somebody_has_before_their_eyes_when_it_falls_due_is_read(push: Post) -> None:
    """A quarter of the turn is left while the page of the match is looked at."""
    row = make_match(turn_seconds=259_200)
    due = START + 259_200_000 * 3 // 4
    SeatRow.objects.filter(match=row, seat=0).update(looked_at=due - 14_999)
    News.objects.filter(kind="turn").delete()
    news.deliver(due)
    low = News.objects.get(kind="turn_low", user=user_at(row, 0))
    assert push.given == [] and low.read_at == due


def test_a_page_that_lies_open_behind_others_holds_nothing_back(push: Post) -> None:
    row = make_match(turn_seconds=259_200)
    SeatRow.objects.filter(match=row).update(seen_at=START + MINUTE, looked_at=START + MINUTE - 15_000)
    submit(row, 0, at=START + MINUTE, do="pass")
    news.deliver(START + MINUTE)
    assert push.given == [[("turn", f"match:{row.public_id}")]]


def test_of_very_many_people_each_is_sent_theirs(push: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "PEOPLE_AT_ONCE", 3)
    people = [UserFactory.create().pk for _ in range(8)]
    for person in people:
        tell(person)
    assert news.deliver(NOW) == 8 and len(push.given) == 8


def test_a_run_that_has_lasted_long_gives_back_what_it_has_not_sent(
    push: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _person in range(3):
        tell(UserFactory.create().pk)
    moments = chain([0.0, 0.0, 0.0], repeat(99.0))
    monkeypatch.setattr(delivery, "time", SimpleNamespace(monotonic=lambda: next(moments)))
    news.deliver(NOW)
    assert len(push.given) == 1
    assert News.objects.filter(push_at=NOW, claimed_until=None).count() == 2

"""News told, read, withdrawn and sent at the same instant, on real row locks: each is sent once, none that is false is
brought back, and nobody waits for ever."""

import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from news import api as news
from news.channels import Outcome
from news.models import News
from news.services import delivery
from news.services.reading import read_all
from tests.support.at_once import wrong_at_once
from tests.support.matches import UserFactory

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

NOW = 4_000_000_000_000
PEOPLE = 24
WORKERS = 6


class Post:
    """A channel that counts what it has sent, by row. `hold`: it waits within, until it is let go."""

    def __init__(self) -> None:
        self.sent: Counter[int] = Counter()
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.outcome: tuple[Outcome, int | None] = (Outcome.SENT, None)
        self.go_on.set()

    def hold(self) -> None:
        self.go_on.clear()

    def send(self, rows: Sequence[News], now_ms: int) -> Mapping[int, tuple[Outcome, int | None]]:
        self.sent.update(row.pk for row in rows)
        self.begun.set()
        assert self.go_on.wait(30)
        return {row.pk: self.outcome for row in rows}


@pytest.fixture
def push(monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    post = Post()
    monkeypatch.setattr(delivery, "CHANNELS", {"push": post})
    yield post
    post.go_on.set()


def people(how_many: int) -> list[int]:
    return [UserFactory.create().pk for _ in range(how_many)]


def tell(person: int, topic: str, at: int = NOW) -> None:
    pieces = [news.Piece(person, kind, {"names": ["Bo"]}) for kind in ("turn", "turn_low")]
    with transaction.atomic():
        news.tell_pieces(topic, pieces, path="/", at=at)


def test_of_several_workers_each_row_is_sent_by_one(push: Post) -> None:
    for person in people(PEOPLE):
        tell(person, f"match:{person}")
    assert wrong_at_once(news.deliver, [NOW] * WORKERS) == []
    newest = set(News.objects.filter(kind="turn_low").values_list("pk", flat=True))
    assert push.sent == Counter(dict.fromkeys(newest, 1))
    assert not News.objects.exclude(push_at=None, claimed_until=None).exists()


@pytest.mark.parametrize("outcome", [(Outcome.SENT, None), (Outcome.LATER, NOW + 60_000)], ids=["sent", "later"])
def test_what_is_withdrawn_while_it_is_sent_stays_withdrawn_and_waits_for_nothing(
    push: Post, outcome: tuple[Outcome, int | None]
) -> None:
    (person,) = people(1)
    tell(person, "match:one")
    push.outcome = outcome
    push.hold()
    sending = threading.Thread(target=partial(wrong_at_once, news.deliver, [NOW]))
    sending.start()
    assert push.begun.wait(30)
    with transaction.atomic():
        news.withdraw("match:one", at=NOW + 1)  # the worker holds no lock meanwhile
    push.go_on.set()
    sending.join(30)
    rows = News.objects.values_list("withdrawn_at", "push_at", "claimed_until")
    assert list(rows) == [(NOW + 1, None, None)] * 2
    assert news.deliver(NOW + 120_000) == 0


def test_a_worker_that_was_away_for_too_long_marks_nothing_of_the_next(push: Post) -> None:
    """The first has sent and not marked within its minute: the second sends again, and what it notes stands."""
    (person,) = people(1)
    tell(person, "match:one")
    push.hold()
    first = threading.Thread(target=partial(wrong_at_once, news.deliver, [NOW]))
    first.start()
    assert push.begun.wait(30)
    push.begun.clear()
    second = threading.Thread(target=partial(wrong_at_once, news.deliver, [NOW + 60_000]))
    second.start()
    assert push.begun.wait(30)
    push.go_on.set()
    first.join(30)
    second.join(30)
    row = News.objects.get(kind="turn_low")
    assert (push.sent[row.pk], row.push_at, row.push_tries, row.claimed_until) == (2, None, 1, None)


def test_telling_reading_withdrawing_and_sending_at_once_wait_for_each_other_and_end(push: Post) -> None:
    (person,) = people(1)
    topics = [f"match:{number}" for number in range(4)]

    def withdraw(topic: str) -> None:
        with transaction.atomic():
            news.withdraw(topic, at=NOW)

    def act(number: int) -> Any:
        topic = topics[number % 4]
        works = [
            partial(tell, person, topic, NOW + number),
            partial(news.read_topic, person, topic, NOW + 100),
            partial(read_all, person, NOW + 100),
            partial(withdraw, topic),
            partial(news.deliver, NOW + 100),
        ]
        return works[number // 4 % 5]()

    for topic in topics:
        tell(person, topic)
    assert wrong_at_once(act, list(range(20))) == []
    assert News.objects.count() == 8

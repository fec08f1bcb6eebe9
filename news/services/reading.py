"""The news of one person: how many are unread, the list, and reading.

Of a topic the newest row that is true stands for all: what is read is the topic. What was read is not sent any more.
"""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import lazy

from common import reader_questions
from common.durations import DAY_MS
from common.reader_questions import ReaderQuestion
from common.reader_questions import Values as QuestionValues
from news import clock
from news.kinds import kinds
from news.models import News
from news.services.telling import changed_after_commit, locked

KEPT_MS = 30 * DAY_MS
MOST_LISTED = 300
_UNREAD = """
    SELECT count(DISTINCT "topic") FROM "news_news"
     WHERE "user_id" = %s AND "read_at" IS NULL AND "withdrawn_at" IS NULL AND "shown_from" <= %s AND "shown_from" > %s
       AND ("true_until" IS NULL OR "true_until" > %s) AND "kind" IN ({kinds})"""


def _unread_column() -> str:
    kinds_shown = ", ".join(f"'{key}'" for key in kinds())  # names of our own
    return f"({_UNREAD.format(kinds=kinds_shown)})"


def _values(user_id: int, now_ms: int) -> QuestionValues:
    return user_id, now_ms, now_ms - KEPT_MS, now_ms


UNREAD = ReaderQuestion(
    (lazy(_unread_column, str)(),),
    lambda request: _values(request.user.pk or 0, clock.now_ms()),
    int,
    of_nobody=0,
)


def unread(user_id: int, now_ms: int) -> int:
    """How many topics of the person have something unread."""
    return UNREAD.alone(*_values(user_id, now_ms))


def listed(user_id: int, now_ms: int, most: int = MOST_LISTED) -> list[News]:
    """The person's news, the newest first, one a topic; unread where anything of the topic is."""
    rows = _shown(user_id, now_ms).order_by("-shown_from", "-pk")[:MOST_LISTED]
    found: dict[str, News] = {}
    for row in rows:
        first = found.setdefault(row.topic, row)
        if row.read_at is None:
            first.read_at = None
    return list(found.values())[:most]


def unread_topics(user_id: int, now_ms: int) -> list[str]:
    """What a device may go on showing: true, and not read anywhere."""
    rows = _shown(user_id, now_ms).filter(read_at__isnull=True)
    return sorted(set(rows.values_list("topic", flat=True)[:MOST_LISTED]))


def standing_topics(kind: str, topics: Collection[str]) -> set[str]:
    """Those of these topics about which somebody was told this and it was not taken back; nothing is asked for none."""
    if not topics:
        return set()
    rows = News.objects.filter(topic__in=list(topics), kind=kind, withdrawn_at__isnull=True)
    return set(rows.values_list("topic", flat=True))


def open_row(user_id: int, key: int, now_ms: int) -> str:
    """Read one of the person's rows, and with it its topic; where it leads to, "" where there is no such row."""
    row = News.objects.filter(user_id=user_id, pk=key).first()
    if row is None:
        return ""
    read_topic(user_id, row.topic, now_ms)
    return row.path


def read_topic(user_id: int, topic: str, now_ms: int) -> None:
    """The person has what the topic is about before their eyes. One statement where nothing of theirs is unread."""
    if unread(user_id, now_ms):
        _read(_shown(user_id, now_ms).filter(topic=topic), now_ms)


def read_topic_on_page(request: HttpRequest, topic: str, now_ms: int) -> None:
    """The same of the reader of a page, which asks how much is unread in any case: no statement of its own where
    nothing is."""
    if UNREAD.of_reader(request) and _read(_shown(request.user.pk or 0, now_ms).filter(topic=topic), now_ms):
        reader_questions.forget(request)


def read_all(user_id: int, now_ms: int) -> None:
    """The person has read all that is shown by now."""
    _read(_shown(user_id, now_ms), now_ms)


def _shown(user_id: int, now_ms: int) -> QuerySet[News]:
    """What the person's bell shows: true, of a kind that there still is, and not too old."""
    rows = News.objects.filter(user_id=user_id, withdrawn_at__isnull=True)
    rows = rows.filter(shown_from__lte=now_ms, shown_from__gt=now_ms - KEPT_MS, kind__in=kinds())
    return rows.filter(Q(true_until__isnull=True) | Q(true_until__gt=now_ms))


def _read(rows: QuerySet[News], now_ms: int) -> bool:
    """Read those of them that are not; whether there were any."""
    rows = rows.filter(read_at__isnull=True)
    if not rows.exists():
        return False
    with transaction.atomic():
        found = locked(rows)
        News.objects.filter(pk__in=found).update(read_at=now_ms, push_at=None, mail_at=None, claimed_until=None)
        changed_after_commit(set(found.values()))
    return True

"""Telling and taking back. Both belong into the transaction in which it happened: what is rolled back was never told.

One statement to tell, however many people, up to some hundreds.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db import connection, transaction

from news.kinds import Usual, kinds
from news.models import News
from news.signals import news_changed

AT_ONCE = 500
"""Rows written by one statement."""

_REPLACED = (
    "values", "path", "happened_at", "shown_from", "true_until", "read_at", "withdrawn_at",
    "push_at", "push_tries", "mail_at", "mail_tries",
)  # fmt: skip


def tell(
    user_ids: Iterable[int],
    kind: str,
    topic: str,
    *,
    path: str,
    at: int,
    values: Mapping[str, Any] | None = None,
    shown_from: int | None = None,
    true_until: int | None = None,
) -> None:
    """Tell each of them, in place of what they were told of this kind about this topic before.

    `topic` at most 64 characters, as "match:AbCdEf"; `path` the site's own address that it leads to; `values` for the
    words of the kind, as JSON. Moments in milliseconds: `at` when it happened, `shown_from` where it is to be told
    later, `true_until` from when on it is not told any more. Raises KeyError for a kind that no app brings.
    """
    wanted = kinds()[kind]
    people = sorted(set(user_ids))
    if not people:
        return
    if not connection.in_atomic_block:
        raise RuntimeError("news is told in the transaction in which it happened")
    moment = at if shown_from is None else shown_from
    News.objects.bulk_create(
        [
            News(
                user_id=user_id,
                kind=kind,
                topic=topic,
                values=dict(values or {}),
                path=path,
                happened_at=at,
                shown_from=moment,
                true_until=true_until,
                push_at=None if wanted.push is Usual.NEVER else moment,
                mail_at=None if wanted.mail is Usual.NEVER else moment,
            )
            for user_id in people
        ],
        batch_size=AT_ONCE,
        update_conflicts=True,
        unique_fields=["topic", "user", "kind"],
        update_fields=list(_REPLACED),
    )
    _after_commit(people)


def withdraw(topic: str, *, at: int, kinds_of_it: Collection[str] = (), user_ids: Collection[int] = ()) -> None:
    """Take back what has become false: of these kinds (all where none is named), of these people (all likewise)."""
    rows = News.objects.filter(topic=topic, withdrawn_at__isnull=True)
    if kinds_of_it:
        rows = rows.filter(kind__in=list(kinds_of_it))
    if user_ids:
        rows = rows.filter(user_id__in=list(user_ids))
    people = list(rows.values_list("user_id", flat=True))
    if people:
        rows.update(withdrawn_at=at, push_at=None, mail_at=None)
        _after_commit(people)


def _after_commit(people: Iterable[int]) -> None:
    changed = frozenset(people)
    transaction.on_commit(lambda: news_changed.send_robust(sender=News, user_ids=changed))

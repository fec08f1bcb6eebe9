"""Telling and taking back. Both belong into the transaction in which it happened: what is rolled back was never told.

One statement to tell, however many people, up to some hundreds. Rows are locked in the order of people and kinds,
wherever several are.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from news.kinds import Usual, kinds
from news.models import News
from news.signals import news_changed, news_due

AT_ONCE = 500
"""Rows written by one statement."""

_REPLACED = (
    "values", "path", "happened_at", "shown_from", "true_until", "read_at", "withdrawn_at",
    "push_at", "push_tries", "mail_at", "mail_tries", "claimed_until",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Piece:
    """What one person is told of a kind: `values` for its words, as JSON; `shown_from` where it is to be told later,
    `true_until` from when on it is not told any more, `sent_from` where push and mail are to wait.

    `is_read`: the person has it before their eyes. Not `is_true`: it is taken back where it was told. Not `is_mailed`:
    of a kind that mail carries, this one is told without.
    """

    user_id: int
    kind: str
    values: Mapping[str, Any] = field(default_factory=dict)
    shown_from: int | None = None
    true_until: int | None = None
    sent_from: int | None = None
    is_read: bool = False
    is_true: bool = True
    is_mailed: bool = True


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
    """Tell each of them the same, in place of what they were told of this kind about this topic before.

    `topic` at most 64 characters, as "match:AbCdEf"; `path` the site's own address that it leads to. Moments in
    milliseconds: `at` when it happened, the others as of a `Piece`. Raises KeyError for a kind that no app brings.
    """
    said = values or {}
    pieces = [Piece(user_id, kind, said, shown_from, true_until) for user_id in sorted(set(user_ids))]
    tell_pieces(topic, pieces, path=path, at=at)


def tell_pieces(topic: str, pieces: Sequence[Piece], *, path: str, at: int) -> None:
    """Tell and take back by one statement what has happened to a topic; at most one piece a person and kind."""
    if not pieces:
        return
    if not connection.in_atomic_block:
        raise RuntimeError("news is told in the transaction in which it happened")
    rows = [_row(topic, piece, path, at) for piece in sorted(pieces, key=lambda piece: (piece.user_id, piece.kind))]
    News.objects.bulk_create(
        rows,
        batch_size=AT_ONCE,
        update_conflicts=True,
        unique_fields=["topic", "user", "kind"],
        update_fields=list(_REPLACED),
    )
    changed_after_commit({piece.user_id for piece in pieces})
    if any(due is not None and due <= at for row in rows for due in (row.push_at, row.mail_at)):
        transaction.on_commit(lambda: news_due.send_robust(sender=News))


def _row(topic: str, piece: Piece, path: str, at: int) -> News:
    wanted = kinds()[piece.kind]
    moment = at if piece.shown_from is None else piece.shown_from
    sent_from = moment if piece.sent_from is None else piece.sent_from
    is_sent = piece.is_true and not piece.is_read
    return News(
        user_id=piece.user_id,
        kind=piece.kind,
        topic=topic,
        values=dict(piece.values),
        path=path,
        happened_at=at,
        shown_from=moment,
        true_until=piece.true_until,
        read_at=at if piece.is_read else None,
        withdrawn_at=None if piece.is_true else at,
        push_at=sent_from if is_sent and wanted.push is not Usual.NEVER else None,
        mail_at=sent_from if is_sent and piece.is_mailed and wanted.mail is not Usual.NEVER else None,
    )


def withdraw(topic: str, *, at: int, kinds_of_it: Collection[str] = (), user_ids: Collection[int] = ()) -> None:
    """Take back what has become false: of these kinds (all where none is named), of these people (all likewise)."""
    rows = News.objects.filter(topic=topic, withdrawn_at__isnull=True)
    if kinds_of_it:
        rows = rows.filter(kind__in=list(kinds_of_it))
    if user_ids:
        rows = rows.filter(user_id__in=list(user_ids))
    found = locked(rows)
    if found:
        News.objects.filter(pk__in=found).update(withdrawn_at=at, push_at=None, mail_at=None, claimed_until=None)
        changed_after_commit(set(found.values()))


def prolong(topic: str, kind: str, true_until: int) -> None:
    """What was told of this kind is true for longer."""
    News.objects.filter(topic=topic, kind=kind, withdrawn_at__isnull=True).update(true_until=true_until)


def locked(rows: "QuerySet[News]") -> dict[int, int]:
    """Lock these rows in the order in which everybody does; the person of each by its primary key."""
    return dict(rows.select_for_update().order_by("user_id", "kind", "pk").values_list("pk", "user_id"))


def changed_after_commit(people: Iterable[int]) -> None:
    """Say after the commit that these people's news have changed."""
    changed = frozenset(people)
    transaction.on_commit(lambda: news_changed.send_robust(sender=News, user_ids=changed))

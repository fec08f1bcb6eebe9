"""Sending what is due, by each channel.

Rows are claimed in a transaction, sent outside of it, and marked: a worker that is killed in between leaves claims that
lapse, and the same is sent again under the same topic. A row that was replaced, read or withdrawn meanwhile has lost
its claim, so that a mark changes it no more.
"""

import logging
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.db.models import Q, QuerySet

from news.channels import CHANNELS, Channel, Outcome
from news.kinds import kinds
from news.models import News
from news.services.looking import FRESH_MS, looking_at_shelf
from news.services.reading import read_topic
from news.services.telling import changed_after_commit

log = logging.getLogger(__name__)

CLAIM_MS = 60_000
PEOPLE_AT_ONCE = 50
LONGEST_RUN_SECONDS = 4.0
"""After so long no more people are begun with: what is claimed must be sent within its claim, and a job shows that it
runs."""
FIRST_PAUSE_MS, LONGEST_PAUSE_MS = 30_000, 30 * 60_000
"""How long is waited after a fault of a channel's, doubling from try to try."""


def deliver(now_ms: int) -> int:
    """Send what is due by every channel; how many rows were looked at."""
    return sum(deliver_by(name, now_ms) for name in CHANNELS)


def deliver_by(name: str, now_ms: int) -> int:
    """Send what is due by one channel, person by person; how many rows were looked at."""
    begun_at, looked_at = time.monotonic(), 0
    while time.monotonic() - begun_at < LONGEST_RUN_SECONDS:
        claimed = _claim(name, now_ms)
        if not claimed:
            break
        looked_at += len(claimed)
        _show(claimed)
        for rows in _by_person(_still_to_send(name, claimed, now_ms)):
            if time.monotonic() - begun_at < LONGEST_RUN_SECONDS:
                _send(name, CHANNELS[name], rows, now_ms)
            else:
                _of(rows).update(claimed_until=None)
    return looked_at


def _claim(name: str, now_ms: int) -> list[News]:
    """The rows of some people of whom something is due, ours until the claim ends. With a due row come all others of
    the person that are shown and wait for this channel, so that it can bundle them; but for a push."""
    free = Q(claimed_until__isnull=True) | Q(claimed_until__lte=now_ms)
    due = Q(**{f"{name}_at__lte": now_ms})
    ripe = News.objects.filter(free, due).order_by(f"{name}_at").values_list("user_id", flat=True)
    people = set(ripe[:PEOPLE_AT_ONCE])
    if not people:
        return []  # before any transaction, which on SQLite keeps all other writers out
    with transaction.atomic():
        waiting = due if name == "push" else Q(**{f"{name}_at__isnull": False, "shown_from__lte": now_ms})
        rows = News.objects.filter(free, waiting, user_id__in=people).order_by("user_id", "kind", "pk")
        claimed = list(rows.select_for_update(skip_locked=True))
        for row in claimed:
            row.claimed_until = now_ms + CLAIM_MS
        News.objects.filter(pk__in=[row.pk for row in claimed]).update(claimed_until=now_ms + CLAIM_MS)
    return claimed


def _show(rows: Iterable[News]) -> None:
    """What was told ahead of its time is shown from now on."""
    people = {row.user_id for row in rows if row.shown_from > row.happened_at and row.push_tries == row.mail_tries == 0}
    if people:
        changed_after_commit(people)


def _still_to_send(name: str, claimed: Sequence[News], now_ms: int) -> list[News]:
    """Those of them that are to be sent. Not what is false by now, nor what a newer row of the same topic replaces, nor
    what the person has before their eyes; what their shelf says waits for as long as they look at it."""
    newest = _newest(claimed, now_ms)
    looked_at = _looked_at(claimed, now_ms)
    at_shelf = looking_at_shelf({row.user_id for row in claimed}, now_ms)
    left = []
    for row in claimed:
        kind = kinds().get(row.kind)
        if kind is None or newest.get((row.user_id, row.topic)) != row.pk:
            _mark(name, row, Outcome.NOTHING_TO_DO, None)
        elif (row.user_id, row.topic) in looked_at.get(row.kind, ()):
            read_topic(row.user_id, row.topic, now_ms)
        elif kind.on_shelf and row.user_id in at_shelf:
            _of([row]).update(**{f"{name}_at": now_ms + FRESH_MS}, claimed_until=None)
        else:
            left.append(row)
    return left


def _newest(rows: Sequence[News], now_ms: int) -> dict[tuple[int, str], int]:
    """The newest row of each person and topic that is true, by its primary key."""
    about = News.objects.filter(user_id__in={row.user_id for row in rows}, topic__in={row.topic for row in rows})
    true = about.filter(Q(true_until__isnull=True) | Q(true_until__gt=now_ms), withdrawn_at__isnull=True)
    shown = true.filter(shown_from__lte=now_ms).order_by("shown_from", "pk")
    return {(user_id, topic): pk for user_id, topic, pk in shown.values_list("user_id", "topic", "pk")}


def _looked_at(rows: Iterable[News], now_ms: int) -> dict[str, set[tuple[int, str]]]:
    """By kind whom of these people has the topic of their row before their eyes."""
    asked: defaultdict[str, set[tuple[int, str]]] = defaultdict(set)
    for row in rows:
        asked[row.kind].add((row.user_id, row.topic))
    looking = {key: kind.looking for key, kind in kinds().items() if key in asked}
    return {key: set(ask(asked[key], now_ms)) for key, ask in looking.items() if ask is not None}


def _by_person(rows: Iterable[News]) -> list[list[News]]:
    found: defaultdict[int, list[News]] = defaultdict(list)
    for row in rows:
        found[row.user_id].append(row)
    return list(found.values())


def _send(name: str, channel: Channel, rows: Sequence[News], now_ms: int) -> None:
    try:
        outcomes: Mapping[int, tuple[Outcome, int | None]] = channel.send(rows, now_ms)
    except Exception:  # one person's fault, or one service's, keeps nobody else's news back
        log.exception("News could not be sent by %s; it is tried again.", name)
        outcomes = {row.pk: (Outcome.LATER, now_ms + _pause(getattr(row, f"{name}_tries"))) for row in rows}
    for row in rows:
        _mark(name, row, *outcomes.get(row.pk, (Outcome.NOTHING_TO_DO, None)))


def _pause(tries: int) -> int:
    return min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS << min(tries, 16))


def _mark(name: str, row: News, outcome: Outcome, again_at: int | None) -> None:
    """Note what became of a row; one that is to be tried later has been tried once more."""
    tries = getattr(row, f"{name}_tries") + (outcome is not Outcome.NOTHING_TO_DO)
    later = again_at if outcome is Outcome.LATER else None
    _of([row]).update(**{f"{name}_at": later, f"{name}_tries": min(tries, 1000)}, claimed_until=None)


def _of(rows: Sequence[News]) -> "QuerySet[News]":
    """These rows, which were claimed together, as far as they still are."""
    return News.objects.filter(pk__in=[row.pk for row in rows], claimed_until=rows[0].claimed_until)

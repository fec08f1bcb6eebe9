"""Rows of news as a page shows them: in words, in the reader's language."""

import logging
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.durations import DAY_MS, HOUR_MS, MINUTE_MS
from news.kinds import Pictures, kinds
from news.models import News
from news.services.reading import listed

log = logging.getLogger(__name__)

MOST_PICTURES = 12
"""At the newest rows: a picture is some kilobytes."""


@dataclass(frozen=True, slots=True)
class Row:
    """One piece of news: its primary key, what it says, and how long ago that was; `picture` as markup, or "" where an
    icon stands."""

    key: int
    kind: str
    topic: str
    icon: str
    title: str
    line: str
    is_unread: bool
    ago: str
    picture: str = ""


def rows_shown(user_id: int, now_ms: int, most: int) -> list[Row]:
    """The person's news, the newest first. What an earlier release told in another way, and cannot be said any more, is
    left out."""
    found = []
    for row in listed(user_id, now_ms, most):
        try:
            found.append(_shown(row, now_ms))
        except (KeyError, TypeError, ValueError):
            log.exception("News %s (%s) cannot be put into words.", row.pk, row.kind)
    return _with_pictures(user_id, found)


def _with_pictures(user_id: int, rows: Sequence[Row]) -> list[Row]:
    """Asked for once of all kinds that share theirs."""
    asked: defaultdict[Pictures, list[str]] = defaultdict(list)
    for row in rows[:MOST_PICTURES]:
        if pictures := kinds()[row.kind].pictures:
            asked[pictures].append(row.topic)
    drawn: dict[str, str] = {}
    for ask, topics in asked.items():
        try:
            drawn |= ask(user_id, topics)
        except Exception:  # news is read without pictures too
            log.exception("Pictures of news could not be drawn.")
    return [replace(row, picture=drawn.get(row.topic, "")) for row in rows]


def _shown(row: News, now_ms: int) -> Row:
    kind = kinds()[row.kind]
    words = kind.words(row.values)
    ago = ago_in_words(now_ms - row.shown_from)
    return Row(row.pk, row.kind, row.topic, kind.icon, words.title, words.line, row.read_at is None, ago)


def ago_in_words(passed: int) -> str:
    """How long ago something was, in its largest unit: "now", "4 min", "3 h", "2 days"."""
    if passed < MINUTE_MS:
        return _("now")
    if passed < HOUR_MS:
        return _("%(n)d min") % {"n": passed // MINUTE_MS}
    if passed < DAY_MS:
        return _("%(n)d h") % {"n": passed // HOUR_MS}
    days = passed // DAY_MS
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}

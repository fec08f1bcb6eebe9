"""What a mail says: its news in the reader's language, as text and as HTML, the most urgent first."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import ngettext

from news.kinds import NewsKind, kinds
from news.leave_links import leave_address
from news.models import News

MOST_SHOWN = 8
LONGEST_SUBJECT = 120


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail in both forms, whose it is, and of which kinds its news are."""

    user_id: int
    kinds: tuple[str, ...]
    subject: str
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class _Item:
    title: str
    line: str
    address: str


def letter(rows: Sequence[News]) -> Letter:
    """The mail about these news of one person, in the active language."""
    by_urgency = sorted(rows, key=lambda row: (row.true_until is None, row.true_until or 0, -row.shown_from, row.pk))
    told = [_item(row) for row in by_urgency]
    about = list({row.kind: kinds()[row.kind] for row in by_urgency}.values())
    user_id, keys = rows[0].user_id, tuple(kind.key for kind in about)
    subject = _subject(told, about)
    context = {
        "subject": subject,
        "alone": len(told) == 1,
        "items": told[:MOST_SHOWN],
        "more": _more(len(told) - MOST_SHOWN),
        "all": f"{settings.SITE_ORIGIN}/" if len(told) > 1 else "",
        "names": [str(kind.name) for kind in about],
        "bundled": not any(kind.mail_at_once for kind in about),
        "leave": leave_address(user_id, keys),
        "settings": settings.SITE_ORIGIN + reverse("news:settings"),
    }
    text = render_to_string("news/mail.txt", context)
    return Letter(user_id, keys, subject, text, render_to_string("news/mail.html", context))


def _item(row: News) -> _Item:
    words = kinds()[row.kind].words(row.values)
    return _Item(_one_line(words.title), _one_line(words.line), settings.SITE_ORIGIN + row.path)


def _subject(told: list[_Item], about: list[NewsKind]) -> str:
    """The fact: of one piece of news its title; of many of a kind what that kind says of many."""
    if len(told) > 1 and len(about) == 1 and about[0].many is not None:
        return _one_line(about[0].many(len(told)))
    others = len(told) - 1
    first = told[0].title[:LONGEST_SUBJECT]
    return f"{first} {_more(others)}" if others else first


def _more(others: int) -> str:
    return ngettext("and %(number)s more", "and %(number)s more", others) % {"number": others} if others > 0 else ""


def _one_line(words: str) -> str:
    return " ".join(words.split())

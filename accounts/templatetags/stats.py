"""Template filters for statistics: figures, times and short names."""

from datetime import UTC, datetime

from django import template
from django.utils.dateformat import format as written
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from game import api as game

register = template.Library()

_ENDINGS = {
    "bag_empty": gettext_noop("Played to the end"),
    "rounds_over": gettext_noop("Played to the end"),
    "all_passed": gettext_noop("Everybody passed"),
    "stalled": gettext_noop("Neither could move"),
    "conceded": gettext_noop("Passes in a row"),
    "forfeited": gettext_noop("Out of time in a row"),
    "resigned": gettext_noop("Conceded"),
    "abandoned": gettext_noop("Did not come back"),
    "declined": gettext_noop("Declined"),
    "called_off": gettext_noop("Called off"),
}


@register.filter
def figure(number: float | None) -> str:
    """A whole number with spaces between the thousands and a real minus: "1 272", "−3"."""
    whole = round(number or 0)
    return f"{whole:,}".replace(",", "\N{NO-BREAK SPACE}").replace("-", "\N{MINUS SIGN}")


@register.filter
def plus(number: int | None) -> str:
    """A change: "+21", "−6", "0"."""
    return f"+{figure(number)}" if number and number > 0 else figure(number)


@register.filter
def tenth(number: float) -> str:
    """A number with one decimal, as the language writes it."""
    return f"{number:.1f}".replace(".", pgettext("decimal separator", ".")).replace("-", "\N{MINUS SIGN}")


@register.filter
def percent(share: float) -> str:
    """A share of 1 in per cent: "57 %"."""
    return f"{share * 100:.0f}\N{NO-BREAK SPACE}%"


@register.filter
def moment(milliseconds: int) -> datetime:
    """The time of a match as a date and time of day (UTC)."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


@register.filter
def day(when: datetime) -> str:
    """A date in the language's format, with lower-case months in Swedish."""
    return written(when, pgettext("a date in Django's format letters", "j M Y"))


@register.filter
def minute(when: datetime) -> str:
    """The same with the time of day."""
    return f"{day(when)} {written(when, 'H:i')}"


@register.filter
def to(total: int, other: int) -> str:
    """The result of a match: "175–170". The dash has spaces where a total is below zero: "−10 – −6"."""
    dash = "–" if min(total, other) >= 0 else "\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}"
    return f"{figure(total)}{dash}{figure(other)}"


@register.filter
def ending(reason: str) -> str:
    """How a match ended, in two or three words."""
    return _(_ENDINGS[reason]) if reason in _ENDINGS else reason


@register.filter
def item_title(key: str) -> str:
    """An item's name; its key for an item that no longer exists."""
    return game.member_title(key)


@register.filter
def counts_extra(key: str) -> bool:
    """Whether an item's return is points that would not have been scored without it."""
    return key in game.members() and game.members()[key].returns == "extra"


@register.filter
def counts_words(key: str) -> bool:
    """Whether an item's return is whole words."""
    return key in game.members() and game.members()[key].returns == "words"


@register.filter
def letters(word: str, language: str) -> list[tuple[str, int]]:
    """A word's letters with their values, to draw it in tiles."""
    return game.letter_values(word, language)

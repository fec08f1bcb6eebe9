"""The rules of a match in words, built from the settings' own descriptions, in the language of the interface.

A setting without a sentence of its own is shown by its label and value, so a new one appears by itself.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from game.crossword.layout_setting import Layout
from game.dispatch.record_reading import own_start
from game.kernel.match import CoreState
from game.kernel.pace_settings import DAY_SECONDS, HeadStart, Reserve, is_slow_clock
from game.kernel.setting_types import Flag, Number, NumberEach, OneOf, Setting, SomeOf, Words
from game.presentation import PRESENTATIONS
from game.presentation.base import Member
from game.variants import VARIANTS

LANGUAGES = {"en": "English", "sv": "Svenska"}
"""The languages of matches, each by its own name."""


def label_of(setting: Setting) -> str:
    """The name of a setting."""
    return _(setting.label)


@cache
def members() -> Mapping[str, Member]:
    """What the settings of all games name by a key (powers), each game's in the order of its shop."""
    return {key: member for shown in PRESENTATIONS.values() for key, member in shown.members.items()}


def member_title(key: str) -> str:
    """The name of one of several: the title that a game gives it, for anything else the key as it is."""
    return _(members()[key].title) if key in members() else _(key)


def value_in_words(setting: Setting, value: Any) -> str:
    """The value alone: "60 s", "on", "English", "Swap 3, Claim 4", "HUND, KATT"."""
    if isinstance(setting, Flag):
        return _("on") if value else _("off")
    if setting.key == "language":
        return LANGUAGES[value]
    if isinstance(setting, OneOf):
        label = next(label for choice, label in setting.choices if choice == value)
        return f"{_(label)} {value}" if isinstance(value, int) else _(label)
    if isinstance(setting, Layout):
        return _(setting.titles[value]) if isinstance(value, str) else _("own, %(n)d × %(n)d") % {"n": len(value)}
    if isinstance(setting, Words):
        return ", ".join(value) or pgettext("words", "none")
    if isinstance(setting, SomeOf):
        return ", ".join(member_title(member) for member in value) or pgettext("words", "none")
    if isinstance(setting, NumberEach):
        return ", ".join(f"{member_title(key)} {number}" for key, number in value.items())
    if setting.key == "turn_seconds":
        return _clock_in_words(value)
    if isinstance(setting, HeadStart):
        return ", ".join(f"{number:+d}" for number in value or ()) or pgettext("head start", "none")
    if value is None:
        return _("no limit")
    if value == "full" and isinstance(setting, Number):
        return _("all %(n)d tiles") % {"n": setting.high}
    return str(value)


def _clock_in_words(seconds: int | None) -> str:
    if seconds is None:
        return _("no timer")
    return days_in_words(seconds) if is_slow_clock(seconds) else _("%(seconds)s s") % {"seconds": seconds}


def days_in_words(seconds: int) -> str:
    """A clock of days."""
    days = seconds // DAY_SECONDS
    return ngettext("%(n)d day", "%(n)d days", days) % {"n": days}


def _says_nothing(setting: Setting, value: Any) -> bool:
    """Whether the rule is left out: a reserve or a head start that the match does not have."""
    return isinstance(setting, Reserve | HeadStart) and not value


def all_of(match: CoreState) -> list[tuple[str, str, bool]]:
    """Every rule of a match, as its label, its value in words, and whether it differs from the default; a custom board
    first, which is none of its settings."""
    rules, own = match.rules, VARIANTS[match.rules.variant].own_board
    board = own_start(match).get("board")
    said = [
        (label_of(one), value_in_words(one, rules.values[one.key]), rules.values[one.key] != one.default)
        for one in VARIANTS[rules.variant].settings
        if one.key in rules.values and not _says_nothing(one, rules.values[one.key])
    ]
    return said if own is None or board is None else [(label_of(own), value_in_words(own, tuple(board)), True), *said]

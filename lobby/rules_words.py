"""Rules in words, made from the settings' own descriptions, in the language of the interface.

A setting nobody has written a phrase for is said by its label and value, so a new one is told of by itself.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from game import api as game
from lobby.models import MATCH_LANGUAGES

MOST_SAID = 6  # differences on the one-line card; the rest are counted


def label_of(setting: game.Setting) -> str:
    """The name of a setting."""
    return _(setting.label)


def value_in_words(setting: game.Setting, value: Any) -> str:
    """The value alone: "60 s", "on", "English"."""
    if isinstance(setting, game.Flag):
        return _("on") if value else _("off")
    if setting.key == "language":
        return MATCH_LANGUAGES[value]
    if isinstance(setting, game.OneOf):
        label = next(label for choice, label in setting.choices if choice == value)
        return f"{_(label)} {value}" if isinstance(value, int) else _(label)
    if isinstance(setting, game.SomeOf):
        return ", ".join(member_title(member) for member in value)
    if value is None:
        return _("no timer") if setting.key == "turn_seconds" else _("no limit")
    if value == "full" and isinstance(setting, game.Number):
        return _("all %(n)d tiles") % {"n": setting.high}
    if setting.key == "turn_seconds":
        return _("%(seconds)s s") % {"seconds": value}
    return str(value)


def phrase(setting: game.Setting, value: Any) -> str:
    """The setting with its value as part of a line: "19 × 19", "blank board", "Coins for a pass 5"."""
    special = _PHRASES.get(setting.key)
    if special:
        return special(setting, value)
    if isinstance(setting, game.NumberEach):
        numbers = [f"{member_title(key)} {value[key]}" for key in value if value[key] != setting.default[key]]
        return f"{label_of(setting)}: {', '.join(numbers)}" if numbers else label_of(setting)
    if isinstance(setting, game.Flag):
        return f"{label_of(setting)}: {value_in_words(setting, value)}"
    return f"{label_of(setting)} {value_in_words(setting, value)}"


def differences(settings: Mapping[str, object]) -> list[str]:
    """What differs from Standard, a phrase each, in the order of the form."""
    values = game.full_settings(settings)
    return [phrase(one, values[one.key]) for one in game.settings_of() if values[one.key] != one.default]


def difference_line(settings: Mapping[str, object]) -> str:
    """The difference card: one line, the longest lists cut short and counted."""
    said = differences(settings)
    if not said:
        return _("The Standard rules, nothing changed.")
    line = " · ".join(said[:MOST_SAID])
    return line if len(said) <= MOST_SAID else _("%(line)s and %(n)d more") % {"line": line, "n": len(said) - MOST_SAID}


def changes_in_words(keys: Sequence[str], settings: Mapping[str, object]) -> str:
    """What was changed last, with what it is now: "Turn time: 45 s, Blast: 7"."""
    values: Mapping[str, Any] = game.full_settings(settings)
    by_key = {one.key: one for one in game.settings_of()}
    said = []
    for key in keys:
        whole, _dot, part = key.partition(".")
        if whole not in by_key:
            continue  # a setting that an update of the site has taken away
        if part:
            said.append(f"{member_title(part)}: {values[whole].get(part)}")
        else:
            said.append(f"{label_of(by_key[whole])}: {value_in_words(by_key[whole], values[whole])}")
    line = ", ".join(said[:MOST_SAID])
    return line if len(said) <= MOST_SAID else _("%(line)s and %(n)d more") % {"line": line, "n": len(said) - MOST_SAID}


def member_title(key: str) -> str:
    """The name of one of several: an item's title, for anything else the key as it is."""
    return _(game.ITEMS[key].title) if key in game.ITEMS else key


def _size(setting: game.Setting, value: int) -> str:
    return f"{value} × {value}"


def _layout(setting: game.Setting, value: bool) -> str:
    return _("blank board") if value else _("normal board")


def _count(setting: game.Setting, value: Sequence[str]) -> str:
    assert isinstance(setting, game.SomeOf)
    return _("%(on)d of %(all)d powers") % {"on": len(value), "all": len(setting.members)}


_PHRASES: Mapping[str, Callable[[Any, Any], str]] = {
    "board_size": _size,
    "blank_board": _layout,
    "language": value_in_words,
    "turn_seconds": value_in_words,
    "items": _count,
}

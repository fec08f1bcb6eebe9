"""Rules as phrases of a line: differences from Standard, and changes; and two sets of rules side by side. The words for
each are the game's own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from game import api as game

MOST_SAID = 6  # differences on the one-line card; the rest are counted


label_of, member_title, value_in_words = game.label_of, game.member_title, game.value_in_words


def phrase(setting: game.Setting, value: Any) -> str:
    """The setting with its value as part of a line: "19 × 19", "blank board", "Coins for a pass 5"; how many words."""
    special = _PHRASES.get(setting.key)
    if special:
        return special(setting, value)
    if isinstance(setting, game.Words):
        return f"{label_of(setting)} {len(value)}"
    if isinstance(setting, game.NumberEach):
        numbers = [f"{member_title(key)} {value[key]}" for key in value if value[key] != setting.default[key]]
        return f"{label_of(setting)}: {', '.join(numbers)}" if numbers else label_of(setting)
    if isinstance(setting, game.Flag):
        return f"{label_of(setting)}: {value_in_words(setting, value)}"
    return f"{label_of(setting)} {value_in_words(setting, value)}"


def settings_told(settings: Sequence[game.Setting], values: Mapping[str, Any]) -> list[game.Setting]:
    """The settings without those that say nothing beside the others: an empty reserve, an own board that is not used,
    or the settings that it decides."""
    idle = {one.key for one in settings if isinstance(one, game.Reserve) and not values[one.key]}
    for own in settings:
        if isinstance(own, game.OwnBoard):
            idle |= {own.key} if values[own.key] == own.default else {own.size, *own.idle}
    return [one for one in settings if one.key not in idle]


def differences(settings: Mapping[str, object], variant: str = game.DEFAULT_VARIANT) -> list[str]:
    """What differs from Standard, a phrase each, in the order of the form."""
    values = game.full_settings(settings, variant)
    told = settings_told(game.settings_of(variant), values)
    return [phrase(one, values[one.key]) for one in told if values[one.key] != one.default]


def difference_line(settings: Mapping[str, object], variant: str = game.DEFAULT_VARIANT) -> str:
    """The difference card: one line, the longest lists cut short and counted."""
    said = differences(settings, variant)
    if not said:
        return _("The usual rules, nothing changed.")
    line = " · ".join(said[:MOST_SAID])
    return line if len(said) <= MOST_SAID else _("%(line)s and %(n)d more") % {"line": line, "n": len(said) - MOST_SAID}


def changes_in_words(keys: Sequence[str], settings: Mapping[str, object], variant: str = game.DEFAULT_VARIANT) -> str:
    """The settings changed last, with their present values: "Turn time: 45 s, Blast: 7"."""
    values: Mapping[str, Any] = game.full_settings(settings, variant)
    described = game.settings_of(variant)
    # An own board or a reserve that was taken back is listed too.
    gone = (one for one in described if isinstance(one, game.OwnBoard | game.Reserve))
    told = [*settings_told(described, values), *gone]
    by_key = {one.key: one for one in told}
    said = []
    for key in keys:
        whole, _dot, part = key.partition(".")
        if whole not in by_key:
            continue  # decided by an own board, or removed by an update of the site
        if part:
            said.append(f"{member_title(part)}: {values[whole].get(part)}")
        else:
            said.append(f"{label_of(by_key[whole])}: {value_in_words(by_key[whole], values[whole])}")
    line = ", ".join(said[:MOST_SAID])
    return line if len(said) <= MOST_SAID else _("%(line)s and %(n)d more") % {"line": line, "n": len(said) - MOST_SAID}


def _size(setting: game.Setting, value: int) -> str:
    return f"{value} × {value}"


def _layout(setting: game.Setting, value: bool) -> str:
    return _("blank board") if value else _("normal board")


def _own_board(setting: game.Setting, value: Sequence[str]) -> str:
    return _("own board, %(n)d × %(n)d") % {"n": len(value)}


def _reserve(setting: game.Setting, value: int) -> str:
    return _("%(n)d h reserve") % {"n": value}


def _count(setting: game.Setting, value: Sequence[str]) -> str:
    assert isinstance(setting, game.SomeOf)
    return _("%(on)d of %(all)d powers") % {"on": len(value), "all": len(setting.members)}


_PHRASES: Mapping[str, Callable[[Any, Any], str]] = {
    "board_size": _size,
    "blank_board": _layout,
    "board": _own_board,
    "language": value_in_words,
    "turn_seconds": value_in_words,
    "items": _count,
    "reserve_hours": _reserve,
}


@dataclass(frozen=True, slots=True)
class Difference:
    """One setting: its `label`, and its value in the one set and in the other."""

    label: str
    was: str
    now: str


def differing_keys(before: Mapping[str, object], after: Mapping[str, object], variant: str) -> list[str]:
    """The keys of the settings that differ, the language left out. Raises BadSettings."""
    one, other = game.full_settings(before, variant), game.full_settings(after, variant)
    return [setting.key for setting in _told(variant, one, other) if one[setting.key] != other[setting.key]]


def compared(before: Mapping[str, object], after: Mapping[str, object], variant: str) -> list[Difference]:
    """What differs, in the order of the form, the language left out. Raises BadSettings."""
    one: Mapping[str, Any] = game.full_settings(before, variant)
    other: Mapping[str, Any] = game.full_settings(after, variant)
    found: list[Difference] = []
    for setting in _told(variant, one, other):
        was, now = one[setting.key], other[setting.key]
        if was == now:
            continue
        if isinstance(setting, game.NumberEach):
            found += [
                Difference(f"{label_of(setting)}: {member_title(key)}", str(was[key]), str(now[key]))
                for key in was
                if was[key] != now[key]
            ]
        else:
            found.append(Difference(label_of(setting), value_in_words(setting, was), value_in_words(setting, now)))
    return found


def _told(variant: str, one: Mapping[str, Any], other: Mapping[str, Any]) -> list[game.Setting]:
    """The settings that say something in either set."""
    described = game.settings_of(variant)
    told = {setting.key for values in (one, other) for setting in settings_told(described, values)}
    return [setting for setting in described if setting.key in told and setting.key != "language"]

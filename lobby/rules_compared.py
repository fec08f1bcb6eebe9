"""Two sets of rules of a game side by side: only what differs, in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game import api as game
from lobby.rules_in_words import label_of, member_title, settings_told, value_in_words


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

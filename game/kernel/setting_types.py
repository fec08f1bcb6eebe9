"""Settings of a match: how each is described, checked and read.

A variant (and each item) lists its settings as data; validation, the lobby's form and the guide are made from that
list, so a new setting appears everywhere by itself. A `Ruleset` holds the checked values of one match and travels
inside its state. Unknown keys, wrong types and values out of range are a `BadSetting` that names the key.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any


class BadSetting(ValueError):
    """A setting that cannot be: `key` names it ("prices.swap" inside a map), `code` says why."""

    def __init__(self, key: str, code: str) -> None:
        super().__init__(f"{key}: {code}")
        self.key = key
        self.code = code


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting(ABC):
    """One thing a host may set. `group`, `label` and `hint` are English source texts for the lobby and the guide."""

    key: str
    default: Any
    group: str
    label: str
    hint: str = ""

    @abstractmethod
    def check(self, value: object) -> Any:
        """The value as it is stored; raises BadSetting."""

    def agree(self, values: Mapping[str, Any]) -> Any:
        """The value as it is stored beside the others, each of them checked for itself; raises BadSetting."""
        return values[self.key]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag(Setting):
    """On or off."""

    def check(self, value: object) -> bool:
        """A real bool, nothing that merely looks like one."""
        if type(value) is not bool:
            raise BadSetting(self.key, "wrong_type")
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Setting):
    """A whole number from `low` to `high`; or, where `special` is given, one of those values (None, or a word). Values
    of `former` were such ones: earlier matches and their records have them, and they can no longer be chosen. `beyond`
    are single numbers above `high`, the least first."""

    low: int
    high: int
    special: tuple[str | None, ...] = ()
    former: tuple[str | None, ...] = ()
    beyond: tuple[int, ...] = ()

    def check(self, value: object) -> int | str | None:
        """An int (never a bool or a float) within the bounds, or a special value."""
        if value is None or isinstance(value, str):
            if value in (*self.special, *self.former):
                return value
            raise BadSetting(self.key, "wrong_type" if value is None or not self.special else "out_of_range")
        if type(value) is not int:
            raise BadSetting(self.key, "wrong_type")
        if not self.low <= value <= self.high and value not in self.beyond:
            raise BadSetting(self.key, "out_of_range")
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf(Setting):
    """One of a few values, all of one type; each with a label."""

    choices: tuple[tuple[Any, str], ...]

    def check(self, value: object) -> Any:
        """A value of the list, of exactly its type (True is not 1, 11.0 is not 11)."""
        (kind,) = {type(choice) for choice, _ in self.choices}
        if type(value) is not kind:
            raise BadSetting(self.key, "wrong_type")
        if all(value != choice for choice, _ in self.choices):
            raise BadSetting(self.key, "out_of_range")
        return value


@dataclass(frozen=True, slots=True, kw_only=True)
class SomeOf(Setting):
    """A choice among `members`, kept in their order; one of none only if that `may_be_none`."""

    members: tuple[str, ...]
    may_be_none: bool = False

    def check(self, value: object) -> tuple[str, ...]:
        """A list of distinct members."""
        if not isinstance(value, (list, tuple)) or any(type(member) is not str for member in value):
            raise BadSetting(self.key, "wrong_type")
        if not value and not self.may_be_none:
            raise BadSetting(self.key, "empty")
        if any(member not in self.members for member in value):
            raise BadSetting(self.key, "out_of_range")
        if len(set(value)) != len(value):
            raise BadSetting(self.key, "duplicate")
        return tuple(member for member in self.members if member in value)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberEach(Setting):
    """A whole number from `low` to `high` for each key of the default; keys not given keep the default's number."""

    low: int
    high: int

    def check(self, value: object) -> Mapping[str, int]:
        """A mapping of some of the default's keys to ints within the bounds."""
        if not isinstance(value, Mapping):
            raise BadSetting(self.key, "wrong_type")
        numbers = dict(self.default)
        for name, number in value.items():
            key = f"{self.key}.{name}"
            if name not in numbers:
                raise BadSetting(key, "unknown_setting")
            if type(number) is not int:
                raise BadSetting(key, "wrong_type")
            if not self.low <= number <= self.high:
                raise BadSetting(key, "out_of_range")
            numbers[name] = number
        return numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Words(Setting):
    """A list of at most `most` words of `shortest` to `longest` letters, in whatever form the game keeps them.

    `language` is the setting that says of which language's alphabet.
    """

    language: str
    most: int
    shortest: int
    longest: int


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The checked settings of one match. Made by `read_settings` only; read by the accessors, each for one type."""

    variant: str
    values: Mapping[str, Any]

    def number(self, key: str) -> int:
        """A whole number."""
        value: int = self.values[key]
        return value

    def limit(self, key: str) -> int | None:
        """A whole number, or None for "no limit", "no timer"."""
        value: int | None = self.values[key]
        return value

    def flag(self, key: str) -> bool:
        """On or off."""
        value: bool = self.values[key]
        return value

    def text(self, key: str) -> str:
        """A word."""
        value: str = self.values[key]
        return value

    @property
    def items(self) -> tuple[str, ...]:
        """The keys of the items that are on, in shop order."""
        value: tuple[str, ...] = self.values["items"]
        return value

    def price(self, item: str) -> int:
        """The set price of an item, in coins."""
        value: int = self.values["prices"][item]
        return value


def read_settings(variant: str, settings: Sequence[Setting], given: Mapping[str, object]) -> Ruleset:
    """The whole ruleset from the settings that differ from the defaults; raises BadSetting naming the first bad key."""
    known = {setting.key for setting in settings}
    for key in given:
        if key not in known:
            raise BadSetting(str(key), "unknown_setting")
    values = {s.key: s.check(given[s.key]) if s.key in given else s.default for s in settings}
    return Ruleset(variant, {setting.key: setting.agree(values) for setting in settings})


def with_defaults(settings: Sequence[Setting], defaults: Mapping[str, Any]) -> tuple[Setting, ...]:
    """The same settings with these defaults in place of their own; in a map of numbers, those that are named."""
    return tuple(_with_default(setting, defaults) for setting in settings)


def _with_default(setting: Setting, defaults: Mapping[str, Any]) -> Setting:
    default = defaults.get(setting.key, setting.default)
    if isinstance(setting, NumberEach):
        default = {**setting.default, **default}
    return replace(setting, default=tuple(default) if isinstance(default, list) else default)


def changed_settings(settings: Sequence[Setting], rules: Ruleset) -> dict[str, Any]:
    """The settings that differ from their defaults, as plain data; `read_settings` undone.

    A setting that is younger than the match, as one of an item added since, is none of its own.
    """
    changed: dict[str, Any] = {}
    for setting in settings:
        value = rules.values.get(setting.key, setting.default)
        if isinstance(setting, NumberEach):
            value = {name: number for name, number in value.items() if number != setting.default.get(name)}
            if not value:
                continue
        elif value == setting.default:
            continue
        changed[setting.key] = list(value) if isinstance(value, tuple) else value
    return changed

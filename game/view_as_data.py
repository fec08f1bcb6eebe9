"""Serialise a viewer's `View` as plain data for JSON: field by field what the type has, and nothing beside it.

What a game may show is decided by its `View`, which is made for one viewer; here nothing is added and nothing is left
out, so that a program sees what a page of its seat is drawn from.
"""

from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from game.kernel.setting_types import Ruleset


def plain(value: Any) -> Any:
    """The same in objects, lists, texts and whole numbers. Raises TypeError for what has no such form."""
    if value is None or isinstance(value, (bool, int, str)) and not isinstance(value, Enum):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Ruleset):
        return {key: plain(each) for key, each in value.values.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {key: plain(each) for key, each in value._asdict().items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, Set):
        return sorted(plain(each) for each in value)
    raise TypeError(f"no plain form: {type(value).__name__}")

"""Compares and merges the settings of a room: pure, on plain values."""

from collections.abc import Mapping
from typing import Any


def merged(before: Mapping[str, Any], given: Mapping[str, object]) -> dict[str, object]:
    """The given settings; a setting of several numbers keeps those that are not named."""
    return {
        key: {**before[key], **value} if isinstance(value, Mapping) and isinstance(before.get(key), Mapping) else value
        for key, value in given.items()
    }


def changed_keys(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The keys whose values differ; "prices.swap" inside a map."""
    keys = []
    for key, value in after.items():
        if isinstance(value, Mapping):
            keys += [f"{key}.{name}" for name, number in value.items() if number != before[key][name]]
        elif value != before[key]:
            keys.append(key)
    return keys

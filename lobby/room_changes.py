"""What a change of a room's settings comes to: pure, as plain values."""

from collections.abc import Mapping
from typing import Any


def merged(before: Mapping[str, Any], given: Mapping[str, object]) -> dict[str, object]:
    """What was given, where it is one number for each of several names with the numbers not named as they were."""
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

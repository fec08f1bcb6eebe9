"""The basic types that every other module of the rules uses."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Seat: TypeAlias = int
"""A place at the match, counted from 0; the variant says how many there are."""

Millis: TypeAlias = int
"""A moment in milliseconds since the epoch (UTC), or a length of time in milliseconds."""

Json: TypeAlias = "Mapping[str, Any] | Sequence[Any] | str | int | bool | None"


def gettext_noop(message: str) -> str:
    """Mark a text for the translators. The rules hold English texts; the code that shows one translates it."""
    return message

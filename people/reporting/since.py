"""How long something has waited, in words."""

from datetime import UTC, datetime

from django.utils.timesince import timesince


def ago(from_ms: int, to_ms: int) -> str:
    """The time between two moments, in its largest unit."""
    start, end = (datetime.fromtimestamp(at / 1000, UTC) for at in (from_ms, max(from_ms, to_ms)))
    return timesince(start, end, depth=1)

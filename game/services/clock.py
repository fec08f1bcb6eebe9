"""The one place that reads a clock. Everything else is told the time."""

import time


def now_ms() -> int:
    """Milliseconds since the epoch (UTC)."""
    return time.time_ns() // 1_000_000

"""A token bucket: how often, or how much, in the long run and at once."""

import time


class Bucket:
    """So much at once, and so much a second."""

    def __init__(self, at_once: float, a_second: float) -> None:
        self.at_once, self.a_second = at_once, a_second
        self.left, self.filled_at = at_once, time.monotonic()

    def take(self, amount: float) -> bool:
        """Whether this much is still there; it is taken in any case."""
        now = time.monotonic()
        self.left = min(self.at_once, self.left + (now - self.filled_at) * self.a_second) - amount
        self.filled_at = now
        return self.left >= 0

"""A token bucket: limits the rate in the long run and the size of a burst."""

import time


class Bucket:
    """A bucket with a burst size, and a refill per second."""

    def __init__(self, at_once: float, a_second: float) -> None:
        self.at_once, self.a_second = at_once, a_second
        self.left, self.filled_at = at_once, time.monotonic()

    def take(self, amount: float) -> bool:
        """Whether this much is left; it is taken in any case."""
        now = time.monotonic()
        self.left = min(self.at_once, self.left + (now - self.filled_at) * self.a_second) - amount
        self.filled_at = now
        return self.left >= 0

"""The delay before a bot's action, so that a person can follow it. Derived from match and version: repeatable."""

import random

SHORTEST_MS, LONGEST_MS = 1_000, 2_000


def pause_ms(match_id: int, version: int) -> int:
    """The delay since the last event of the match: for a purchase, its use and the word alike."""
    return random.Random(f"{match_id} {version}").randint(SHORTEST_MS, LONGEST_MS)  # nosec B311  # decides nothing

"""How long a bot takes over what it does, so that a person can follow it. Chosen from the match and its version: asked
again it is the same."""

import random

SHORTEST_MS, LONGEST_MS = 1_000, 2_000


def pause_ms(match_id: int, version: int) -> int:
    """How long after the last thing that happened the bot acts: for a purchase, its use and the word alike."""
    return random.Random(f"{match_id} {version}").randint(SHORTEST_MS, LONGEST_MS)  # nosec B311  # decides nothing

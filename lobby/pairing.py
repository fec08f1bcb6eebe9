"""Pairs Quick Join players of like strength, soon any players. Pure; docs/decisions/0021-pairing.md says why.

Strength is the Glicko-2 rating in the language of the match; a player without one has the initial rating.
"""

from collections.abc import Iterable
from typing import NamedTuple

FIRST_REACH = 200.0  # rating: the largest distance between paired players at first
REACH_A_SECOND = 40.0  # by how much that grows with each second of waiting
ANYBODY_AFTER_MS = 15_000  # from then on with any player


class Waiting(NamedTuple):
    """A waiting player: `key` as the caller knows them, `joined_at` in ms since the epoch, `rating`."""

    key: int
    joined_at: int
    rating: float


def reach(waited_ms: int) -> float:
    """The largest rating distance for a player who has waited that long; without bound from `ANYBODY_AFTER_MS` on."""
    if waited_ms >= ANYBODY_AFTER_MS:
        return float("inf")
    return FIRST_REACH + REACH_A_SECOND * max(0, waited_ms) / 1000


def nearest(mine: Waiting, others: Iterable[Waiting]) -> list[Waiting]:
    """Those of `others` with whom `mine` may play a slow match, the first choice first: the closest in rating, then the
    longest waiting. No distance is too great: with the page closed, no player waits for a better opponent."""
    return sorted(others, key=lambda other: (abs(other.rating - mine.rating), other.joined_at, other.key))


def in_order(mine: Waiting, others: Iterable[Waiting], now_ms: int) -> list[Waiting]:
    """Those of `others` whom `mine` may be paired with now, the first choice first.

    Two may be paired as soon as either has waited long enough for the distance between them. Players who have waited
    for `ANYBODY_AFTER_MS` come before all who have not, the longest first; of the rest the closest comes first, of
    equally close ones the longest.
    """

    def distance(other: Waiting) -> float:
        return abs(other.rating - mine.rating)

    def place(other: Waiting) -> tuple[bool, float, int, int]:
        is_due = now_ms - other.joined_at >= ANYBODY_AFTER_MS
        return (not is_due, 0 if is_due else distance(other), other.joined_at, other.key)

    fit = [other for other in others if distance(other) <= reach(now_ms - min(mine.joined_at, other.joined_at))]
    return sorted(fit, key=place)

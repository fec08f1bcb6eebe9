"""The Glicko-2 rating system: a player's estimated strength, and how certain it is.

After Mark Glickman's "Example of the Glicko-2 system" (2012), whose step numbers are given below. Each match is a
rating period of its own; time without a match makes a rating gradually less certain. Uses no database and no clock.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

from common.durations import DAY_MS

START_RATING = 1500.0
START_DEVIATION = 350.0
START_VOLATILITY = 0.06
MOST_DEVIATION = 350.0  # the deviation of a new player is the largest
TAU = 0.5  # how fast the volatility may change
PERIOD_MS = 5 * DAY_MS  # at this rate a deviation of 60 needs about a year idle to reach 107

SCALE = 173.7178  # points of the shown scale per unit of the internal scale
_EXACT = 1e-6
_MOST_ROUNDS = 100


@dataclass(frozen=True, slots=True)
class Skill:
    """A rating on the shown scale; the true strength is likely within two deviations of it."""

    rating: float = START_RATING
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY


def idle(skill: Skill, milliseconds: int) -> Skill:
    """The skill after a time without matches: the same rating, less certain."""
    periods = max(0, milliseconds) / PERIOD_MS
    grown = sqrt(skill.deviation**2 + periods * (skill.volatility * SCALE) ** 2)
    return Skill(skill.rating, min(MOST_DEVIATION, grown), skill.volatility)


def update(skill: Skill, results: Sequence[tuple[Skill, float]]) -> Skill:
    """The skill after a rating period with these results: each opponent's skill before it and the score (1: won)."""
    rating, deviation = (skill.rating - START_RATING) / SCALE, skill.deviation / SCALE
    # Steps 3 and 4: what the results imply for the rating, and how certainly.
    information = difference = 0.0
    for other, score in results:
        weight = 1 / sqrt(1 + 3 * (other.deviation / SCALE / pi) ** 2)
        expected = 1 / (1 + exp(-weight * (rating - (other.rating - START_RATING) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        difference += weight * (score - expected)
    volatility = _volatility(skill.volatility, deviation**2, 1 / information, difference / information)
    # Steps 6 and 7.
    spread = 1 / (1 / (deviation**2 + volatility**2) + information)
    return Skill(
        START_RATING + SCALE * (rating + spread * difference),
        min(MOST_DEVIATION, SCALE * sqrt(spread)),
        volatility,
    )


def _volatility(before: float, deviation_squared: float, variance: float, improvement: float) -> float:
    """Step 5: the zero of a falling function, by the Illinois method."""
    start = log(before**2)

    def slope(x: float) -> float:
        known = deviation_squared + variance + exp(x)
        return exp(x) * (improvement**2 - known) / (2 * known**2) - (x - start) / TAU**2

    low = start
    surprise = improvement**2 - deviation_squared - variance
    if surprise > 0:
        high = log(surprise)
    else:
        high = start - TAU
        while slope(high) < 0:
            high -= TAU
    at_low, at_high = slope(low), slope(high)
    for _ in range(_MOST_ROUNDS):
        if abs(high - low) <= _EXACT:
            break
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)

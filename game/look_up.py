"""What the dictionary's look-up page must know of matches: to whom it is closed, and what letters are worth."""

from collections.abc import Mapping

from game.models import Match
from game.rules.tiles import BLANK, standard_tiles
from game.services import store

_ANY_SIZE = 15
"""A letter is worth the same on every board."""


def is_closed_to(user_id: int) -> bool:
    """Whether the user plays a rated match against the clock: with the list at hand, guessing would cost nothing."""
    rated = Match.objects.filter(seats__user_id=user_id, status=Match.Status.LIVE, rated=True)
    return any(store.load(row).rules.limit("turn_seconds") is not None for row in rated)


def letter_values(language: str) -> Mapping[str, int]:
    """The value of each letter that has a tile."""
    values = standard_tiles(language, _ANY_SIZE).values
    return {letter: value for letter, value in values.items() if letter != BLANK}

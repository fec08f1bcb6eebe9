"""Hooks of the dictionary's look-up page: for which users it is closed, and what letters are worth."""

from collections.abc import Mapping

from django.db.models import Exists, OuterRef

from game.crossword.tiles import BLANK, standard_tiles
from game.models import Match, SeatRow

_ANY_SIZE = 15
"""A letter is worth the same on every board."""


def is_closed_to(user_id: int) -> bool:
    """Whether the user plays against another person, where finding words in a list would be cheating. In a slow match
    the dictionary is open to all."""
    others = SeatRow.objects.filter(match=OuterRef("pk")).exclude(user_id=user_id)
    mine = Match.objects.filter(seats__user_id=user_id, status=Match.Status.LIVE, practice=False, slow=False)
    return mine.filter(Exists(others)).exists()


def letter_values(language: str) -> Mapping[str, int]:
    """The value of each letter that has a tile."""
    values = standard_tiles(language, _ANY_SIZE).values
    return {letter: value for letter, value in values.items() if letter != BLANK}

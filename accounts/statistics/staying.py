"""Whether a player stays in matches to the end, for those who decide whether to play with them."""

from django.db.models import Q

from accounts.models import PlayedMatch
from game import api as game

_GONE = Q(reason__in=game.LEFT, outcome__in=(PlayedMatch.Outcome.LOST, PlayedMatch.Outcome.NOBODY))


def matches_stayed_in(user_id: int, most: int) -> int:
    """In how many finished matches against people the player has stayed to the end, counted up to `most`."""
    rows = PlayedMatch.objects.filter(user_id=user_id, bot="", seats__gt=1).exclude(_GONE)
    return rows[:most].count()

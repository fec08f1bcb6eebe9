"""What a player has played with people, for those who decide whether to play with them."""

from dataclasses import dataclass

from django.db.models import Count, Q

from accounts.models import PlayedMatch
from game import api as game

_GONE = Q(reason__in=game.LEFT, outcome__in=(PlayedMatch.Outcome.LOST, PlayedMatch.Outcome.NOBODY))


@dataclass(frozen=True, slots=True)
class Between:
    """The finished matches of two players against each other, of every game: how many, and how many the first won."""

    matches: int
    won: int


def between(user_id: int, other_id: int) -> Between:
    """What the player has played against the other."""
    won = Count("pk", filter=Q(outcome=PlayedMatch.Outcome.WON))
    return Between(
        **PlayedMatch.objects.filter(user_id=user_id, opponent_id=other_id).aggregate(matches=Count("pk"), won=won)
    )


def matches_stayed_in(user_id: int, most: int) -> int:
    """In how many finished matches against people the player has stayed to the end, counted up to `most`."""
    rows = PlayedMatch.objects.filter(user_id=user_id, bot="", seats__gt=1).exclude(_GONE)
    return rows[:most].count()

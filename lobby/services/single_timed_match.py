"""One match with a clock at a time: who plays one is led back to it and not into another, by whatever way they come.

Matches without a clock are as many as anybody likes, beside one that has a clock too.
"""

from collections.abc import Iterable, Mapping

from accounts.api import User
from game import api as game


class Busy(Exception):
    """The player is in a match with a clock; `match` is it. Nothing has changed."""

    def __init__(self, match: game.MatchCard) -> None:
        super().__init__(match.public_id)
        self.match = match


def has_clock(settings: Mapping[str, object], variant: str) -> bool:
    """Whether a match of that game by these settings has a clock. Raises BadSettings."""
    return game.describe(settings, variant).turn_seconds is not None


def running(user_id: int) -> game.MatchCard | None:
    """The match with a clock that the player is in; None without one."""
    return next((card for card in game.live_matches(user_id) if card.turn_seconds is not None), None)


def refuse_second(user_id: int, settings: Mapping[str, object], variant: str) -> None:
    """Raise Busy when a match by these settings would be the player's second with a clock."""
    if has_clock(settings, variant) and (match := running(user_id)):
        raise Busy(match)


def busy_among(user_ids: Iterable[int], settings: Mapping[str, object], variant: str) -> list[int]:
    """Those who cannot begin a match by these settings, asked just before it is made, in the caller's transaction.

    The players' rows are held until that is over: two ways into a match cannot both find the same player free.
    """
    if not has_clock(settings, variant):
        return []
    players = User.objects.select_for_update(no_key=True).filter(pk__in=list(user_ids)).order_by("pk")
    return [player.pk for player in players if running(player.pk)]

"""Matches between accounts for the tests of watching, and whom they let in."""

from typing import Any

from django.core.cache import cache

from accounts.models import Rating, User
from common import one_second_cache
from game import api as game
from game.models import Match
from people.models import ContactSettings, MatchWatch
from tests.people.players import NOW
from tests.support.matches import make_match


def match_of(*players: User, rated: bool = True, seconds: int | None = 60, **given: Any) -> Match:
    """A running match of these players, the first at seat 0; live and rated unless said otherwise."""
    return make_match(users=list(players), rated=rated, turn_seconds=seconds, by_lot=False, **given)


def lets(player: User, may_watch: str) -> None:
    """The account's switch, without telling anybody."""
    ContactSettings.objects.update_or_create(user=player, defaults={"may_watch": may_watch})


def lets_in_match(player: User, row: Match, may_watch: str) -> None:
    """The same for one match."""
    MatchWatch.objects.update_or_create(user=player, match=row, defaults={"may_watch": may_watch})


def may(row: Match, onlooker: User | None) -> bool:
    """What the game says at its door."""
    return game.may_watch(Match.objects.get(pk=row.pk), None if onlooker is None else onlooker.pk)


def rate(player: User, rating: float, row: Match, pace: str = "live") -> None:
    """The player's rating in the pool of a match."""
    pool: dict[str, Any] = {"user": player, "variant": row.variant, "language": row.language, "pace": pace}
    Rating.objects.update_or_create(**pool, defaults={"rating": rating, "rated_at": NOW})


def nothing_kept() -> None:
    """As after a start: who watches and what everybody may watch is read anew."""
    cache.clear()
    one_second_cache.forget()

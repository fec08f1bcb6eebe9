"""Accounts by the beginning of their names, and what two players have been to each other in matches.

A beginning is compared as whole names are (names.py): by the keys that hold what a reader confuses for the same, with
the accents that make another letter, and without spaces, hyphens, apostrophes and underscores.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Case, Count, Max, Q, QuerySet, Value, When

from accounts.models import NameKey, PlayedMatch, User
from accounts.profiles.names import BadName, clean_name, keys_of

MORE_READ = 3
"""Times as many are read as are wanted: a key may begin alike where the name does not (m is kept as rn)."""
_SIGNS = 4  # signs between letters that count for nothing, and letters kept as two
_BETWEEN = " '_-"
_LAST_SYMBOL = "\U0010ffff"


def named_from(typed: str, most: int, hidden: Iterable[Collection[int] | QuerySet[Any, Any]] = ()) -> list[User]:
    """The open accounts of people whose names begin so, those that are spelled so first, without the `hidden` (users'
    primary keys, or a query for them); none for what no name could begin with. One statement."""
    try:
        beginning = clean_name(typed.rstrip(_BETWEEN))
    except BadName:
        return []
    keys = {key for key in keys_of(beginning) if key}
    begins = Q()
    for key in keys:
        begins |= _begins(key)
    people = User.objects.filter(is_active=True, is_guest=False, is_bot=False)
    people = people.filter(pk__in=NameKey.objects.filter(begins).values("user_id"))
    for some in hidden:
        people = people.exclude(pk__in=some)
    as_spelled = Case(When(display_name__istartswith=beginning, then=Value(0)), default=Value(1))
    found = people.order_by(as_spelled, "display_name", "pk")[: most * MORE_READ]
    return [player for player in found if _begins_alike(player.display_name, beginning, keys)][:most]


def _begins(key: str) -> Q:
    """On Postgres the index of the column for patterns finds it. SQLite uses none for them: there a range does, in the
    order of code points."""
    if connection.vendor == "postgresql":
        return Q(key__startswith=key)
    return Q(key__gte=key, key__lt=key + _LAST_SYMBOL)


def _begins_alike(name: str, beginning: str, keys: Collection[str]) -> bool:
    """Whether some beginning of the name, with as many signs or some more or fewer, is taken for the one typed."""
    lengths = range(max(1, len(beginning) - _SIGNS), min(len(name), len(beginning) + _SIGNS) + 1)
    return any(not keys_of(name[:length]).isdisjoint(keys) for length in lengths)


@dataclass(frozen=True, slots=True)
class Met:
    """What a player has played against another: finished matches for two of any game, those won, and when the last one
    ended (ms since the epoch)."""

    matches: int
    won: int
    last_at: int


def met(user_id: int, others: Collection[int]) -> dict[int, Met]:
    """Whom of these the player has met, from the player's side. One statement, none for nobody."""
    if not others:
        return {}
    rows = PlayedMatch.objects.filter(user_id=user_id, opponent_id__in=list(others)).values("opponent_id")
    won = Count("pk", filter=Q(outcome=PlayedMatch.Outcome.WON))
    found = rows.annotate(matches=Count("pk"), won=won, last=Max("finished_at")).order_by()
    return {row["opponent_id"]: Met(row["matches"], row["won"], row["last"]) for row in found}

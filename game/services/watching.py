"""Who may watch a match, and who watches it (rules/people.md §5).

Which onlookers the players let in is another app's to say, by a hook: `decide_watching_by`. Without one nobody watches.
Here is what no switch can open: practice, matches at one device or alone, and what is over. Who plays in a match is no
onlooker of it.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from common import onlookers
from game.models import Match, SeatRow
from game.services import announce, matches, store
from game.variants import VARIANTS


@dataclass(frozen=True, slots=True)
class WatchedMatch:
    """A running match between people as the guard is asked about it; `user_ids` are those of the seats, in their order,
    None where a player is gone."""

    match_id: int
    public_id: str
    rated: bool
    is_slow: bool
    is_untimed: bool
    user_ids: tuple[int | None, ...]


WatchGuard = Callable[[WatchedMatch, int | None], bool]
"""Says whether a user may watch a match; None is a visitor without an account. What a visitor may watch everyone
may."""


def _nobody(_match: WatchedMatch, _user_id: int | None) -> bool:
    return False


_guard: WatchGuard = _nobody


def decide_watching_by(guard: WatchGuard) -> None:
    """Set `guard`, which says who may watch which match."""
    global _guard
    _guard = guard


def may_watch(row: Match, user_id: int | None) -> bool:
    """Whether the user may watch the match now; never one who plays in it, nor what is no running match between
    people."""
    return bool(among(row, (user_id,)))


def among(row: Match, user_ids: Collection[int | None]) -> frozenset[int | None]:
    """Which of these users may watch the match now. All are let in by one question where a visitor is."""
    match = _watched(row)
    if match is None:
        return frozenset()
    asked = frozenset(user_ids) - {user_id for user_id in match.user_ids if user_id is not None}
    if not asked or _guard(match, None):
        return asked
    return frozenset(user_id for user_id in asked if user_id is not None and _guard(match, user_id))


def look_again(match_id: int) -> None:
    """Have every open onlooker's page of a match look anew, once the transaction is committed, whether it may stay: who
    is shut out leaves at once."""
    announce.onlookers_look_again(match_id)


def how_many_watch(match_id: int) -> int:
    """How many watch a match: browsers seen in the last 15 s."""
    return onlookers.of((match_id,))[match_id].how_many


def how_many_watch_each(match_ids: Collection[int]) -> dict[int, int]:
    """How many watch each of these matches."""
    return {match_id: found.how_many for match_id, found in onlookers.of(match_ids).items()}


def watchers(match_id: int) -> frozenset[int]:
    """The users, by id, among those who watch a match."""
    return onlookers.of((match_id,))[match_id].user_ids


def watched_of(public_id: str, user_id: int) -> WatchedMatch | None:
    """The running match between people in which the user has a seat, as a guard is asked about it; None for none."""
    seat = matches.seat_of(public_id, user_id)
    return None if seat is None else _watched(seat.match)


def watchable_matches_of(user_ids: Collection[int]) -> list[int]:
    """The running matches between people of these users, by primary key."""
    live = Match.objects.filter(status=Match.Status.LIVE, practice=False, one_device=False)
    return list(live.filter(seats__user__in=user_ids).order_by("pk").values_list("pk", flat=True).distinct())


def _watched(row: Match) -> WatchedMatch | None:
    """The match as a guard is asked about it; None where nobody can watch it."""
    if row.practice or row.one_device or row.status == Match.Status.OVER or row.variant not in VARIANTS:
        return None
    seats = SeatRow.objects.filter(match=row).order_by("seat").values_list("user_id", flat=True)
    user_ids = tuple(seats)
    if len(user_ids) < 2:
        return None
    is_untimed = not row.slow and store.load(row).rules.limit("turn_seconds") is None
    return WatchedMatch(row.pk, row.public_id, row.rated, row.slow, is_untimed, user_ids)

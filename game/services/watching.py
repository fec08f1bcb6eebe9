"""Who may watch a match, and who watches it (rules/people.md §5).

Which onlookers the players let in is another app's to say, by a hook: `decide_watching_by`. Without one nobody watches.
Here is what no switch can open: practice, matches at one device or alone, and what is over. Who plays in a match is no
onlooker of it.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from common import onlookers
from game.models import Match, SeatRow
from game.services import announce, clock, settle_due, store
from game.services.matches import PUBLIC_ID, seat_of
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


LONGEST_PUBLIC_ID = 16

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


_shows_number: Callable[[int], bool] = bool


def show_number_by(shows: Callable[[int], bool]) -> None:
    """Set `shows`, which says whether a player wants to see on the page of a match how many watch it."""
    global _shows_number
    _shows_number = shows


def shows_number(user_id: int | None) -> bool:
    """Whether the player's page of a match says how many watch it."""
    return user_id is not None and _shows_number(user_id)


def may_watch(row: Match, user_id: int | None) -> bool:
    """Whether the user may watch the match now; never one who plays in it, nor what is no running match between
    people."""
    return bool(among(row, (user_id,)))


def among(row: Match, user_ids: Collection[int | None]) -> frozenset[int | None]:
    """Which of these users may watch the match now. All are let in by one question where a visitor is."""
    return _among(_as_watched(row, _user_ids(row.pk), False), user_ids)


def _among(match: WatchedMatch | None, user_ids: Collection[int | None]) -> frozenset[int | None]:
    if match is None:
        return frozenset()
    asked = frozenset(user_ids) - {user_id for user_id in match.user_ids if user_id is not None}
    if not asked or _guard(match, None):
        return asked
    return frozenset(user_id for user_id in asked if user_id is not None and _guard(match, user_id))


def open_match(public_id: str, user_id: int | None, *, has_watched: bool = False) -> Match | None:
    """The match of that name, with all that was due applied, for a user (None: a visitor) who may watch it; None for
    all others. `has_watched`: it is also for a page that was open when the match ended."""
    row = Match.objects.filter(public_id=public_id[:LONGEST_PUBLIC_ID]).first()
    user_ids = _user_ids(0 if row is None else row.pk)
    if row is None or not _among(_as_watched(row, user_ids, has_watched), (user_id,)):
        return None
    row = settle_due.settled(row.pk, clock.now_ms())
    return row if has_watched or row.status == Match.Status.LIVE else None


def open_matches(asked: Collection[tuple[str, int | None]]) -> dict[tuple[str, int | None], int]:
    """Which of these users may watch which of these matches, by public id: the ids of the matches. One statement, and
    one more for each match; what is due is not applied."""
    names = {public_id for public_id, _user_id in asked if PUBLIC_ID.fullmatch(public_id)}
    rows = {row.public_id: row for row in Match.objects.filter(public_id__in=names)}
    let_in = {
        public_id: among(row, [user_id for name, user_id in asked if name == public_id])
        for public_id, row in rows.items()
    }
    return {
        (public_id, user_id): rows[public_id].pk
        for public_id, user_id in asked
        if public_id in rows and user_id in let_in[public_id]
    }


def still_open(match_id: int, user_ids: Collection[int | None]) -> frozenset[int | None]:
    """Which of those who watch a match may stay; all of whom its end finds there."""
    row = Match.objects.filter(pk=match_id).first()
    return frozenset() if row is None else _among(_as_watched(row, _user_ids(row.pk), True), user_ids)


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
    seat = seat_of(public_id, user_id)
    return None if seat is None else _as_watched(seat.match, _user_ids(seat.match_id), False)


def watchable_matches_of(user_ids: Collection[int]) -> list[int]:
    """The running matches between people of these users, by primary key."""
    live = Match.objects.filter(status=Match.Status.LIVE, practice=False, one_device=False)
    return list(live.filter(seats__user__in=user_ids).order_by("pk").values_list("pk", flat=True).distinct())


def _user_ids(match_id: int) -> tuple[int | None, ...]:
    """Who sits in a match, in the order of the seats."""
    return tuple(SeatRow.objects.filter(match=match_id).order_by("seat").values_list("user_id", flat=True))


def _as_watched(row: Match, user_ids: tuple[int | None, ...], over_too: bool) -> WatchedMatch | None:
    """The match as a guard is asked about it; None where nobody can watch it."""
    if row.practice or row.one_device or row.variant not in VARIANTS or len(user_ids) < 2:
        return None
    if row.status == Match.Status.OVER and not over_too:
        return None
    is_untimed = not row.slow and store.load(row).rules.limit("turn_seconds") is None
    return WatchedMatch(row.pk, row.public_id, row.rated, row.slow, is_untimed, user_ids)

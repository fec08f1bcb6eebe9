"""Who may watch a match, and who watches it (rules/people.md §5).

Which onlookers the players let in is another app's to say, by a hook: `decide_watching_by`. Without one nobody watches.
Here is what no switch can open: practice, matches at one device or alone, and what is over. Who plays in a match is no
onlooker of it.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import groupby
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache, cached
from django.db.models import QuerySet
from django.http import HttpRequest

from common import onlookers
from game.models import Match, SeatRow
from game.services import announce, clock, settle_due, store
from game.services.matches import PUBLIC_ID, seat_of
from game.variants import VARIANTS

log = logging.getLogger(__name__)


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


class Visit(NamedTuple):
    """An onlooker's page that comes to a match. It `has_watched` where it was open there before: the end of the match
    shuts out no such page."""

    public_id: str
    user_id: int | None
    has_watched: bool


LONGEST_PUBLIC_ID = 16

WatchQuestion = tuple[WatchedMatch, int | None]
"""May that user watch that match? None is a visitor without an account. What a visitor may watch everyone may."""
WatchGuard = Callable[[Collection[WatchQuestion]], Collection[WatchQuestion]]
"""Gives those of the questions that are answered with yes. Whoever asks about many matches asks once."""


def _nobody(_asked: Collection[WatchQuestion]) -> Collection[WatchQuestion]:
    return ()


_guard: WatchGuard = _nobody


def decide_watching_by(guard: WatchGuard) -> None:
    """Set `guard`, which says who may watch which match."""
    global _guard
    _guard = guard


_shows_number: Callable[[HttpRequest], bool] = bool


def show_number_by(shows: Callable[[HttpRequest], bool]) -> None:
    """Set `shows`, which says whether the reader of a match's page, who plays, wants to see there how many watch."""
    global _shows_number
    _shows_number = shows


def shows_number(request: HttpRequest) -> bool:
    """Whether the page of a match says to its player how many watch."""
    return _shows_number(request)


def may_watch(row: Match, user_id: int | None) -> bool:
    """Whether the user may watch the match now; never one who plays in it, nor what is no running match between
    people."""
    match = _as_watched(row, _user_ids(row.pk), False)
    return match is not None and bool(_let_in({match: (user_id,)})[row.pk])


def _let_in(asked: Mapping[WatchedMatch, Collection[int | None]]) -> dict[int, frozenset[int | None]]:
    """Which of these users may watch these matches, by match. All are let in by one question where a visitor is; for
    the others there is a second one, however many matches and users they are."""
    outside = {
        match: frozenset(user_ids) - {user_id for user_id in match.user_ids if user_id is not None}
        for match, user_ids in asked.items()
    }
    let_in = frozenset(_answered([(match, None) for match, user_ids in outside.items() if user_ids]))
    by_name = [
        (match, user_id)
        for match, user_ids in outside.items()
        if (match, None) not in let_in
        for user_id in user_ids
        if user_id is not None
    ]
    let_in |= frozenset(_answered(by_name))
    return {
        match.match_id: frozenset(one for one in user_ids if {(match, None), (match, one)} & let_in)
        for match, user_ids in outside.items()
    }


def _answered(asked: Collection[WatchQuestion]) -> Collection[WatchQuestion]:
    return _guard(asked) if asked else ()


def open_match(public_id: str, user_id: int | None, *, has_watched: bool = False) -> Match | None:
    """The match of that name, with all that was due applied, for a user (None: a visitor) who may watch it; None for
    all others. `has_watched`: it is also for a page that was open when the match ended."""
    row = Match.objects.filter(public_id=public_id[:LONGEST_PUBLIC_ID]).first()
    match = None if row is None else _as_watched(row, _user_ids(row.pk), has_watched)
    if row is None or match is None or not _let_in({match: (user_id,)})[row.pk]:
        return None
    row = settle_due.settled(row.pk, clock.now_ms())
    return row if has_watched or row.status == Match.Status.LIVE else None


def open_matches(asked: Collection[Visit]) -> dict[Visit, int]:
    """Which of these visits are to matches that are open to them: the ids of the matches. As many statements for a
    thousand matches as for one; what is due is not applied."""
    return _open_to(asked, False) | _open_to(asked, True)


def _open_to(asked: Collection[Visit], has_watched: bool) -> dict[Visit, int]:
    """The same of those visits that are by pages that were open before, or of the others."""
    users = defaultdict(list)
    for visit in asked:
        if visit.has_watched is has_watched and PUBLIC_ID.fullmatch(visit.public_id):
            users[visit.public_id].append(visit.user_id)
    if not users:
        return {}
    matches = _watched_among(SeatRow.objects.filter(match__public_id__in=list(users)), has_watched)
    let_in = _let_in({match: users[match.public_id] for match in matches})
    return {
        Visit(match.public_id, user_id, has_watched): match.match_id
        for match in matches
        for user_id in let_in[match.match_id]
    }


def still_open(asked: Mapping[int, Collection[int | None]]) -> dict[int, frozenset[int | None]]:
    """Which of those who watch these matches may stay, by match; all of whom its end finds there. As many statements
    for a thousand matches as for one."""
    matches = _watched_among(SeatRow.objects.filter(match__in=list(asked)), True) if asked else []
    return dict.fromkeys(asked, frozenset()) | _let_in({match: asked[match.match_id] for match in matches})


def look_again(match_id: int) -> None:
    """Have every open onlooker's page of a match look anew, once the transaction is committed, whether it may stay: who
    is shut out leaves at once."""
    announce.onlookers_look_again(match_id)


def how_many_watch(match_id: int) -> int:
    """How many watch a match: browsers seen in the last 15 s, as of this second."""
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


_OF_MATCH = ("public_id", "variant", "rated", "practice", "one_device", "slow", "status")


def _watched_among(seats: QuerySet[SeatRow], over_too: bool) -> list[WatchedMatch]:
    """The matches of these seats that can be watched: one statement, in which no state is read, and one more for those
    of which this process does not know yet whether they have a clock."""
    columns = ("user_id", *(f"match__{column}" for column in _OF_MATCH))
    chosen = seats.select_related("match").only("seat", *columns).order_by("match_id", "seat")
    tables = [list(table) for _match_id, table in groupby(chosen, key=lambda seat: seat.match_id)]
    _know_clocks([table[0].match for table in tables])
    found = [_as_watched(table[0].match, tuple(seat.user_id for seat in table), over_too) for table in tables]
    return [match for match in found if match is not None]


def _know_clocks(rows: Collection[Match]) -> None:
    """Read once which of these matches have a clock. One whose state cannot be read holds up none of the others: it
    counts as without a clock, which lets in fewer."""
    unknown = [row.pk for row in rows if row.variant in VARIANTS and not row.slow and row.public_id not in _UNTIMED]
    for row in Match.objects.filter(pk__in=unknown) if unknown else ():
        try:
            _has_no_clock(row)
        except Exception as error:
            log.warning("match %s: its state could not be read (%s)", row.pk, type(error).__name__)
            with _READING:
                _UNTIMED[row.public_id] = True


def _as_watched(row: Match, user_ids: tuple[int | None, ...], over_too: bool) -> WatchedMatch | None:
    """The match as a guard is asked about it; None where nobody can watch it."""
    if row.practice or row.one_device or row.variant not in VARIANTS or len(user_ids) < 2:
        return None
    if row.status == Match.Status.OVER and not over_too:
        return None
    is_untimed = not row.slow and _has_no_clock(row)
    return WatchedMatch(row.pk, row.public_id, row.rated, row.slow, is_untimed, user_ids)


_UNTIMED: LRUCache[str, bool] = LRUCache(maxsize=4_000)
"""Whether a match has no clock, which only its state tells, by public id: it is the same to the end, but for one that
becomes slow."""
_READING = Lock()


@cached(_UNTIMED, key=lambda row: row.public_id, lock=_READING)
def _has_no_clock(row: Match) -> bool:
    return store.load(row).rules.limit("turn_seconds") is None

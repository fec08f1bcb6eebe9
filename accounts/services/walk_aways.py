"""Walk-aways: which live matches count, what each end of one comes to, and whether live Quick Join pauses for a player.

Quick Join says of each match it makes that it counts (`count_match`); a rematch of one counts, too. Rooms, challenges,
practice and slow matches never do. The end is noted in the transaction that ends the match, so that whoever comes back
at once finds it counted. Locks: the match's row (the caller's), then the rows of counted matches, then those of
`Staying` by the user's id; a guest who is merged takes them in the same order.
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from accounts.models import CountedMatch, Staying, User
from accounts.statistics.walk_away_rules import (
    PAUSE_FROM,
    WINDOW,
    WORD_FROM,
    Standing,
    after,
    falls_out_in,
    pause_ms,
    together,
)
from common.durations import DAY_MS
from game import api as game

TURNS_TO_STAY = 3
"""Who has ended so many turns may concede, by passes too, without walking away."""
ANY_TIME = frozenset({game.ABANDONED, game.FORFEITED})
"""Ways of leaving that are walking away however many turns were played."""
HIDDEN_FOR_MS = DAY_MS
"""So long the word on the home page stays closed."""


@dataclass(frozen=True, slots=True)
class WalkAways:
    """A player's walk-aways as of a moment: `count` `of` their last live matches; `until` when live Quick Join pauses
    for them, None while it does not; `next_pause_ms`: how long a pause the next one begins, None where none would,
    or where the operators have switched pauses off; `pause_ms`: how long the latest one is. `is_hidden`: the word about
    it is closed."""

    count: int
    of: int
    until: int | None
    next_pause_ms: int | None
    pause_ms: int = 0
    is_hidden: bool = False

    @property
    def is_a_word_due(self) -> bool:
        """Whether they are told about it."""
        return self.count >= WORD_FROM


NONE_YET = WalkAways(0, 0, None, None)


@dataclass(frozen=True, slots=True)
class LeftMatch:
    """One match of the window that the player walked away from: how, at what moment, after how many turns, and in how
    many more matches it `falls_out`."""

    match: str
    left: str
    turns: int
    ended_at: int
    falls_out: int


@dataclass(frozen=True, slots=True)
class Window:
    """The last live matches of a player: of each, the oldest first, whether they walked away; and those, the latest
    first."""

    walked: tuple[bool, ...]
    left: tuple[LeftMatch, ...]


def count_match(match: str, user_ids: Collection[int]) -> None:
    """The live match of that public id counts for these players. Joins the transaction that makes it."""
    CountedMatch.objects.bulk_create(CountedMatch(match=match, user_id=user_id) for user_id in user_ids)
    # In one order: two matches that begin at once may have both players in common.
    Staying.objects.bulk_create([Staying(user_id=user_id) for user_id in sorted(user_ids)], ignore_conflicts=True)


def is_counted(match: str) -> bool:
    """Whether the match of that public id counts, for anybody who played it."""
    return CountedMatch.objects.filter(match=match).exists()


def is_at_stake(match: str, user_id: int) -> bool:
    """Whether the player could still walk away from the match of that public id: it counts, and runs on as a live
    one."""
    if not CountedMatch.objects.filter(match=match, user_id=user_id, ended_at=None).exists():
        return False
    people = game.people_at(match)
    return people is not None and people.finished_at is None and not people.is_slow


def note_end(match_id: int, match: str) -> None:
    """A match has ended: it moves the walk-aways of those for whom it counts. Joins the caller's transaction, which has
    locked the match's row; called again for the same match it does nothing."""
    with transaction.atomic():
        ended = CountedMatch.objects.select_for_update().filter(match=match, ended_at=None).order_by("pk")
        rows = {row.user_id: row for row in ended}
        if not rows:
            return
        ending = game.ending_of(match_id)
        if ending is None:
            _count_nowhere(match, rows)
            return
        for row in rows.values():
            row.ended_at = ending.at
            if ending.leaving and row.user_id == ending.leaving.user_id and is_walk_away(ending.leaving):
                row.left, row.turns = ending.leaving.reason, ending.leaving.turns
        CountedMatch.objects.bulk_update(rows.values(), ["ended_at", "left", "turns"])
        standings = _locked(rows)
        windows = _windows(rows)
        for user_id, row in rows.items():
            _write(standings[user_id], after(
                _standing(standings[user_id]), windows[user_id], ending.at,
                walked=bool(row.left), pauses=settings.QUICK_JOIN_PAUSES,
            ))  # fmt: skip
        _save(standings.values())


def is_walk_away(leaving: game.Leaving) -> bool:
    """Whether who left first walked away: by staying away or letting the clock run out at any time, by conceding only
    before having ended three turns; never where the site itself was away meanwhile."""
    return not leaving.by_outage and (leaving.reason in ANY_TIME or leaving.turns < TURNS_TO_STAY)


def of(user_id: int, now_ms: int) -> WalkAways:
    """The player's walk-aways as of now."""
    return _as_of(Staying.objects.filter(user_id=user_id).first(), now_ms)


def of_user(user: User, now_ms: int) -> WalkAways:
    """The same for the user of a request, or one who was read with their `staying`: no statement more."""
    return _as_of(getattr(user, "staying", None), now_ms)


def _as_of(staying: Staying | None, now_ms: int) -> WalkAways:
    if staying is None:
        return NONE_YET
    standing, pauses = _standing(staying), settings.QUICK_JOIN_PAUSES
    would_pause = pauses and standing.count >= PAUSE_FROM - 1
    return WalkAways(
        standing.count,
        standing.of,
        until=standing.until if pauses and standing.until > now_ms else None,
        next_pause_ms=standing.next_pause_ms if would_pause else None,
        pause_ms=pause_ms(standing.pauses - 1),
        is_hidden=staying.hidden_until > now_ms,
    )


def paused_among(user_ids: Collection[int], now_ms: int) -> frozenset[int]:
    """For which of these players live Quick Join pauses now; one statement, none where pauses are switched off."""
    if not settings.QUICK_JOIN_PAUSES:
        return frozenset()
    rows = Staying.objects.filter(user_id__in=user_ids, until__gt=now_ms)
    return frozenset(rows.values_list("user_id", flat=True))


def window_of(user_id: int) -> Window:
    """The player's last live matches that count, for the page that shows them."""
    ended = CountedMatch.objects.filter(user_id=user_id, ended_at__isnull=False, is_void=False)
    rows = list(ended.order_by("ended_at", "pk"))[-WINDOW:]
    left = [
        LeftMatch(row.match, row.left, row.turns, row.ended_at or 0, falls_out_in(place, len(rows)))
        for place, row in enumerate(rows)
        if row.left
    ]
    return Window(tuple(bool(row.left) for row in rows), tuple(reversed(left)))


def hide_word(user_id: int, now_ms: int) -> None:
    """Close the word about it on the home page, for a day."""
    Staying.objects.filter(user_id=user_id).update(hidden_until=now_ms + HIDDEN_FOR_MS)


def move(from_id: int, to_id: int) -> None:
    """What a guest walked away from is the account's; where the two met, the match counts once, as the account's. Joins
    the caller's transaction."""
    with transaction.atomic():
        both = list(CountedMatch.objects.filter(user_id=to_id).values_list("match", flat=True))
        CountedMatch.objects.filter(user_id=from_id, match__in=both).delete()
        if not CountedMatch.objects.filter(user_id=from_id).update(user_id=to_id):
            return
        Staying.objects.bulk_create([Staying(user_id=user_id) for user_id in (from_id, to_id)], ignore_conflicts=True)
        standings = _locked((from_id, to_id))
        mine, guests = standings[to_id], standings[from_id]
        _write(mine, together(_standing(mine), _standing(guests), _windows([to_id])[to_id]))
        _save([mine])


def _count_nowhere(match: str, user_ids: Collection[int]) -> None:
    """The match counts nowhere after all, as one called off. The last such of each player is kept: a rematch of it
    would count."""
    CountedMatch.objects.filter(user_id__in=list(user_ids), is_void=True).exclude(match=match).delete()
    CountedMatch.objects.filter(match=match, ended_at=None).update(ended_at=0, is_void=True)


def _locked(user_ids: Collection[int]) -> dict[int, Staying]:
    """What is written of these players, locked until the transaction ends."""
    rows = Staying.objects.select_for_update().filter(user_id__in=list(user_ids)).order_by("user_id")
    return {row.user_id: row for row in rows}


def _windows(user_ids: Collection[int]) -> dict[int, list[bool]]:
    """The window of each of these players, the oldest match first; what has fallen out of it is deleted."""
    ended = CountedMatch.objects.filter(user_id__in=list(user_ids), ended_at__isnull=False, is_void=False)
    found: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    for pk, user_id, left in ended.order_by("ended_at", "pk").values_list("pk", "user_id", "left"):
        found[user_id].append((pk, bool(left)))
    fallen_out = [pk for rows in found.values() for pk, _left in rows[:-WINDOW]]
    if fallen_out:
        CountedMatch.objects.filter(pk__in=fallen_out).delete()
    return {user_id: [left for _pk, left in found[user_id][-WINDOW:]] for user_id in user_ids}


def _standing(row: Staying) -> Standing:
    return Standing(row.count, row.of, row.pauses, row.until)


def _write(row: Staying, standing: Standing) -> None:
    row.count, row.of, row.pauses, row.until = standing.count, standing.of, standing.pauses, standing.until


def _save(rows: Collection[Staying]) -> None:
    Staying.objects.bulk_update(rows, ["count", "of", "pauses", "until"])

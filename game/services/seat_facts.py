"""The facts of the seats of finished matches, for the layers above."""

from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Q

from game.crossword.facts import SeatFacts
from game.kernel.base_types import Millis, Seat
from game.kernel.pace_settings import has_head_start
from game.models import Match, SeatRow
from game.services import replays, store
from game.services.results import places_of
from game.variants import VARIANTS


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A finished match and the facts of its seats; `users` in seat order, None where the account is gone and for a bot,
    whose level is in `bots`, "" for a person; `places` likewise, None without a winner. With a `head_start` it sets no
    player's record."""

    match_id: int
    variant: str
    language: str
    preset: str
    rated: bool
    practice: bool
    board_size: int
    turn_seconds: int | None
    finished_at: Millis
    reason: str
    winner: Seat | None
    places: tuple[int | None, ...]
    head_start: bool
    users: tuple[int | None, ...]
    bots: tuple[str, ...]
    seats: tuple[SeatFacts, ...]


def match_facts(match_id: int) -> MatchFacts | None:
    """The facts of a match; None while it runs, when they are secret, for one that counts nowhere (played at one
    device, played on from another, or declined), and for no such match.

    Raises BrokenLog.
    """
    row = Match.objects.filter(pk=match_id, status=Match.Status.OVER, one_device=False, played_on=None).first()
    if row is None or _counts_nowhere(row):
        return None
    assert row.finished_at is not None
    replayed = replays.replay_match(row)
    dealt, *_ = replayed.replay.states
    seats = list(SeatRow.objects.filter(match=row).order_by("seat"))
    return MatchFacts(
        match_id=row.pk,
        variant=row.variant,
        language=row.language,
        preset=row.preset,
        rated=row.rated,
        practice=row.practice,
        board_size=dealt.board.size,
        turn_seconds=dealt.rules.limit("turn_seconds"),
        finished_at=row.finished_at,
        reason=row.reason,
        winner=row.winner,
        places=tuple(places_of(row, seats)),
        head_start=has_head_start(dealt.rules),
        users=tuple(seat.user_id for seat in seats),
        bots=tuple(seat.bot for seat in seats),
        seats=replayed.facts,
    )


def best_kind(match_id: int) -> str:
    """Which best total of its player the match can be, by the settings that are kept apart (`Bests.kind`); "" for one
    that can be none: not played alone, ended by leaving, by rules of which none is kept, or of a game without."""
    row = Match.objects.filter(pk=match_id, variant__in=list(VARIANTS)).first()
    variant = VARIANTS[row.variant] if row else None
    if row is None or variant is None or variant.bests is None:
        return ""
    state = store.load(row)
    is_left = row.status == Match.Status.OVER and row.reason not in variant.played_out
    if len(state.players) != 1 or is_left:
        return ""
    standard = {setting.key: setting.default for setting in variant.settings}
    if any(state.rules.values[key] != standard[key] for key in variant.bests.only_default):
        return ""
    return variant.bests.kind(state.rules.values)


def finished_matches(after: int, limit: int) -> list[int]:
    """The primary keys of up to `limit` matches that are over and count, those above `after`, in order."""
    rows = Match.objects.filter(pk__gt=after, status=Match.Status.OVER, one_device=False, played_on=None)
    rows = rows.exclude(counting_nowhere()).order_by("pk")
    return list(rows.values_list("pk", flat=True)[:limit])


def counting_nowhere() -> Q:
    """The matches that count nowhere by how they ended."""
    ended = [Q(variant=key, reason__in=game.uncounted) for key, game in VARIANTS.items() if game.uncounted]
    return reduce(or_, ended, Q(pk__in=()))


def _counts_nowhere(row: Match) -> bool:
    return row.variant in VARIANTS and row.reason in VARIANTS[row.variant].uncounted

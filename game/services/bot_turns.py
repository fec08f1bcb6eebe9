"""The queue of turns that wait for a bot: a process claims each turn for as long as thinking can take.

Processes of bots share the turns: what one has claimed no other thinks about. A process that ended in a turn leaves its
claim; one of the same name frees it at its start, any other may take it over when it has lapsed, and the row remembers
how many have ended there. What cannot be played has failed, and its process comes back to it to give it up.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import F, Min, Q, QuerySet

from game.kernel.base_types import Millis
from game.models import BotDue

CLAIMED_FOR: Millis = 65_000
"""Longer than a process of bots may think about a turn until it is ended."""


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A running match in which a bot is to act: since when (ms), for which person it plays, whether it is asked not to
    take its time, how many processes have ended in the turn, and when it has failed."""

    match_id: int
    version: int
    since: Millis
    person: int | None
    at_once: bool
    ended: int
    failed_at: Millis | None


def waiting(now: Millis, limit: int, languages: Collection[str], only_first: bool = False) -> list[BotTurn]:
    """The turns of matches in these languages that no process has claimed, those that have waited longest first;
    `only_first`: those of a player's first match, whose deal was chosen."""
    persons = Min("match__seats__user_id", filter=Q(match__seats__user_id__isnull=False))
    free = (
        BotDue.objects.filter(claimed_until__lte=now, match__language__in=languages)
        .annotate(person=persons)
        .order_by("since", "match_id")
    )
    if only_first:
        free = free.filter(match__chosen_deal=True)
    columns = ("match_id", "match__version", "since", "person", "match__at_once", "ended", "failed_at")
    return [BotTurn(*row) for row in free.values_list(*columns)[:limit]]


def claim(turn: BotTurn, process: str, now: Millis) -> BotTurn | None:
    """Claim a turn for the process of this name; None where another has, or it is not the turn any more."""
    with transaction.atomic():
        rows = BotDue.objects.select_for_update(skip_locked=connection.features.has_select_for_update_skip_locked)
        row = rows.filter(match_id=turn.match_id, since=turn.since, claimed_until__lte=now).first()
        if row is None:
            return None
        row.ended += bool(row.claimed_by)
        row.claimed_by, row.claimed_until = process, now + CLAIMED_FOR
        row.save(update_fields=["ended", "claimed_by", "claimed_until"])
    return BotTurn(turn.match_id, turn.version, turn.since, turn.person, turn.at_once, row.ended, row.failed_at)


def put_off(turn: BotTurn, until: Millis) -> None:
    """Nothing came of a claimed turn, by no fault of the bot's: it may be claimed again from then on."""
    _of(turn).update(claimed_by="", claimed_until=until)


def fail(turn: BotTurn, now: Millis) -> None:
    """The claimed turn could not be played, though something may have been done in it."""
    BotDue.objects.filter(match_id=turn.match_id).update(claimed_by="", claimed_until=now, failed_at=now)


def free(process: str) -> int:
    """A process of this name begins: the one before it has ended, and what it had claimed waits again; how many."""
    return BotDue.objects.filter(claimed_by=process).update(claimed_until=F("since"))


def _of(turn: BotTurn) -> QuerySet[BotDue]:
    return BotDue.objects.filter(match_id=turn.match_id, since=turn.since)

"""The rows of challenges: which stand, in what order they are locked, how one ends or goes on.

Everybody locks in one order: the two players by key, the challenge, its deal. A block holds both players too
(accounts/services/blocks.py), so a block, an answer and the beginning of the match come one after the other. For the
other services of challenges, inside their transactions; what is allowed is decided there.
"""

from django.db.models import Q

from accounts.api import User, lock_players
from common.durations import DAY_MS, MINUTE_MS
from game import api as game
from people.challenge_models import Stage
from people.models import Challenge
from people.services import challenge_told as told

LIVE_LASTS_MS = 10 * MINUTE_MS
SLOW_LASTS_MS = 14 * DAY_MS
GONE_MS = 20_000  # a live one lapses when the asker's page was not heard for so long, as a place in Quick Join does
ASKER, ASKED = 0, 1  # their places in the deal


class NoChallenge(LookupError):
    """There is no such challenge for this player."""


def standing(now_ms: int) -> Q:
    """The challenges that stand: accepted, or open and not yet lapsed, swept or not."""
    is_there = Q(is_live=False) | Q(seen_at__gt=now_ms - GONE_MS)
    return Q(stage=Stage.ACCEPTED) | (Q(stage=Stage.OPEN, lapses_at__gt=now_ms) & is_there)


def has_lapsed(row: Challenge, now_ms: int) -> bool:
    """Whether it is open, and its time or its asker is gone."""
    if row.stage != Stage.OPEN:
        return False
    return row.lapses_at <= now_ms or (row.is_live and now_ms - row.seen_at >= GONE_MS)


def lock(public_id: str) -> Challenge:
    """The challenge, after its two players. Raises NoChallenge."""
    two = Challenge.objects.filter(public_id=public_id).values_list("asker_id", "asked_id").first()
    if two is None:
        raise NoChallenge
    lock_players(two)
    rows = Challenge.objects.select_for_update(of=("self",)).select_related("asker", "asked")
    row = rows.filter(public_id=public_id).first()
    if row is None or (row.asker_id, row.asked_id) != two:
        raise NoChallenge
    return row


def lock_all(found: Q) -> list[Challenge]:
    """All these challenges, for a caller who holds a player of each: whoever locks one holds both its players."""
    rows = Challenge.objects.select_for_update(of=("self",)).select_related("asker", "asked")
    return list(rows.filter(found).order_by("pk"))


def may_play(user: User) -> bool:
    """Whether a match may begin for this user."""
    return user.is_active and not user.is_bot


def end(row: Challenge, stage: Stage, now_ms: int, reason: str = "") -> None:
    """A locked challenge is over, and its commitment is never used again."""
    if row.deal:
        game.drop_deal(row.deal)
    row.stage, row.reason, row.deal, row.answered_at = stage, reason, "", now_ms
    row.save(update_fields=["stage", "reason", "deal", "answered_at"])
    told.take_back(row, now_ms)


def lapse(row: Challenge, now_ms: int) -> None:
    """Nobody has answered a locked challenge, or its match cannot begin."""
    end(row, Stage.LAPSED, now_ms)
    told.tell_answer(row, now_ms)


def wait_on(row: Challenge, now_ms: int) -> None:
    """Who had accepted it cannot play: a locked challenge waits on, by the same commitment, of which nobody has learnt
    anything."""
    row.stage, row.answered_at, row.asked_seen_at = Stage.OPEN, None, None
    row.save(update_fields=["stage", "answered_at", "asked_seen_at"])
    if has_lapsed(row, now_ms):
        lapse(row, now_ms)


def hide(row: Challenge, now_ms: int) -> None:
    """The asked sees a locked challenge no more; for the asker it is one that is not answered."""
    row.is_hidden = True
    row.save(update_fields=["is_hidden"])
    if row.stage == Stage.ACCEPTED:
        wait_on(row, now_ms)
    told.take_back(row, now_ms)

"""What ends challenges besides their answers: time, a block, a player who leaves, a guest who becomes an account."""

from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.api import lock_players
from common.durations import DAY_MS
from people.challenge_models import Stage
from people.models import Challenge
from people.services.challenge_rows import end, hide, lock_all, standing
from people.services.challenge_start import finish, settle

KEPT_MS = 30 * DAY_MS  # how long the row of one that came to no match is kept, for its pages
_UNANSWERED = Q(stage__in=[Stage.OPEN, Stage.ACCEPTED])


def sweep(now_ms: int) -> int:
    """Periodic: make the matches that are due, let lapse what has lapsed, remove old rows; how many changed."""
    accepted = list(Challenge.objects.filter(stage=Stage.ACCEPTED).values_list("public_id", flat=True))
    made = sum(bool(finish(public_id, now_ms)) for public_id in accepted)
    over = Challenge.objects.filter(stage=Stage.OPEN).exclude(standing(now_ms))
    lapsed = sum(settle(public_id, now_ms) for public_id in list(over.values_list("public_id", flat=True)))
    old = Challenge.objects.filter(answered_at__lte=now_ms - KEPT_MS).exclude(_UNANSWERED | Q(stage=Stage.BEGUN))
    return made + lapsed + old.delete()[0]


def deals_waited_by() -> "QuerySet[Any, str]":
    """The commitments with which somebody waits."""
    return Challenge.objects.exclude(deal="").values_list("deal", flat=True)


def part(user_id: int, other_id: int, now_ms: int) -> None:
    """`user_id` has blocked `other_id`, and both are locked: what the blocker has asked is taken back; what the blocked
    has asked is for the blocked one that is not answered. Joins the caller's transaction."""
    _give_up(user_id, Q(asker=user_id, asked=other_id) | Q(asker=other_id, asked=user_id), now_ms)


def leave(user_id: int, now_ms: int) -> None:
    """The player is about to be deleted, was banned, or plays by a program from now on: the same, towards everybody."""
    with transaction.atomic():
        lock_players([user_id])
        _give_up(user_id, Q(asker=user_id) | Q(asked=user_id), now_ms)


def hand_over(from_id: int, to_id: int, now_ms: int) -> None:
    """A guest's challenges are the account's from now on, where it has none with that player. Joins the caller's
    transaction."""
    lock_players([from_id, to_id])
    for row in lock_all(Q(asker=from_id) | Q(asked=from_id)):
        asker_id, asked_id = (to_id if key == from_id else key for key in (row.asker_id, row.asked_id))
        is_open = row.stage in (Stage.OPEN, Stage.ACCEPTED)
        if is_open and (asker_id == asked_id or _stands(asker_id, asked_id)):
            end(row, Stage.TAKEN_BACK, now_ms)
        if asker_id == asked_id:
            row.delete()
            continue
        row.asker_id, row.asked_id = asker_id, asked_id
        row.save(update_fields=["asker", "asked"])


def _give_up(user_id: int, found: Q, now_ms: int) -> None:
    for row in lock_all(found & _UNANSWERED):
        if row.asker_id == user_id:
            end(row, Stage.TAKEN_BACK, now_ms)
        else:
            hide(row, now_ms)


def _stands(asker_id: int, asked_id: int) -> bool:
    return Challenge.objects.filter(_UNANSWERED, asker=asker_id, asked=asked_id).exists()

"""From an accepted challenge to its match.

Who accepts sees the commitment that the asker has seen, and has five seconds to send a number (docs/decisions/0039).
Then `finish` makes the match, once, called by either page's poll and by the sweep, whichever comes first. Both pages of
a live one must be there at that moment.
"""

from django.db import transaction

from accounts.api import are_apart, keep_guests
from game import api as game
from lobby import api as lobby
from people.challenge_models import Stage
from people.models import Challenge
from people.services import challenge_told as told
from people.services.challenge_rows import (
    ASKED,
    GONE_MS,
    NoChallenge,
    has_lapsed,
    hide,
    lapse,
    lock,
    may_play,
    wait_on,
)

FRESH_MS = 3_000  # a page heard from within this time is there
LEAD_MS = 2_000  # from making a live match to its first clock: time for both pages to load it


def accept(user_id: int, public_id: str, now_ms: int) -> Challenge:
    """Accept; what is over already stays as it is. Raises NoChallenge, lobby.Busy, lobby.Enough."""
    with transaction.atomic():
        row = lock(public_id)
        if row.asked_id != user_id or row.is_hidden:
            raise NoChallenge
        if has_lapsed(row, now_ms):
            lapse(row, now_ms)
        if row.stage != Stage.OPEN:
            return row
        lobby.ask_whether_free(user_id, lobby.Step.ASK, row.settings, row.variant)
        if not game.join_deal(row.deal, ASKED, user_id, now_ms):
            lapse(row, now_ms)
            return row
        row.stage, row.answered_at, row.asked_seen_at = Stage.ACCEPTED, now_ms, now_ms
        row.save(update_fields=["stage", "answered_at", "asked_seen_at"])
        told.take_back(row, now_ms)
        if not row.is_live:
            keep_guests([user_id], now_ms)
        return row


def hear(user_id: int, public_id: str, now_ms: int) -> None:
    """A page of one of the two is there, and has the match made when it is due. Raises NoChallenge."""
    row = Challenge.objects.filter(public_id=public_id).first()
    if row is None or user_id not in (row.asker_id, row.asked_id) or (row.asked_id == user_id and row.is_hidden):
        raise NoChallenge
    if has_lapsed(row, now_ms):
        settle(public_id, now_ms)
        return
    if user_id == row.asker_id and row.stage in (Stage.OPEN, Stage.ACCEPTED):
        Challenge.objects.filter(pk=row.pk).update(seen_at=now_ms)
    elif user_id == row.asked_id and row.stage == Stage.ACCEPTED:
        Challenge.objects.filter(pk=row.pk, stage=Stage.ACCEPTED).update(asked_seen_at=now_ms)
    if row.stage == Stage.ACCEPTED:
        finish(public_id, now_ms)


def settle(public_id: str, now_ms: int) -> bool:
    """Let an open challenge lapse whose time, or whose asker, is gone; whether it did."""
    with transaction.atomic():
        try:
            row = lock(public_id)
        except NoChallenge:
            return False
        if not has_lapsed(row, now_ms):
            return False
        lapse(row, now_ms)
        return True


def finish(public_id: str, now_ms: int) -> str:
    """Make the match of an accepted challenge once its deal has the numbers, or they were waited for long enough; its
    public id, "" without one. Who cannot play any more, or has left the page of a live one, ends it as the asker; as
    the asked, it waits on."""
    with transaction.atomic():
        try:
            row = lock(public_id)
        except NoChallenge:
            return ""
        if row.stage != Stage.ACCEPTED:
            return row.match
        if are_apart(row.asker_id, row.asked_id):
            hide(row, now_ms)
        elif not _asker_can(row, now_ms) or row.variant not in game.games():
            lapse(row, now_ms)
        elif not _asked_can(row, now_ms):
            wait_on(row, now_ms)
        elif not game.deal_stands(row.deal):
            lapse(row, now_ms)  # a commitment is used only once, and without one there is no match
        elif _both_are_there(row, now_ms) and game.deal_readiness(row.deal, now_ms) != "waiting":
            _begin(row, now_ms)
        return row.match


def _asker_can(row: Challenge, now_ms: int) -> bool:
    return may_play(row.asker) and not (row.is_live and now_ms - row.seen_at >= GONE_MS)


def _asked_can(row: Challenge, now_ms: int) -> bool:
    return may_play(row.asked) and not (row.is_live and now_ms - (row.asked_seen_at or 0) >= GONE_MS)


def _both_are_there(row: Challenge, now_ms: int) -> bool:
    return not row.is_live or min(row.seen_at, row.asked_seen_at or 0) >= now_ms - FRESH_MS


def _begin(row: Challenge, now_ms: int) -> None:
    players = (row.asker, row.asked)
    keys = [player.pk for player in players]
    row.stage = Stage.BEGUN
    row.save(update_fields=["stage"])  # from here on it is not counted as one that the two wait by
    busy = lobby.busy_among(keys, row.settings, row.variant)
    if row.asker_id in busy:
        lapse(row, now_ms)
        return
    if busy:
        wait_on(row, now_ms)
        return
    starts_at = now_ms + LEAD_MS if row.is_live else now_ms
    row.match = game.create_match(
        settings=row.settings,
        entrants=[game.Entrant(player.pk, player.display_name) for player in players],
        starts_at=starts_at,
        variant=row.variant,
        preset=row.preset,
        deal=row.deal,
        creator=0,
    )
    row.deal, row.answered_at = "", now_ms
    row.save(update_fields=["match", "deal", "answered_at"])
    lobby.keep_for_match(keys, row.settings, row.variant, now_ms)
    if row.is_live:
        lobby.begun(keys, row.match, starts_at)
        lobby.expect_present(keys, now_ms)
    told.tell_answer(row, now_ms)

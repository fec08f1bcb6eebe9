"""Challenges: a room that names whom it waits for, live or slow (rules/people.md §3, docs/decisions/0048).

One asks by rules; the other accepts (challenge_start.py), declines, or answers with other rules, which turns asker and
asked round. The asker has seen the commitment of a deal and sent a number when the challenge was made. What may be is
in challenge_limits.py, how rows are locked in challenge_rows.py, what time and leaving players do in challenge_ends.py.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from accounts.api import User, keep_guests, lock_players
from game import api as game
from lobby import api as lobby
from people.challenge_models import Stage
from people.models import Challenge, DeclineReason
from people.services import challenge_limits as limits
from people.services import challenge_told as told
from people.services.challenge_rows import (
    LIVE_LASTS_MS,
    SLOW_LASTS_MS,
    NoChallenge,
    end,
    has_lapsed,
    lapse,
    lock,
    lock_all,
    standing,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The match that is asked for: `settings` are those that differ from the game's defaults, the language among them;
    `preset` is the key of the preset that has them, "" for rules of one's own."""

    variant: str
    preset: str
    settings: Mapping[str, object]


def make(asker_id: int, asked_id: int, wanted: Wanted, now_ms: int) -> Challenge:
    """Challenge the player. Raises limits.Refused, lobby.Busy, lobby.Enough, NoChallenge for nobody, BadSettings."""
    with transaction.atomic():
        users = lock_players([asker_id, asked_id])
        if asker_id not in users or asked_id not in users:
            raise NoChallenge
        asker, asked = users[asker_id], users[asked_id]
        _let_lapse(asker_id, asked_id, now_ms)
        limits.check(asker, asked, now_ms)
        return _create(asker, asked, wanted, now_ms, met=limits.are_met(asker_id, asked_id))


def counter(user_id: int, public_id: str, wanted: Wanted, now_ms: int) -> Challenge:
    """Answer a challenge with other rules: it is over, and the two change places in a new one. Raises NoChallenge where
    it does not stand any more, limits.Refused most_open, lobby.Busy, lobby.Enough, BadSettings."""
    with transaction.atomic():
        row = lock(public_id)
        if not _is_asked(row, user_id) or row.stage != Stage.OPEN or has_lapsed(row, now_ms):
            raise NoChallenge
        _let_lapse(user_id, row.asker_id, now_ms)
        own, _theirs = limits.between_two(user_id, row.asker_id, now_ms)
        if own is not None:
            raise limits.Refused("already_open", own.public_id)
        limits.check_number(user_id, now_ms)
        end(row, Stage.COUNTERED, now_ms)
        return _create(row.asked, row.asker, wanted, now_ms, met=True, answers=row)


def decline(user_id: int, public_id: str, reason: str, now_ms: int) -> Challenge:
    """Decline, for one of the canned reasons or "". What is over already stays as it is. Raises NoChallenge, and
    ValueError for any other reason."""
    if reason:
        reason = DeclineReason(reason).value
    with transaction.atomic():
        row = lock(public_id)
        if not _is_asked(row, user_id):
            raise NoChallenge
        if has_lapsed(row, now_ms):
            lapse(row, now_ms)
        elif row.stage == Stage.OPEN:
            end(row, Stage.DECLINED, now_ms, reason)
            told.tell_answer(row, now_ms)
        return row


def take_back(user_id: int, public_id: str, now_ms: int) -> Challenge:
    """Withdraw one's own challenge; once it is accepted the match begins all the same. Raises NoChallenge."""
    with transaction.atomic():
        row = lock(public_id)
        if row.asker_id != user_id:
            raise NoChallenge
        if has_lapsed(row, now_ms):
            lapse(row, now_ms)
        elif row.stage == Stage.OPEN:
            end(row, Stage.TAKEN_BACK, now_ms)
        return row


def look(user_id: int, public_id: str) -> Challenge:
    """The challenge as one of its two players sees it. Raises NoChallenge for everybody else, and for the asked where
    it is hidden."""
    rows = Challenge.objects.select_related("asker", "asked", "answers")
    row = rows.filter(public_id=public_id).first()
    if row is None or (row.asker_id != user_id and not _is_asked(row, user_id)):
        raise NoChallenge
    return row


def answer_to(row: Challenge) -> Challenge | None:
    """The challenge by which this one was answered."""
    return Challenge.objects.filter(answers=row).order_by("-pk").first()


def of_player(user_id: int, now_ms: int) -> tuple[list[Challenge], list[Challenge]]:
    """The player's challenges that stand, and those of others to the player: live ones first, then by their end."""
    mine = Q(asker=user_id) | Q(asked=user_id, is_hidden=False)
    rows = Challenge.objects.select_related("asker", "asked").filter(standing(now_ms), mine)
    found = list(rows.order_by("-is_live", "lapses_at", "pk"))
    return [row for row in found if row.asker_id == user_id], [row for row in found if row.asked_id == user_id]


def how_many_unhurried(user_id: int) -> int:
    """How many slow and untimed challenges the player waits by: those that are open, and those accepted."""
    waits = Q(asker=user_id, stage__in=[Stage.OPEN, Stage.ACCEPTED]) | Q(asked=user_id, stage=Stage.ACCEPTED)
    return Challenge.objects.filter(waits, is_live=False).count()


def _is_asked(row: Challenge, user_id: int) -> bool:
    return row.asked_id == user_id and not row.is_hidden


def _let_lapse(one_id: int, other_id: int, now_ms: int) -> None:
    """What has lapsed between the two, who are locked, is over, swept or not."""
    pair = (one_id, other_id)
    for row in lock_all(Q(asker__in=pair, asked__in=pair, stage=Stage.OPEN)):
        if has_lapsed(row, now_ms):
            lapse(row, now_ms)


def _create(
    asker: User, asked: User, wanted: Wanted, now_ms: int, *, met: bool, answers: Challenge | None = None
) -> Challenge:
    settings = game.changed_settings(wanted.settings, wanted.variant)
    game.check_days(settings, 2)
    game.check_new(settings, wanted.variant)
    lobby.ask_whether_free(asker.pk, lobby.Step.ASK, settings, wanted.variant)
    is_live = lobby.has_clock(settings, wanted.variant)
    row = Challenge.objects.create(
        public_id=secrets.token_urlsafe(9),
        asker=asker,
        asked=asked,
        variant=wanted.variant,
        preset=wanted.preset,
        settings=settings,
        is_live=is_live,
        met=met,
        answers=answers,
        made_at=now_ms,
        lapses_at=now_ms + (LIVE_LASTS_MS if is_live else SLOW_LASTS_MS),
        seen_at=now_ms,
        deal=game.open_deal([asker.pk, None], now_ms),
    )
    if not is_live:
        keep_guests([asker.pk], now_ms)
    told.tell_asked(row, now_ms)
    return row

"""Apply a player's action to a match: the only function through which a player changes one."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from dictionary import api as dictionary
from game.dispatch import log_entries
from game.dispatch.steps import apply
from game.dispatch.stored_forms import canonical
from game.kernel.actions import Timeout
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import GRACE
from game.kernel.events import Event, Kind
from game.kernel.match import Env
from game.kernel.refusals import Refused
from game.models import LogEntry, Match
from game.seat_statements import clear_draft
from game.services import agreements, arrival_stamps, deal_numbers, match_faults, presence, settle_due, store
from game.services.action_context import read_action_context
from game.services.player_messages import Message
from game.variants import VARIANTS

log = logging.getLogger(__name__)

STALE = "stale"
NONCE_REUSED = "nonce_reused"


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to an action: the match's version after it, and "" or the code of why it was not done.

    `data` holds what prose about the code needs: rejected words, the fine.
    """

    version: int
    code: str = ""
    data: dict[str, Any] = field(default_factory=dict)


def submit(match_id: int, seat: Seat, message: Message, now: Millis, first_arrival: Millis | None = None) -> Receipt:
    """Apply a player's action that arrived at `now`, at most once: a repeat of its nonce gets the stored answer.

    One that could not be taken at its `first_arrival` is judged by that: the clock of its turn is, and nothing else. It
    takes effect now, so that the next turn has its whole time.
    Whatever the clock had brought about by then happens first and stays, also when the action is then refused. Raises
    Match.DoesNotExist and MatchFailed.
    """
    with match_faults.noted(match_id, now), transaction.atomic():
        row = store.lock(match_id)
        context = read_action_context(match_id, message.nonce)
        if context.answered is not None:
            return _stored_answer(row, LogEntry.objects.get(match=row, seq=context.answered), seat, message)
        arrived_at = now if first_arrival is None else _since_the_turn_began(row, first_arrival, now)
        state = settle_due.settle_locked(row, now, context, acted_at=arrived_at)
        if first_arrival is not None and (message.turn != state.turn or state.outcome is not None):
            _note_if_overtaken(row, seat, first_arrival)
        if state.outcome is None:
            state = presence.returned(row, state, seat, now)
        if message.turn is not None and message.turn != state.turn and state.outcome is None:
            return Receipt(row.version, STALE, {"turn": state.turn})
        if code := agreements.refusal(row, state, message):
            return Receipt(row.version, code)
        moment = store.moment_of(row, now)
        try:
            step = apply(state, seat, message.action, _env(row, moment))
        except Refused as refused:
            return Receipt(row.version, refused.code.value, refused.data)
        store.append(row, step, seat=seat, action=message.action, at=moment, arrived_at=arrived_at, nonce=message.nonce)
        receipt = _answer(row.version, step.events)
        if message.action.do == VARIANTS[row.variant].laid and not receipt.code:
            clear_draft(row.pk, seat)
        return receipt


def _since_the_turn_began(row: Match, first_arrival: Millis, now: Millis) -> Millis:
    """The first arrival of an action; what was stamped before its turn began, on what was to be seen then, is judged
    by its last."""
    turns = LogEntry.objects.filter(match=row, events__contains='"turn_began"').order_by("-seq")
    began_at = turns.values_list("at", flat=True).first() or row.started_at
    return first_arrival if began_at <= first_arrival <= now else now


def _note_if_overtaken(row: Match, seat: Seat, first_arrival: Millis) -> None:
    """The turn ran out though the action had come in time: it stands, and is counted."""
    timeouts = LogEntry.objects.filter(match=row, seat=seat, action=canonical(log_entries.action_data(Timeout())))
    if timeouts.filter(at__gte=first_arrival - GRACE).exists():
        log.warning("match %s: a turn was lost though its action came in time", row.pk)
        arrival_stamps.count_too_late()


def _env(row: Match, now: Millis) -> Env:
    lexicon = dictionary.lexicon(row.lexicon_name, row.lexicon_version)
    if lexicon.digest != row.lexicon_digest:
        raise RuntimeError(f"match {row.pk}: word list {lexicon.name} {lexicon.version} is not the one it began with")
    return Env(now, lexicon, deal_numbers.ChanceOf(row))


def _stored_answer(row: Match, earlier: LogEntry, seat: Seat, message: Message) -> Receipt:
    """What was answered when this nonce first came; another action under it is refused."""
    if earlier.seat != seat or earlier.action != canonical(log_entries.action_data(message.action)):
        return Receipt(row.version, NONCE_REUSED)
    return _answer(earlier.seq, log_entries.events_of(earlier.events))


def _answer(version: int, events: Iterable[Event]) -> Receipt:
    """A failed attempt is an applied action and yet no success."""
    for event in events:
        if event.kind == Kind.ATTEMPT_FAILED:
            return Receipt(version, "invalid_words", {**event.public, "rejected": list(event.owner["rejected"])})
    return Receipt(version)

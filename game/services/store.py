"""Load and store matches: the only reader and writer of `Match.state`, and of the log.

Every change goes lock → load → append, inside one transaction of the caller.
"""

import hashlib
import json
from collections import Counter
from functools import lru_cache
from typing import Any

from django.db import connection

from game.dispatch.log_entries import action_data
from game.dispatch.stored_forms import canonical, decode, digest, encode
from game.kernel.actions import Action
from game.kernel.base_types import Millis, Seat
from game.kernel.deadlines import due_moment, is_slow
from game.kernel.events import Event, Kind
from game.kernel.match import CoreState, Step
from game.match_statements import WRITTEN, insert_log_entry, locked_match, update_match
from game.models import BotDue, LogEntry, Match, PlayedOn, SeatRow
from game.services import announce, deal_numbers, match_news
from game.signals import match_finished
from game.variants import VARIANTS

MOST_STATES = 128
"""States kept decoded in a process, the latest used: each takes some 50 kB."""
PAUSE_BEFORE_TELLING_AGAIN: Millis = 60_000

_OPENED = ("fair", "sealed")


def lock(match_id: int) -> Match:
    """The match's row, locked until the transaction ends. Raises Match.DoesNotExist.

    SQLite ignores the row lock, but there every write transaction is exclusive from its first statement on.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("a match is locked inside a transaction only")
    row = locked_match(match_id)
    if row is None:
        raise Match.DoesNotExist(f"no match {match_id}")
    return row


def load(row: Match) -> Any:
    """The state a row holds: that of its game."""
    return _decoded(row.state)


@lru_cache(maxsize=MOST_STATES)
def _decoded(text: str) -> Any:
    """By the whole text, whatever row holds it: both screens of a version and the next act decode it once. A state is
    never changed, so it may be shared."""
    return decode(json.loads(text))


def moment_of(row: Match, at: Millis) -> Millis:
    """When something that reached the locked match at `at` takes effect: after all that was decided before it."""
    return max(at, row.logged_at)


def append(
    row: Match,
    step: Step[CoreState],
    *,
    seat: Seat | None,
    action: Action | None,
    at: Millis,
    arrived_at: Millis | None = None,
    nonce: str | None = None,
) -> None:
    """Write a step: log entry, snapshot, the columns made from it; and ping after the commit.

    `action` None is the start. Call it under the lock of the row. A player's step was taken at its `moment_of`; one of
    time's is the same at whatever moment it is noted.
    """
    at = row.logged_at = moment_of(row, at)
    data = encode(step.state)
    was_slow, was_due = row.slow, row.due_at
    row.version += 1
    row.state = canonical(data)
    row.due_at = due_moment(step.state)
    row.on_turn = step.state.active if step.state.outcome is None else None
    _note_pace(row, step.state)
    insert_log_entry(
        match_id=row.pk,
        seq=row.version,
        at=at,
        arrived_at=arrived_at,
        seat=seat,
        action=canonical(action_data(action)),
        events=json.dumps([event.data() for event in step.events], separators=(",", ":"), ensure_ascii=False),
        digest=digest(data),
        state_format=data["format"],
        nonce=nonce,
    )
    if step.state.outcome is None:
        update_match(row)
        match_news.note_step(row, step, at, was_slow=was_slow, was_due=was_due)
    else:  # for the first time: no step follows the end
        _finish(row, step.state, at)
        row.save(update_fields=(*WRITTEN, *_OPENED))
        match_news.note_end(row, step.state, at)
        tell_end(row, at)
    if row.practice:
        _call_the_bot(row, step.state, at)
    announce.after_commit(row.pk, row.version)


def _note_pace(row: Match, state: CoreState) -> None:
    """Whether the match is slow; in one that has just been adjourned no player counts as away any more, and other
    onlookers may be let in."""
    became_slow = is_slow(state) and not row.slow
    row.slow = is_slow(state)
    if became_slow:
        SeatRow.objects.filter(match=row, away=True).update(away=False)
        announce.onlookers_look_again(row.pk)


def _call_the_bot(row: Match, state: CoreState, at: Millis) -> None:
    """Note that a bot is to act, for the process that asks, or that none is."""
    on_turn = SeatRow.objects.filter(match=row, seat=state.active).exclude(bot="")
    if state.outcome is None and on_turn.exists():
        unclaimed = {"claimed_by": "", "claimed_until": 0, "ended": 0, "failed_at": None}
        BotDue.objects.update_or_create(match=row, defaults={"since": at, **unclaimed})
    else:
        BotDue.objects.filter(match=row).delete()


def _finish(row: Match, state: CoreState, at: Millis) -> None:
    """The row of a match that has just ended, and its seats."""
    assert state.outcome is not None
    row.status = Match.Status.OVER
    row.reason = state.outcome.reason
    row.winner = state.outcome.winner
    row.finished_at = at
    deal_numbers.open_for_all(row)
    places = state.outcome.places or [None] * len(state.players)
    totals = VARIANTS[row.variant].seat_totals(state)
    scored = _scored_turns(row) if any(has.scored_turns is None for has in totals) else Counter[Seat]()
    for seat, (has, player) in enumerate(zip(totals, state.players, strict=True)):
        SeatRow.objects.filter(match=row, seat=seat).update(
            score=str(has.score),
            total=str(has.total),
            fines=has.fines,
            scored_turns=scored[seat] if has.scored_turns is None else has.scored_turns,
            place=places[seat],
            out=player.out is not None,
            draft="",
        )


def _scored_turns(row: Match) -> Counter[Seat]:
    """In how many turns each seat has scored words, by the log."""
    told = LogEntry.objects.filter(match=row, events__contains=f'"{Kind.WORDS_SCORED}"')
    events = (Event.of(data) for entry in told.values_list("events", flat=True) for data in json.loads(entry))
    return Counter(event.seat for event in events if event.kind == Kind.WORDS_SCORED and event.seat is not None)


def tell_end(row: Match, now: Millis) -> None:
    """Send the signal that the match is over, inside the transaction that holds its lock.

    A receiver that fails does not undo the end: it is logged, and the signal is sent again later
    (`settle_due.announce_ends_again`).
    """
    answers = match_finished.send_robust(sender=Match, match=row)
    failed = any(isinstance(answer, Exception) for _, answer in answers)
    tell_at = now + PAUSE_BEFORE_TELLING_AGAIN if failed else None
    if tell_at != row.tell_at:
        row.tell_at = tell_at
        row.save(update_fields=["tell_at"])


def fingerprint(row: Match) -> str:
    """One text for all that a finished match is replayed from: another one when any of it was changed."""
    found = hashlib.sha256(repr((row.state, row.commitment, row.fair, row.lobby_order, row.started_at)).encode())
    if row.practice:
        found.update(repr(list(PlayedOn.objects.filter(match=row).values_list())).encode())
    if row.seed is not None:
        found.update(bytes(row.seed))
    names = SeatRow.objects.filter(match=row).order_by("seat").values_list("name", flat=True)
    found.update(repr(list(names)).encode())
    for entry in LogEntry.objects.filter(match=row).order_by("seq").values_list():
        found.update(repr(entry).encode())
    return found.hexdigest()

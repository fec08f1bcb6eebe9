"""Rows and states: the only reader and writer of `Match.state`, and of the log.

Every change goes lock → load → append, inside one transaction of the caller.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.db import connection

from game.models import LogEntry, Match, SeatRow
from game.rules import actions as acts
from game.rules.actions import Action
from game.rules.basics import Millis, Seat
from game.rules.codec import canonical, decode, digest, encode
from game.rules.deadlines import due_moment
from game.rules.ending import totals
from game.rules.events import Event
from game.rules.record_form import read_action
from game.rules.state import MatchState, Step
from game.rules.tiles import placed_token
from game.services import announce, numbers
from game.signals import match_finished

PAUSE_BEFORE_TELLING_AGAIN: Millis = 60_000

_WRITTEN = ("version", "state", "due_at", "logged_at", "outages_seen", "status", "reason", "winner", "finished_at")
_OPENED = ("fair", "sealed")


def lock(match_id: int) -> Match:
    """The match's row, ours until the transaction ends. Raises Match.DoesNotExist.

    SQLite ignores the row lock, but there every write transaction is exclusive from its first statement on.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("a match is locked inside a transaction only")
    return Match.objects.select_for_update().get(pk=match_id)


def load(row: Match) -> MatchState:
    """The state a row holds."""
    return decode(json.loads(row.state))


def moment_of(row: Match, at: Millis) -> Millis:
    """When something that reached the locked match at `at` takes effect: after all that was decided before it."""
    return max(at, row.logged_at)


def append(
    row: Match,
    step: Step,
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
    row.version += 1
    row.state = canonical(data)
    row.due_at = due_moment(step.state)
    LogEntry.objects.create(
        match=row,
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
    ends = step.state.outcome is not None  # for the first time: no step follows the end
    if ends:
        _finish(row, step.state, at)
    row.save(update_fields=(*_WRITTEN, *_OPENED) if ends else _WRITTEN)
    if ends:
        tell_end(row, at)
    announce.after_commit(row.pk, row.version)


def _finish(row: Match, state: MatchState, at: Millis) -> None:
    """The row of a match that has just ended, and its seats."""
    assert state.outcome is not None
    row.status = Match.Status.OVER
    row.reason = state.outcome.reason
    row.winner = state.outcome.winner
    row.finished_at = at
    numbers.open_for_all(row)
    for seat, (total, player) in enumerate(zip(totals(state), state.players, strict=True)):
        SeatRow.objects.filter(match=row, seat=seat).update(
            score=str(total.score),
            total=str(total.total),
            fines=player.fines,
            scored_turns=player.scored_turns,
            draft="",
        )


def tell_end(row: Match, now: Millis) -> None:
    """Tell whoever listens that the match is over, inside the transaction that holds its lock.

    One who fails does not undo the end: it is logged, and everybody is told again later (`enforcement.tell_again`).
    """
    answers = match_finished.send_robust(sender=Match, match=row)
    failed = any(isinstance(answer, Exception) for _, answer in answers)
    tell_at = now + PAUSE_BEFORE_TELLING_AGAIN if failed else None
    if tell_at != row.tell_at:
        row.tell_at = tell_at
        row.save(update_fields=["tell_at"])


def fingerprint(row: Match) -> str:
    """One text for all that a finished match is told again from: another one when any of it was changed."""
    found = hashlib.sha256(repr((row.state, row.commitment, row.fair, row.lobby_order, row.started_at)).encode())
    if row.seed is not None:
        found.update(bytes(row.seed))
    names = SeatRow.objects.filter(match=row).order_by("seat").values_list("name", flat=True)
    found.update(repr(list(names)).encode())
    for entry in LogEntry.objects.filter(match=row).order_by("seq").values_list():
        found.update(repr(entry).encode())
    return found.hexdigest()


def events_of(text: str) -> tuple[Event, ...]:
    """The events of a log entry from its stored text."""
    return tuple(Event.of(data) for data in json.loads(text))


def action_data(action: Action | None) -> dict[str, Any]:
    """An action as the record writes it, without its seat; {"do": "start"} for the first entry.

    An abandonment by everyone is an entry without a seat, as in the record.
    """
    match action:
        case None:
            return {"do": "start"}
        case acts.Place(tiles):
            return {"do": "place", "tiles": [[t.row, t.col, placed_token(t)] for t in tiles]}
        case acts.Use(item, cell, tiles):
            where: Mapping[str, Any] = {"cell": list(cell)} if cell is not None else {"tiles": list(tiles)}
            return {"do": "use", "item": item, **where}
        case acts.Leave(since):
            return {"do": "leave", "since": since}
        case acts.Credit(length):
            return {"do": "credit", "length": length}
        case acts.Buy(item):
            return {"do": "buy", "item": item}
        case acts.Choose(tile):
            return {"do": "choose", "tile": tile}
        case _:
            return {"do": type(action).__name__.lower()}


def action_of(data: Mapping[str, Any], seat: Seat | None, language: str) -> Action:
    """The action of a log entry; `action_data` undone."""
    match data["do"]:
        case "leave":
            return acts.Leave(data["since"])
        case "return":
            return acts.Return()
        case "credit":
            return acts.Credit(data["length"])
    return read_action({**data, "seat": seat}, language)

"""A stored match played once more, step by step, from its seed and its log. No word list is asked: the log tells which
words were rejected.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from game.facts import Played, SeatFacts, facts_of
from game.models import Match, SeatRow
from game.rules.basics import Millis, Seat
from game.rules.chance import FairChance
from game.rules.events import Event
from game.rules.reducer import apply
from game.rules.setup import new_match
from game.rules.state import Env
from game.services import store


class BrokenLog(Exception):
    """The log does not lead to the state that is stored."""


@dataclass(frozen=True, slots=True)
class _Told:
    """The word list as far as one step of the log tells of it."""

    events: tuple[Event, ...]

    def __contains__(self, word: object) -> bool:
        return all(word not in event.owner["rejected"] for event in self.events if event.kind == "attempt_failed")


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A finished match and the facts of its seats; `users` in seat order, None where the account is gone."""

    match_id: int
    language: str
    preset: str
    rated: bool
    board_size: int
    turn_seconds: int | None
    finished_at: Millis
    reason: str
    winner: Seat | None
    users: tuple[int | None, ...]
    seats: tuple[SeatFacts, ...]


def match_facts(match_id: int) -> MatchFacts | None:
    """The facts of a match; None while it runs, for then nobody may know them, and for no such match."""
    row = Match.objects.filter(pk=match_id, status=Match.Status.OVER).first()
    if row is None:
        return None
    rules = store.load(row).rules
    return MatchFacts(
        match_id=row.pk,
        language=row.language,
        preset=row.preset,
        rated=row.rated,
        board_size=rules.number("board_size"),
        turn_seconds=rules.limit("turn_seconds"),
        finished_at=row.finished_at or 0,
        reason=row.reason,
        winner=row.winner,
        users=tuple(SeatRow.objects.filter(match=row).order_by("seat").values_list("user_id", flat=True)),
        seats=facts_of(played(row), row.started_at),
    )


def finished_matches(after: int, limit: int) -> list[int]:
    """The primary keys of up to `limit` matches that are over, those above `after`, in order."""
    rows = Match.objects.filter(pk__gt=after, status=Match.Status.OVER).order_by("pk")
    return list(rows.values_list("pk", flat=True)[:limit])


def played(row: Match) -> Iterator[Played]:
    """Every action of the log with the match before and after it. Raises BrokenLog, at the end, when it is another."""
    chance = FairChance(bytes(row.seed))
    state = new_match(store.load(row).rules, chance, row.started_at).state
    for entry in row.log.filter(seq__gt=1).order_by("seq"):
        events = store.events_of(entry.events)
        action = store.action_of(json.loads(entry.action), entry.seat, row.language)
        seat = entry.seat if entry.seat is not None else state.active
        step = apply(state, seat, action, Env(entry.at, _Told(events), chance))
        yield Played(entry.at, seat, action, state, step.state, step.events)
        state = step.state
    if state != store.load(row):
        raise BrokenLog(f"match {row.pk}: the log leads to another state than the one stored")

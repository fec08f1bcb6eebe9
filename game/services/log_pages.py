"""The log of a match in pages of whole turns, the newest first: no screen reads more of it than it shows.

A log has no bound: a turn without a limit of tries, or a match without a clock, may grow it for days.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from game.dispatch.log_entries import step_of
from game.kernel import events
from game.kernel.base_types import Millis
from game.kernel.events import Event, LoggedStep, begins
from game.kernel.match import CoreState
from game.kernel.turn_times import turn_times
from game.match_statements import entries_before
from game.models import LogEntry, Match

TURNS_A_PAGE = 30
MOST_ENTRIES = 512
"""So long a page ends also in the middle of a turn."""
ENTRIES_A_READ = 96
LONGEST_WORD = 40


@dataclass(frozen=True, slots=True)
class LogPage:
    """Some turns of a log: its `steps`, oldest first, `before`, the number of the entry that the page before this one
    ends with, None when there is none; and `took`, how long turns of a slow match took that begin and end here."""

    steps: tuple[LoggedStep, ...]
    before: int | None
    took: Mapping[int, Millis] = field(default_factory=dict)


def last_turns(row: Match, state: CoreState) -> LogPage:
    """The page that ends with the row's version; what was added since belongs to a newer row. `state` is the row's.

    Of a turn so long that no page holds it the newest entries are there, and its beginning comes from the state.
    """
    page = turns_until(row, row.version)
    if any(map(begins, page.steps)):
        return page
    began = LoggedStep((events.turn_began(state.active, state.turn, state.deadline),))
    return replace(page, steps=(began, *page.steps))


def turns_until(row: Match, last: int) -> LogPage:
    """The page that ends with the entry `last`."""
    steps: list[LoggedStep] = []
    times: list[Millis] = []
    begun, seq = 0, min(last, row.version) + 1
    while seq > 1 and begun < TURNS_A_PAGE and len(steps) < MOST_ENTRIES:
        found = entries_before(row.pk, seq, ENTRIES_A_READ)
        if not found:  # damaged: an audit reports it
            return _page(row, steps, times, None)
        for entry in found:
            steps.append(step_of(entry.events))
            times.append(entry.at)
            seq = entry.seq
            begun += bool(begins(steps[-1]))
            if begun == TURNS_A_PAGE:
                break
    return _page(row, steps, times, seq - 1 if seq > 1 else None)


def _page(row: Match, steps: list[LoggedStep], times: list[Millis], before: int | None) -> LogPage:
    """The page of what was read, the latest first."""
    steps.reverse()
    took = turn_times(zip(reversed(times), steps, strict=True)) if row.slow else {}
    return LogPage(tuple(steps), before, took)


def events_naming(row: Match, word: str) -> Iterator[Event]:
    """The events of the entries that hold this word, the oldest first; what else they say is not known."""
    if not 0 < len(word) <= LONGEST_WORD:
        return
    named = LogEntry.objects.filter(match=row, events__contains=json.dumps(word, ensure_ascii=False))
    for text in named.order_by("seq").values_list("events", flat=True).iterator():
        yield from step_of(text).events

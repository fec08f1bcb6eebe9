"""The steps of a match record, as the stored history of a match gives them."""

from collections.abc import Iterator
from typing import Any

from game.dispatch.log_replay import Played
from game.dispatch.new_match import new_match
from game.dispatch.record_reading import read_record
from game.dispatch.steps import apply
from game.kernel.chance import RecordedChance
from game.kernel.match import Env, Step
from game.kernel.record_form import Entry, Record
from game.kernel.refusals import Refused
from tests.support.types import certain


def start_of(data: dict[str, Any]) -> tuple[Record, Step[Any]]:
    """The record as it is read, and the step that begins its match."""
    record = read_record(data)
    deal = RecordedChance([tile for hand in record.start.hands for tile in hand])
    return record, new_match(record.rules, deal, 0, tileset=record.start.tileset, layout=record.start.layout)


def played_record(data: dict[str, Any], *, refused: bool = False) -> Iterator[Any]:
    """Every action of a record that was not refused, with the match before and after it; None for each refused one, if
    they are asked for."""
    record, start = start_of(data)
    state, words = start.state, certain(record.words)
    for entry in record.entries:
        assert isinstance(entry, Entry)
        seat = entry.seat if entry.seat is not None else state.active
        try:
            step = apply(state, seat, entry.action, Env(entry.at, words, RecordedChance(entry.drawn)))
        except Refused:
            if refused:
                yield None
            continue
        yield Played(entry.at, seat, entry.action, state, step.state, step.events)
        state = step.state

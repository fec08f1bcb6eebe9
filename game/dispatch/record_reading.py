"""Read match records of all games."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.kernel import record_form
from game.kernel.actions import Action
from game.kernel.events import Event
from game.kernel.match import CoreState
from game.kernel.record_form import FORMAT, BadRecord, Entry, Record
from game.kernel.setting_types import Ruleset
from game.variants import VARIANTS


def read_record(data: object) -> Record:
    """The record in `data` (as JSON gives it); raises BadRecord naming the first key that is wrong."""
    return record_form.read_record(data, VARIANTS)


def read_action(entry: Mapping[str, Any], variant: str, language: str, path: str = "action") -> Action:
    """What one entry of a record does; raises BadRecord with `path` before the name of what is wrong."""
    return record_form.read_action(entry, VARIANTS[variant], language, path)


def recorded_settings(rules: Ruleset) -> dict[str, Any]:
    """The settings of a match as its record names them: those that differ from the record's own defaults."""
    return record_form.recorded_settings(VARIANTS[rules.variant], rules)


def own_start(match: CoreState) -> dict[str, Any]:
    """What a match began with that is not the standard of its game, as a record has it."""
    return VARIANTS[match.rules.variant].record.write_start(match)


def dealt_hands(match: CoreState) -> dict[str, Any]:
    """The `hands` of a record, which a game without hands leaves out."""
    hands = VARIANTS[match.rules.variant].record.hands
    return {} if hands is None else {"hands": hands(match)}


def drawn_in(event: Event, variant: str) -> Sequence[Any]:
    """What chance gave in an event, as the `drawn` of an action has it."""
    return VARIANTS[variant].record.drawn_in(event)


__all__ = [
    "FORMAT", "BadRecord", "Entry", "Record", "dealt_hands", "drawn_in", "own_start", "read_action", "read_record",
    "recorded_settings",
]  # fmt: skip

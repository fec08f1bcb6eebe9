"""Write and read the log entry of a step: its action and its events."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from game.kernel.actions import Action, read_action
from game.kernel.base_types import Seat
from game.kernel.events import Event, LoggedStep
from game.kernel.fields import Fields
from game.kernel.record_form import LONGEST_LIST
from game.variants import VARIANTS

MOST_ENTRIES = 2_000
"""Entries kept read in a process, the latest used."""


@lru_cache(maxsize=MOST_ENTRIES)
def step_of(text: str) -> LoggedStep:
    """The step of a log entry from the stored text of its events; each screen of a match reads the same entries
    again."""
    return LoggedStep(tuple([Event.of(data) for data in json.loads(text)]))


def events_of(text: str) -> tuple[Event, ...]:
    """The events of a log entry from their stored text."""
    return step_of(text).events


def action_data(action: Action | None) -> dict[str, Any]:
    """An action as the record writes it, without its seat; {"do": "start"} for the first entry.

    An abandonment by everyone is an entry without a seat, as in the record.
    """
    return {"do": "start"} if action is None else action.dump()


def action_of(data: Mapping[str, Any], seat: Seat | None, variant: str, language: str) -> Action:
    """The action of a log entry; `action_data` undone. Raises BadField for what no release wrote."""
    return read_action(Fields({**data, "seat": seat}, language=language, most=LONGEST_LIST), VARIANTS[variant].known)

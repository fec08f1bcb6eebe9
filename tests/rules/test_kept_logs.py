"""What is written of a match stays what release 0.2 wrote: its states, its log's actions and events, to the letter.

`kept/logs.json` holds a digest for every step of the illustrative records and of the site's own steps, made by that
release. It is never made again: a difference is a log that this release would read or write in another way.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from game.dispatch.log_entries import action_data, action_of
from game.dispatch.steps import apply
from game.dispatch.stored_forms import canonical, in_form
from game.kernel.actions import Action, Credit, Leave, Return
from game.kernel.chance import NoChance
from game.kernel.events import LATER_FIELDS, Event
from game.kernel.match import CoreState, Env
from tests.support import samples
from tests.support.record_steps import played_record, start_of

FORM = 2
"""The stored form of that release."""
KEPT = json.loads((Path(__file__).parent / "kept" / "logs.json").read_text(encoding="utf-8"))
FILES = [path for path in samples.files() if path.stem in KEPT]
"""The records of that time; later ones tell of what it did not know."""


def written(action: Action | None, events: Iterable[Event], state: CoreState) -> str:
    """The digest of all that is stored of one step, but for what that release did not tell yet."""
    told = [event.data() for event in events]
    for event in told:
        event["public"] = {key: value for key, value in event["public"].items() if key not in LATER_FIELDS}
    return hashlib.sha256(canonical([action_data(action), told, in_form(state, FORM)]).encode()).hexdigest()


def logged(record: dict[str, Any]) -> list[str | None]:
    """A digest for each action of a record, after that of the deal; a refused one has None."""
    _, start = start_of(record)
    played = played_record(record, refused=True)
    return [
        written(None, start.events, start.state),
        *(None if one is None else written(one.action, one.events, one.after) for one in played),
    ]


def coming_and_going() -> list[str]:
    """The digests of what the site itself does in a match: nobody's record tells of it, but its log does."""
    form, start = start_of(json.loads(FILES[0].read_text(encoding="utf-8"))["record"])
    state: CoreState = start.state
    digests = []
    steps: list[tuple[int, Action]] = [(1, Leave(5_000)), (0, Credit(2_500)), (1, Return())]
    for seat, action in steps:
        step = apply(state, seat, action, Env(6_000, frozenset(), NoChance()))
        state = step.state
        digests.append(written(action, step.events, state))
        assert (
            action_of(json.loads(canonical(action_data(action))), seat, "alfapower", form.rules.text("language"))
            == action
        )
    return digests


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_stored_of_a_record_is_what_it_was(path: Path) -> None:
    assert logged(json.loads(path.read_text(encoding="utf-8"))["record"]) == KEPT[path.stem]


def test_what_is_stored_of_the_sites_own_steps_is_what_it_was() -> None:
    assert coming_and_going() == KEPT["coming and going"]

"""Replay match records of all games."""

from typing import Any

from game.kernel import record
from game.kernel.match import CoreState, Step
from game.kernel.record import FindLexicon, Replay
from game.variants import VARIANTS


def verify(data: object, find_lexicon: FindLexicon | None = None) -> Replay:
    """Replay a record and compare its result. Raises BadRecord, ImpossibleChance, or LookupError for a word list."""
    return record.verify(data, VARIANTS, find_lexicon)


def replay_record(data: object, find_lexicon: FindLexicon | None = None) -> dict[str, Any]:
    """The steps and the end of a record, without a look at its result. Raises as `verify`."""
    return verify(data, find_lexicon).data()


def step_row(index: int, step: Step[Any], code: str | None) -> dict[str, Any]:
    """The step of one action as the record page has it; `code` is its refusal, or None."""
    return record.step_row(VARIANTS[step.state.rules.variant], index, step, code)


def final_of(state: CoreState) -> dict[str, Any]:
    """How a match stands or ended: the `final` of the record page."""
    return record.final_of(VARIANTS[state.rules.variant], state)

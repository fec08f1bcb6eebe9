"""Flex's part of a match record (rule 5)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.crossword import start as crossword_start
from game.crossword.record import dealt_by, record_part, told_of
from game.crossword.start import plain_tile, read_bag, read_hands
from game.kernel.base_types import Seat
from game.kernel.fields import bad, whole
from game.kernel.match import Step
from game.kernel.setting_types import Ruleset
from game.variants.flex.rules import setup
from game.variants.flex.rules.ending import totals
from game.variants.flex.rules.settings import layout
from game.variants.flex.rules.setup import Start
from game.variants.flex.rules.state import MatchState


def read_start(record: Mapping[str, Any], rules: Ruleset, seats: int) -> Start:
    """Bag, hands and who made the match; a board is none of them, for it is a setting here. Raises BadField."""
    if "board" in record:
        bad("board", "not in this game: the layout is a setting")
    return Start(
        tileset=read_bag(record["bag"], rules.text("language")) if "bag" in record else None,
        creator=_creator(record.get("creator"), seats),
        hands=read_hands(record, seats, plain_tile),
    )


def _creator(value: object, seats: int) -> Seat | None:
    if value is not None and not 0 <= whole(value, "creator") < seats:
        bad("creator", "no such seat")
    return value if isinstance(value, int) else None


def write_start(match: MatchState) -> dict[str, Any]:
    """`bag` where it is not the standard one, and `creator` where a player made the match."""
    own = crossword_start.write_start(
        match.tileset, setup.tileset(match.rules), match.board.layout, layout(match.rules)
    )  # fmt: skip
    return own if match.creator is None else {**own, "creator": match.creator}


def step_fields(step: Step[MatchState]) -> dict[str, Any]:
    """The fields of a step beside those of every game's."""
    state = step.state
    return {
        **told_of(step, {"bingo": 0, "cost": 0}),
        "idle": state.idle,
        "flex_left": [state.flex_left(seat) for seat in range(len(state.players))],
    }


RECORD = replace(
    record_part(setup.tileset, layout, totals, dealt_by(setup.deal)),
    read_start=read_start,
    write_start=write_start,
    step=step_fields,
)

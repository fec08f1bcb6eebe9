"""Flex's part of a stored match."""

from collections.abc import Mapping
from typing import Any

from game.crossword.hand_state import dump_bag, dump_laid, dump_players, load_bag, load_laid, load_players
from game.kernel.codec import dump_outcome, load_outcome
from game.kernel.variant import StoredForm
from game.variants.flex.rules.state import MatchState, PlayerState

PLAYER = ("hand", "score", "timeouts", "away_since", "flexed")


def dump(state: MatchState) -> dict[str, Any]:
    """The whole match as plain data."""
    return {
        **dump_bag(state),
        **dump_laid(state.board),
        "players": dump_players(state.players, PLAYER),
        "creator": state.creator,
        "idle": state.idle,
        "outcome": dump_outcome(state.outcome),
    }


def load(data: Mapping[str, Any]) -> MatchState:
    """`dump` undone."""
    return MatchState(
        **load_bag(data),
        board=load_laid(data),
        players=load_players(PlayerState, data["players"], PLAYER),
        creator=data["creator"],
        idle=data["idle"],
        outcome=load_outcome(data["outcome"]),
    )


STORED = StoredForm(newest=1, dump=dump, load=load, earlier={})

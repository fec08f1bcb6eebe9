"""The stored form of a match of a plain word game."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.crossword.hand_state import dump_bag, dump_laid, dump_players, load_bag, load_laid, load_players
from game.crossword.plain.state import PlainSeat, PlainState
from game.kernel.codec import dump_outcome, load_outcome
from game.kernel.variant import EarlierForm, StoredForm

PLAYER = ("hand", "score", "passes", "timeouts", "away_since", "scored_turns", "out")
"""The fields of a player, in the order in which they are stored."""


def stored_form(
    player: Sequence[str] = PLAYER, newest: int = 1, earlier: Mapping[int, EarlierForm] | None = None
) -> StoredForm:
    """The form of a game that stores these fields of each `player`; `newest` is its number, `earlier` has those of the
    releases before."""

    def dump(state: PlainState) -> dict[str, Any]:
        return {
            **dump_bag(state),
            **dump_laid(state.board),
            "players": dump_players(state.players, player),
            "tries": state.tries,
            "opened": state.opened,
            "outcome": dump_outcome(state.outcome),
        }

    def load(data: Mapping[str, Any]) -> PlainState:
        return PlainState(
            **load_bag(data),
            board=load_laid(data),
            players=load_players(PlainSeat, data["players"], player),
            tries=data["tries"],
            opened=data["opened"],
            outcome=load_outcome(data["outcome"]),
        )

    return StoredForm(newest=newest, dump=dump, load=load, earlier=earlier or {})

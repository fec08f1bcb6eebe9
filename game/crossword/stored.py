"""The stored form of a match with hands, of its fields by their names."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.crossword.hand_state import (
    HandSeat,
    HandState,
    dump_bag,
    dump_laid,
    dump_players,
    kept,
    load_bag,
    load_laid,
    load_players,
    plain,
)
from game.kernel.codec import dump_outcome, load_outcome
from game.kernel.variant import EarlierForm, StoredForm


def stored_form(
    match: type[HandState], player: type[HandSeat], fields_of_a_player: Sequence[str], fields: Sequence[str], *,
    newest: int = 1, earlier: Mapping[int, EarlierForm] | None = None,
    dump_board: Callable[[Any], dict[str, Any]] = dump_laid, load_board: Callable[[Mapping[str, Any]], Any] = load_laid,
) -> StoredForm:  # fmt: skip
    """The form of a game that stores these `fields` of a match beside those of every game with hands, and these of each
    player, in their order; `newest` is its number, `earlier` has those of the releases before."""

    def dump(state: Any) -> dict[str, Any]:
        return {
            **dump_bag(state),
            **dump_board(state.board),
            "players": dump_players(state.players, fields_of_a_player),
            **{name: plain(getattr(state, name)) for name in fields},
            "outcome": dump_outcome(state.outcome),
        }

    def load(data: Mapping[str, Any]) -> Any:
        of_the_game: dict[str, Any] = {name: kept(data[name]) for name in fields}
        return match(
            **load_bag(data),
            **{"board": load_board(data), **of_the_game},
            players=load_players(player, data["players"], fields_of_a_player),
            outcome=load_outcome(data["outcome"]),
        )

    return StoredForm(newest=newest, dump=dump, load=load, earlier=earlier or {})

"""Alfapet's part of a stored match."""

from collections.abc import Mapping
from typing import Any

from game.crossword.hand_state import dump_bag, dump_changed, dump_players, load_bag, load_players
from game.kernel.codec import dump_outcome, load_outcome
from game.kernel.variant import StoredForm
from game.variants.alfapet.rules.board import Board, Cell, empty_cells
from game.variants.alfapet.rules.state import MatchState, PlayerState

PLAYER = ("hand", "score", "passes", "timeouts", "away_since", "out")


def dump(state: MatchState) -> dict[str, Any]:
    """The whole match as plain data."""
    board = state.board
    return {
        **dump_bag(state),
        "board": dump_changed(board.size, board.layout, board.cells, empty_cells(board.layout)),
        "players": dump_players(state.players, PLAYER),
        "start": list(state.start),
        "theme": list(state.theme),
        "outcome": dump_outcome(state.outcome),
    }


def load(data: Mapping[str, Any]) -> MatchState:
    """`dump` undone."""
    return MatchState(
        **load_bag(data),
        board=_load_board(data["board"]),
        players=load_players(PlayerState, data["players"], PLAYER),
        start=tuple(data["start"]),
        theme=tuple(data["theme"]),
        outcome=load_outcome(data["outcome"]),
    )


def _load_board(data: Mapping[str, Any]) -> Board:
    empty = Board(data["size"], data["layout"], empty_cells(data["layout"]))
    return empty.put({index: Cell(*cell) for index, *cell in data["cells"]})


STORED = StoredForm(newest=1, dump=dump, load=load, earlier={})

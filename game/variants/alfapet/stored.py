"""Alfapet's part of a stored match.

The board is stored as the layout it began with and the cells that are no longer as they were, which keeps a row small.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from game.crossword.tiles import TileSet
from game.kernel.codec import dump_core, load_core
from game.kernel.match import Outcome
from game.kernel.variant import StoredForm
from game.variants.alfapet.board import Board, Cell, empty_cells
from game.variants.alfapet.state import MatchState, PlayerState


def dump(state: MatchState) -> dict[str, Any]:
    """The whole match as plain data."""
    return {
        **dump_core(state),
        "tiles": [[letter, count, state.tileset.value(letter)] for letter, count in state.tileset.counts.items()],
        "board": _dump_board(state.board),
        "bag": list(state.bag),
        "draws": state.draws,
        "players": [_dump_player(player) for player in state.players],
        "start": list(state.start),
        "theme": list(state.theme),
        "outcome": _dump_outcome(state.outcome),
    }


def load(data: Mapping[str, Any]) -> MatchState:
    """`dump` undone."""
    return MatchState(
        **load_core(data),
        tileset=TileSet(
            {letter: count for letter, count, _ in data["tiles"]},
            {letter: value for letter, _, value in data["tiles"]},
        ),
        board=_load_board(data["board"]),
        bag=tuple(data["bag"]),
        draws=data["draws"],
        players=tuple(_load_player(player) for player in data["players"]),
        start=tuple(data["start"]),
        theme=tuple(data["theme"]),
        outcome=_load_outcome(data["outcome"]),
    )


def _dump_player(player: PlayerState) -> list[Any]:
    """A player's fields in the order of `_load_player`."""
    return [list(player.hand), player.score, player.passes, player.timeouts, player.away_since, player.out]


def _load_player(fields: Sequence[Any]) -> PlayerState:
    hand, score, passes, timeouts, away_since, out = fields
    return PlayerState(
        hand=tuple(hand), score=score, passes=passes, timeouts=timeouts, away_since=away_since, out=out
    )  # fmt: skip


def _dump_outcome(outcome: Outcome | None) -> list[Any] | None:
    if outcome is None:
        return None
    return [outcome.reason, outcome.winner, None if outcome.places is None else list(outcome.places)]


def _load_outcome(fields: Sequence[Any] | None) -> Outcome | None:
    if fields is None:
        return None
    reason, winner, places = fields
    return Outcome(reason, winner, None if places is None else tuple(places))


def _dump_board(board: Board) -> dict[str, Any]:
    fresh = empty_cells(board.layout)
    changed = [
        [index, *cell] for index, (cell, before) in enumerate(zip(board.cells, fresh, strict=True)) if cell != before
    ]
    return {"size": board.size, "layout": board.layout, "cells": changed}


def _load_board(data: Mapping[str, Any]) -> Board:
    empty = Board(data["size"], data["layout"], empty_cells(data["layout"]))
    return empty.put({index: Cell(*cell) for index, *cell in data["cells"]})


STORED = StoredForm(newest=1, dump=dump, load=load, earlier={})

"""AlfaPower's part of a stored match, in its newest form.

The board is stored as the layout it began with and the cells that are no longer as they were, which keeps a row small.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from game.crossword.board import Board, Cell, empty_cells
from game.crossword.tiles import TileSet
from game.kernel.codec import dump_core, load_core
from game.kernel.match import Outcome
from game.kernel.variant import StoredForm
from game.variants.alfapower import formats
from game.variants.alfapower.ending import places
from game.variants.alfapower.state import MatchState, Phase, PlayerState


def dump(state: MatchState) -> dict[str, Any]:
    """The whole match as plain data."""
    return {
        **dump_core(state),
        "tiles": [[letter, count, state.tileset.value(letter)] for letter, count in state.tileset.counts.items()],
        "board": _dump_board(state.board),
        "bag": list(state.bag),
        "draws": state.draws,
        "players": [_dump_player(player) for player in state.players],
        "tries": state.tries,
        "opened": state.opened,
        "choice": list(state.choice),
        "outcome": [state.outcome.reason, state.outcome.winner] if state.outcome else None,
    }


def load(data: Mapping[str, Any]) -> MatchState:
    """`dump` undone."""
    outcome = data["outcome"]
    return MatchState(
        **{**load_core(data), "phase": Phase(data["phase"])},
        tileset=TileSet(
            {letter: count for letter, count, _ in data["tiles"]},
            {letter: value for letter, _, value in data["tiles"]},
        ),
        board=_load_board(data["board"]),
        bag=tuple(data["bag"]),
        draws=data["draws"],
        players=tuple(_load_player(player) for player in data["players"]),
        tries=data["tries"],
        opened=data["opened"],
        choice=tuple(data["choice"]),
        outcome=Outcome(outcome[0], outcome[1], places(outcome[1], len(data["players"]))) if outcome else None,
    )


def _dump_player(player: PlayerState) -> list[Any]:
    """A player's fields in the order of `_load_player`; the last one only where there are any, so that a match without
    effects is written as it was before there were any."""
    fields = [
        list(player.hand),
        player.coins,
        player.score,
        list(player.slots),
        player.passes,
        player.timeouts,
        player.upgrades,
        player.away_since,
        player.fines,
        player.scored_turns,
    ]
    return [*fields, [list(effect) for effect in player.effects]] if player.effects else fields


def _load_player(fields: Sequence[Any]) -> PlayerState:
    hand, coins, score, slots, passes, timeouts, upgrades, away_since, fines, scored_turns, *more = fields
    effects = more[0] if more else ()
    return PlayerState(
        hand=tuple(hand),
        coins=coins,
        score=score,
        slots=tuple(slots),
        passes=passes,
        timeouts=timeouts,
        upgrades=upgrades,
        away_since=away_since,
        fines=fines,
        scored_turns=scored_turns,
        effects=tuple((item, amount) for item, amount in effects),
    )


def _dump_board(board: Board) -> dict[str, Any]:
    fresh = empty_cells(board.layout)
    changed = [
        [index, *cell] for index, (cell, before) in enumerate(zip(board.cells, fresh, strict=True)) if cell != before
    ]
    return {"size": board.size, "layout": board.layout, "cells": changed}


def _load_board(data: Mapping[str, Any]) -> Board:
    empty = Board(data["size"], data["layout"], empty_cells(data["layout"]))
    return empty.put({index: Cell(*cell) for index, *cell in data["cells"]})


STORED = StoredForm(newest=3, dump=dump, load=load, earlier=formats.EARLIER)

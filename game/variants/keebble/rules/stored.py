"""Keebble's part of a stored match. The board is stored as its cells that are not blank, and its walls."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.kernel.codec import dump_core, dump_outcome, load_core, load_outcome
from game.kernel.variant import StoredForm
from game.variants.keebble.rules.board import Board, Cell
from game.variants.keebble.rules.dealing import Opening
from game.variants.keebble.rules.option import Option
from game.variants.keebble.rules.state import MatchState, PlayerState


def dump(state: MatchState) -> dict[str, Any]:
    """Everything but the number of the form and the name of the game."""
    return {
        **dump_core(state),
        "values": [list(pair) for pair in state.values],
        "opening": _dump_opening(state.opening),
        "cells": [[index, *cell] for index, cell in enumerate(state.board.cells) if cell != Cell()],
        "walls": [list(wall) for wall in sorted(state.board.walls)],
        "draws": state.draws,
        "players": [_dump_player(player) for player in state.players],
        "options": [option.dump() for option in state.options],
        "open": list(state.open),
        "round": state.round,
        "last": state.last,
        "next_first": state.next_first,
        "powers": [power.dump() for power in state.powers],
        "written": state.written,
        "outcome": dump_outcome(state.outcome),
    }


def load(data: Mapping[str, Any]) -> MatchState:
    """`dump` undone."""
    board = Board().put({index: Cell(*cell) for index, *cell in data["cells"]})
    return MatchState(
        **load_core(data),
        values=tuple((letter, value) for letter, value in data["values"]),
        opening=_load_opening(data["opening"]),
        board=board.wall_up((row, col, side) for row, col, side in data["walls"]),
        draws=data["draws"],
        players=tuple(_load_player(player) for player in data["players"]),
        options=_load_options(data["options"]),
        open=tuple(data["open"]),
        round=data["round"],
        last=data["last"],
        next_first=data["next_first"],
        powers=_load_options(data["powers"]),
        written=data["written"],
        outcome=load_outcome(data["outcome"]),
    )


def _load_options(options: Sequence[Mapping[str, Any]]) -> tuple[Option, ...]:
    return tuple(Option.of(option) for option in options)


def _dump_opening(opening: Opening) -> dict[str, Any]:
    return {
        "letters": [list(pair) for pair in opening.letters],
        "types": [list(pair) for pair in opening.types],
        "walls": [list(wall) for wall in opening.walls],
        "options": [option.dump() for option in opening.options],
    }


def _load_opening(data: Mapping[str, Any]) -> Opening:
    return Opening(
        letters=tuple((index, letter) for index, letter in data["letters"]),
        types=tuple((index, kind) for index, kind in data["types"]),
        walls=tuple((row, col, side) for row, col, side in data["walls"]),
        options=_load_options(data["options"]),
    )


def _dump_player(player: PlayerState) -> list[Any]:
    """A player's fields in the order of `_load_player`."""
    return [player.score, list(player.backpack), player.timeouts, player.away_since, player.out]


def _load_player(fields: Sequence[Any]) -> PlayerState:
    score, backpack, timeouts, away_since, out = fields
    return PlayerState(score=score, backpack=tuple(backpack), timeouts=timeouts, away_since=away_since, out=out)


STORED = StoredForm(newest=1, dump=dump, load=load, earlier={})

"""A match as plain JSON data and back, and the digest that proves two of them equal.

The form has a number, `NEWEST`. What is written is always of the newest form; what is read may be of any: an older one
is led up to it by the modules of `formats/`, and nothing is written by reading. A stored match holds its effective
settings, all of them, so that no default of a later release can change it. The board is stored as the layout it began
with and the cells that are no longer as they were, which keeps a row small.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from game.rules import formats
from game.rules.board import Board, Cell, empty_cells
from game.rules.options import Ruleset
from game.rules.state import MatchState, Outcome, Phase, PlayerState
from game.rules.tiles import TileSet

NEWEST = 2


def encode(state: MatchState) -> dict[str, Any]:
    """The whole match as JSON data: maps with text keys, lists, texts, whole numbers, true, false and null."""
    return {
        "format": NEWEST,
        "variant": state.rules.variant,
        "settings": _encode_rules(state.rules),
        "tiles": [[letter, count, state.tileset.value(letter)] for letter, count in state.tileset.counts.items()],
        "board": _encode_board(state.board),
        "bag": list(state.bag),
        "draws": state.draws,
        "players": [_encode_player(player) for player in state.players],
        "phase": state.phase.value,
        "active": state.active,
        "turn": state.turn,
        "tries": state.tries,
        "opened": state.opened,
        "choice": list(state.choice),
        "deadline": state.deadline,
        "outcome": [state.outcome.reason, state.outcome.winner] if state.outcome else None,
    }


def decode(data: Mapping[str, Any]) -> MatchState:
    """The match from what `encode` gave, in this release or an earlier one.

    The data is our own: anything else is a fault, not bad input. Raises ValueError for a form nobody knows.
    """
    data = in_newest_form(data)
    outcome = data["outcome"]
    return MatchState(
        rules=_decode_rules(data["variant"], data["settings"]),
        tileset=TileSet(
            {letter: count for letter, count, _ in data["tiles"]},
            {letter: value for letter, _, value in data["tiles"]},
        ),
        board=_decode_board(data["board"]),
        bag=tuple(data["bag"]),
        draws=data["draws"],
        players=tuple(_decode_player(player) for player in data["players"]),
        phase=Phase(data["phase"]),
        active=data["active"],
        turn=data["turn"],
        tries=data["tries"],
        opened=data["opened"],
        choice=tuple(data["choice"]),
        deadline=data["deadline"],
        outcome=Outcome(outcome[0], outcome[1]) if outcome else None,
    )


def in_newest_form(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Stored data led up to the newest form, step by step. Raises ValueError for a form nobody knows."""
    while (number := data["format"]) != NEWEST:
        if number not in formats.EARLIER:
            raise ValueError(f"unknown form of a stored match: {number}")
        data = formats.EARLIER[number].upgrade(data)
    return data


def in_form(state: MatchState, number: int) -> Mapping[str, Any]:
    """The match as the release wrote it whose form was `number`."""
    data: Mapping[str, Any] = encode(state)
    for earlier in range(NEWEST - 1, number - 1, -1):
        data = formats.EARLIER[earlier].downgrade(data)
    return data


def as_kept(state: MatchState, number: int) -> MatchState:
    """What was left of a match once it had been stored in form `number`: what that form does not hold is "as before".

    A replay goes through this after every entry, so that it meets the states that the match really had.
    """
    return state if number == NEWEST else decode(in_form(state, number))


def canonical(data: Mapping[str, Any]) -> str:
    """The one text of JSON data: keys sorted, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(data: Mapping[str, Any]) -> str:
    """SHA-256, in hex, of the canonical text of an encoded match."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()


def _encode_player(player: PlayerState) -> list[Any]:
    """A player's fields in the order of `_decode_player`."""
    return [
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


def _decode_player(fields: Sequence[Any]) -> PlayerState:
    hand, coins, score, slots, *counters = fields
    return PlayerState(tuple(hand), coins, score, tuple(slots), *counters)


def _encode_rules(rules: Ruleset) -> dict[str, Any]:
    """Every setting the match has, as plain data."""
    plain: dict[str, Any] = {}
    for key, value in rules.values.items():
        if isinstance(value, Mapping):
            plain[key] = dict(value)
        else:
            plain[key] = list(value) if isinstance(value, tuple) else value
    return plain


def _decode_rules(variant: str, settings: Mapping[str, Any]) -> Ruleset:
    """The settings exactly as they were stored: neither what was added to the game since, nor today's bounds."""
    return Ruleset(variant, {key: tuple(v) if isinstance(v, list) else v for key, v in settings.items()})


def _encode_board(board: Board) -> dict[str, Any]:
    fresh = empty_cells(board.layout)
    changed = [
        [index, *cell] for index, (cell, before) in enumerate(zip(board.cells, fresh, strict=True)) if cell != before
    ]
    return {"size": board.size, "layout": board.layout, "cells": changed}


def _decode_board(data: Mapping[str, Any]) -> Board:
    empty = Board(data["size"], data["layout"], empty_cells(data["layout"]))
    return empty.put({index: Cell(*cell) for index, *cell in data["cells"]})

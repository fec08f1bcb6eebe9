"""A match as plain JSON data and back, and the digest that proves two of them equal.

The form has a number: a later change of it brings a function that reads the older one. The board is stored as the
layout it began with and the cells that are no longer as they were, which keeps a row small.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from game.rules.board import Board, Cell, empty_cells
from game.rules.options import Ruleset, changed_settings
from game.rules.setup import read_rules
from game.rules.state import MatchState, Outcome, Phase, PlayerState
from game.rules.tiles import TileSet
from game.rules.variants import VARIANTS

FORMAT = 1


def encode(state: MatchState) -> dict[str, Any]:
    """The whole match as JSON data: maps with text keys, lists, texts, whole numbers, true, false and null."""
    return {
        "format": FORMAT,
        "variant": state.rules.variant,
        "settings": encode_rules(state.rules),
        "tiles": [[letter, count, state.tileset.value(letter)] for letter, count in state.tileset.counts.items()],
        "board": _encode_board(state.board),
        "bag": list(state.bag),
        "draws": state.draws,
        "players": [
            [list(p.hand), p.coins, p.score, list(p.slots), p.passes, p.timeouts, p.upgrades, p.away_since]
            for p in state.players
        ],
        "phase": state.phase.value,
        "active": state.active,
        "turn": state.turn,
        "opened": state.opened,
        "choice": list(state.choice),
        "deadline": state.deadline,
        "outcome": [state.outcome.reason, state.outcome.winner] if state.outcome else None,
    }


def decode(data: Mapping[str, Any]) -> MatchState:
    """The match from what `encode` gave. The data is our own: anything else is a fault, not bad input."""
    if data["format"] != FORMAT:
        raise ValueError(f"unknown form of a stored match: {data['format']}")
    outcome = data["outcome"]
    return MatchState(
        rules=read_rules(data["variant"], data["settings"]),
        tileset=TileSet(
            {letter: count for letter, count, _ in data["tiles"]},
            {letter: value for letter, _, value in data["tiles"]},
        ),
        board=_decode_board(data["board"]),
        bag=tuple(data["bag"]),
        draws=data["draws"],
        players=tuple(
            PlayerState(tuple(hand), coins, score, tuple(slots), passes, timeouts, upgrades, away_since)
            for hand, coins, score, slots, passes, timeouts, upgrades, away_since in data["players"]
        ),
        phase=Phase(data["phase"]),
        active=data["active"],
        turn=data["turn"],
        opened=data["opened"],
        choice=tuple(data["choice"]),
        deadline=data["deadline"],
        outcome=Outcome(outcome[0], outcome[1]) if outcome else None,
    )


def encode_rules(rules: Ruleset) -> dict[str, Any]:
    """The settings that differ from their defaults, as a record has them."""
    return changed_settings(VARIANTS[rules.variant].settings, rules)


def canonical(data: Mapping[str, Any]) -> str:
    """The one text of JSON data: keys sorted, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(data: Mapping[str, Any]) -> str:
    """SHA-256, in hex, of the canonical text of an encoded match."""
    return hashlib.sha256(canonical(data).encode()).hexdigest()


def _encode_board(board: Board) -> dict[str, Any]:
    fresh = empty_cells(board.layout)
    changed = [
        [index, *cell] for index, (cell, before) in enumerate(zip(board.cells, fresh, strict=True)) if cell != before
    ]
    return {"size": board.size, "layout": board.layout, "cells": changed}


def _decode_board(data: Mapping[str, Any]) -> Board:
    empty = Board(data["size"], data["layout"], empty_cells(data["layout"]))
    return empty.put({index: Cell(*cell) for index, *cell in data["cells"]})

"""The state of a match with hands and a bag, in any game, and how it is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from game.crossword.board import Board, Grid, empty_cells
from game.crossword.start import rows_of
from game.crossword.tiles import Tile, TileSet
from game.kernel.base_types import Seat
from game.kernel.codec import dump_core, load_core
from game.kernel.match import CoreState, SeatState


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSeat(SeatState):
    """A player with a hand, and a score, which may be negative where a game says so."""

    hand: tuple[Tile, ...]
    score: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class HandState(CoreState):
    """A match with hands. `bag` is kept sorted, `draws` is the number of the next chance."""

    tileset: TileSet
    board: Grid[Any]
    bag: tuple[Tile, ...]
    draws: int
    players: tuple[HandSeat, ...]

    def hand_value(self, seat: Seat) -> int:
        """What the tiles in the hand of a seat are worth by their faces."""
        return sum(self.tileset.value(tile) for tile in self.players[seat].hand)


P = TypeVar("P", bound=HandSeat)
G = TypeVar("G", bound=Grid[Any])


def dump_bag(state: HandState) -> dict[str, Any]:
    """What every such game stores alike: the core, the tile set and the bag."""
    return {
        **dump_core(state),
        "tiles": [[letter, count, state.tileset.value(letter)] for letter, count in state.tileset.counts.items()],
        "bag": list(state.bag),
        "draws": state.draws,
    }


def load_bag(data: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a state from what `dump_bag` gave."""
    return {
        **load_core(data),
        "tileset": TileSet(
            {letter: count for letter, count, _ in data["tiles"]},
            {letter: value for letter, _, value in data["tiles"]},
        ),
        "bag": tuple(data["bag"]),
        "draws": data["draws"],
    }


def dump_laid(board: Board) -> dict[str, Any]:
    """A board as its layout and the tiles that lie: [cell, letter, whether a blank, value, whose]."""
    laid = [[i, c.letter, c.blank, c.value, c.by] for i, c in enumerate(board.cells) if c.letter]
    return {"size": board.size, "layout": board.layout, "laid": laid}


def load_laid(data: Mapping[str, Any]) -> Board:
    """The board from what `dump_laid` gave."""
    board = Board.empty(rows_of(data["layout"], data["size"]))
    return board.put(
        {
            index: board.cells[index]._replace(letter=letter, blank=blank, value=value, by=by)
            for index, letter, blank, value, by in data["laid"]
        }
    )


def dump_changed(board: Grid[Any]) -> dict[str, Any]:
    """A board of whatever cells as its layout and those that are no longer as it began, which keeps a row small."""
    pairs = enumerate(zip(board.cells, empty_cells(board.layout, board.plain_cell), strict=True))
    changed = [[index, *cell] for index, (cell, before) in pairs if cell != before]
    return {"board": {"size": board.size, "layout": board.layout, "cells": changed}}


def load_changed(kind: type[G], data: Mapping[str, Any]) -> G:
    """The board from what `dump_changed` gave."""
    board, cell_of = data["board"], type(kind.plain_cell)
    empty = kind.empty(rows_of(board["layout"], board["size"]))
    return empty.put({index: cell_of(*cell) for index, *cell in board["cells"]})


def dump_players(players: Sequence[Any], fields: Sequence[str]) -> list[list[Any]]:
    """These fields of each player, in their order; tuples as lists."""
    return [[plain(getattr(player, name)) for name in fields] for player in players]


def load_players(kind: type[P], players: Sequence[Sequence[Any]], fields: Sequence[str]) -> tuple[P, ...]:
    """The players from what `dump_players` gave."""
    return tuple(kind(**{name: kept(value) for name, value in zip(fields, player, strict=True)}) for player in players)


def plain(value: Any) -> Any:
    """A field as plain data: tuples as lists."""
    return list(value) if isinstance(value, tuple) else value


def kept(value: Any) -> Any:
    """`plain` undone."""
    return tuple(value) if isinstance(value, list) else value

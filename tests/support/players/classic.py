"""What a player of Classic who acts by lot may lay, words or not."""

import random
from typing import Any

from game.crossword.tiles import BLANK, read_plain
from game.kernel.refusals import Refused
from game.variants.classic.rules.placement import examine, score
from game.variants.classic.rules.state import MatchState

SAMPLES = 60


def lay_by_lot(state: MatchState, chance: random.Random) -> list[list[Any]]:
    """Tiles somewhere, more often than not so that they may lie; now and then with something wrong."""
    size, hand = state.board.size, [*state.players[state.active].hand]
    chance.shuffle(hand)
    board = {divmod(index, size) for index, cell in enumerate(state.board.cells) if cell.letter}
    row, col = chance.choice(sorted(board)) if board else divmod(state.board.center, size)
    dr, dc = chance.choice(((0, 1), (1, 0)))
    start = chance.randint(-4, 1)
    row, col = row + start * dr + chance.choice((0, 0, dc, -dc)), col + start * dc + chance.choice((0, 0, dr, -dr))
    tiles = []
    for tile in hand[: chance.choice((1, 2, 3, 4, 5, 6, 7, 7))]:
        while (row, col) in board and chance.random() < 0.97:
            row, col = row + dr, col + dc
        token = chance.choice("abcz") if tile == BLANK and chance.random() < 0.9 else tile
        tiles.append([row, col, chance.choice("JX") if chance.random() < 0.02 else token])
        step = chance.choice((1,) * 30 + (0, 2))
        row, col = row + step * dr, col + step * dc
    return tiles


def turns(state: MatchState, rng: random.Random, samples: int = SAMPLES) -> list[tuple[int, list[Any]]]:
    """Some of the placements that the seat on turn may make, each with its score; those found first, first."""
    found: list[tuple[int, list[Any]]] = []
    for _ in range(samples):
        tiles = lay_by_lot(state, rng)
        placed = [read_plain(row, col, tile, state.rules.text("language")) for row, col, tile in tiles]
        try:
            found.append((score(state, examine(state, state.active, placed), len(tiles)).total, tiles))
        except Refused:
            continue
    return found

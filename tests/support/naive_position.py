"""A position of the engine as the second engine has it."""

from collections import Counter
from collections.abc import Container

from game.crossword.board import Board
from game.variants.alfapower.rules.state import MatchState
from tests.support.naive import DEFAULTS, Match
from tests.support.naive_board import Cell, Cells


def cells_of(board: Board) -> Cells:
    """The board."""
    return {
        divmod(index, board.size): Cell(
            cell.bonus,
            (cell.letter.lower() if cell.blank else cell.letter) or None,
            cell.alfa,
            cell.fortified,
            cell.claim,
            cell.dead,
        )
        for index, cell in enumerate(board.cells)
    }


def lies_of(board: Board) -> dict[tuple[int, int], str]:
    """What lies on a board of any game, by square: a small letter is a blank."""
    there = ((index, cell) for index, cell in enumerate(board.cells) if cell.letter)
    return {divmod(index, board.size): cell.letter.lower() if cell.blank else cell.letter for index, cell in there}


def naive_of(state: MatchState, words: Container[str]) -> Match:
    """The match as it stands, without what came before."""
    counts = {tile: [count, state.tileset.value(tile)] for tile, count in state.tileset.counts.items()}
    settings = {key: state.rules.values[key] for key in DEFAULTS}
    match = Match({"settings": settings, "bag": counts, "hands": [[], []]}, words)
    match.cells, match.bag, match.hands = cells_of(state.board), list(state.bag), [list(p.hand) for p in state.players]
    match.coins = [player.coins for player in state.players]
    match.slots = [Counter(player.slots) for player in state.players]
    match.active, match.phase, match.begun = state.active, state.phase, state.opened
    match.just_drawn, match.failed = list(state.choice), state.tries
    return match

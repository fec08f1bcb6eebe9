"""A player of Alfapet who acts by lot: anything the rules accept, words or not."""

from random import Random

from game.crossword.tiles import Placed
from game.kernel.actions import Abandon, Action, Resign
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.state import MatchState
from game.variants.alfapet.rules.tiles import SPECIALS
from game.variants.alfapet.rules.variant import VARIANT
from tests.support.players import laid_or_swapped


def lay_by_lot(state: MatchState, chance: Random) -> Lay:
    """Some lay, often against the rules: letters in line from somewhere near the middle of what lies, at times round a
    corner or behind a black tile."""
    size, cells = state.board.size, state.board.cells
    hand = list(state.players[state.active].hand)
    letters = [tile for tile in hand if tile not in SPECIALS]
    chance.shuffle(letters)
    letters = letters[: chance.choice((1, 2, 2, 3, 4, 7))]
    near = [i for i, cell in enumerate(cells) if cell.letter] or [state.board.center]
    row, col = divmod(chance.choice(near), size)
    row, col = row + chance.randint(-1, 1), col + chance.randint(-1, 1)
    way, turn = chance.choice([((0, 1), "down"), ((1, 0), "across")]), chance.random() < 0.4 and ">" in hand
    black = (row, col) if "#" in hand and chance.random() < 0.3 else None
    if black:
        row, col = row + way[0][0], col + way[0][1]
    step, tiles, arrow = way[0], [], None
    while letters and 0 <= row < size and 0 <= col < size:
        if not cells[row * size + col].taken:
            tile = letters.pop()
            tiles.append(Placed(row, col, tile, chance.choice("AEST") if tile == "?" else ""))
            if turn and tiles[1:] and arrow is None:
                arrow, step = (row, col, way[1]), step[::-1]
        row, col = row + step[0], col + step[1]
    return Lay(tuple(tiles), black, arrow)


def act_by_lot(state: MatchState, chance: Random) -> tuple[int, Action]:
    """A legal action of some seat."""
    if chance.random() < 0.01:
        return chance.choice(state.inside), chance.choice([Resign(), Abandon(everyone=False)])
    return laid_or_swapped(VARIANT, state, chance, lay_by_lot, tries=60, swaps=0.6)

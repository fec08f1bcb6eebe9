"""A player of Flex who acts by lot: anything the rules accept, words or not."""

from random import Random

from game.crossword.tiles import read_plain
from game.kernel.actions import Action
from game.variants.flex.rules.actions import Arrange
from game.variants.flex.rules.state import MatchState
from game.variants.flex.rules.variant import VARIANT
from tests.support.players import laid_or_swapped


def turn_by_lot(state: MatchState, chance: Random) -> Arrange:
    """Some turn, often against the rules: letters in line from somewhere near what lies, and at times tiles that change
    places, go elsewhere or come back."""
    size, cells = state.board.size, state.board.cells
    lying = [i for i, cell in enumerate(cells) if cell.letter] or [state.board.center]
    row, col = divmod(chance.choice(lying), size)
    row, col = row + chance.randint(-1, 1), col + chance.randint(-1, 1)
    hand = list(state.players[state.active].hand)
    chance.shuffle(hand)
    hand = hand[: chance.choice((1, 2, 2, 3, 4, 7))]
    step, tiles = chance.choice([(0, 1), (1, 0)]), []
    while hand and 0 <= row < size and 0 <= col < size:
        if not cells[row * size + col].letter:
            tile = hand.pop()
            tiles.append(read_plain(row, col, chance.choice("aest") if tile == "?" else tile, "en"))
        row, col = row + step[0], col + step[1]
    squares = [divmod(i, size) for i in chance.sample(lying, min(4, len(lying)))]
    moves, takes = [], []
    if state.board.has_tiles():
        kind = chance.random()
        if kind < 0.3 and len(squares) > 1:
            moves = list(zip(squares[:3], [*squares[1:3], squares[0]], strict=True))
        elif kind < 0.4:
            moves = [(squares[0], (row, col))]
        elif kind < 0.5:
            takes = squares[: chance.choice((1, 2))]
    return Arrange(tuple(tiles), tuple(moves), tuple(takes))


def act_by_lot(state: MatchState, chance: Random) -> tuple[int, Action]:
    """A legal action of the seat on turn."""
    return laid_or_swapped(VARIANT, state, chance, turn_by_lot, tries=80, swaps=0.7)

"""A board of Alfapet as a position for the search of straight words, and the plays found as actions of the rules."""

from collections.abc import Iterable

from bots.engine.plays import Laid
from bots.engine.position import Position, blank_position, bonuses_of
from bots.engine.view_to_position import letters_of
from bots.rules import BLANK, Placed
from game.variants.alfapet.bot.rules import LETTER_FACTOR, RACK_BONUS, SPECIALS, WORD_FACTOR, Board, MatchState, Tile


def position_of(state: MatchState, board: Board, hand: Iterable[Tile]) -> Position:
    """The board with a hand, of which arrows and black tiles are left out. Corners are plain letters here."""
    numbers = {letter: number for number, letter in enumerate(letters_of(state.rules.text("language")), 1)}
    position = blank_position(board.size)
    for index, cell in enumerate(board.cells):
        if cell.letter:
            position.letters[index] = numbers[cell.letter]
            position.values[index] = cell.value
        position.free[index] = not cell.taken
        position.letter_factor[index] = LETTER_FACTOR.get(cell.bonus, 1)
        position.word_factor[index] = WORD_FACTOR.get(cell.bonus, 1)
    for tile in hand:
        if tile not in SPECIALS:
            position.hand[0 if tile == BLANK else numbers[tile]] += 1
    for letter, number in numbers.items():
        position.tile_values[number] = state.tileset.value(letter)
    rack = state.rules.number("rack")
    return position._replace(opened=board.has_tiles(), bonuses=bonuses_of({rack: RACK_BONUS[rack]}))


def placed(state: MatchState, tiles: Iterable[Laid]) -> tuple[Placed, ...]:
    """The tiles of a play as the rules name them."""
    letters, size = letters_of(state.rules.text("language")), state.board.size
    return tuple(
        Placed(*divmod(laid.cell, size), BLANK, letters[laid.letter - 1])
        if laid.blank
        else Placed(*divmod(laid.cell, size), letters[laid.letter - 1])
        for laid in tiles
    )

"""What a player of Classic sees as a position for the search, and the plays found as actions of the rules."""

from bots.engine.plays import Play
from bots.engine.position import Position, blank_position
from bots.engine.view_to_position import letters_of
from bots.games.classic.rules import HandTile, View
from bots.rules import BLANK, HAND_SIZE, LETTER_FACTOR, WORD_FACTOR, Placed, PlainPlace


def position_of(view: View) -> Position:
    """The board with the viewer's own hand; the viewer is a player."""
    numbers = {letter: number for number, letter in enumerate(letters_of(view.rules.text("language")), 1)}
    position = blank_position(view.size)
    for index, cell in enumerate(view.cells):
        if cell.letter:
            position.letters[index] = numbers[cell.letter]
            position.values[index] = cell.value
            position.free[index] = 0
        else:
            position.letter_factor[index] = LETTER_FACTOR.get(cell.bonus, 1)
            position.word_factor[index] = WORD_FACTOR.get(cell.bonus, 1)
    for tile in view.hand:
        position.hand[numbers[tile.letter] if tile.letter else 0] += 1
        if tile.letter:
            position.tile_values[numbers[tile.letter]] = tile.value
    return position._replace(opened=view.opened)


def points(view: View, score: int, tiles: int) -> int:
    """What a play of so many tiles brings: the search knows nothing of the bonus for a whole hand."""
    return score + (view.rules.number("bingo") if tiles == HAND_SIZE else 0)


def action_of(view: View, play: Play) -> PlainPlace:
    """The play as an action."""
    letters, placed = letters_of(view.rules.text("language")), []
    for laid in play.tiles:
        letter = letters[laid.letter - 1]
        row, col = divmod(laid.cell, view.size)
        placed.append(Placed(row, col, BLANK, letter) if laid.blank else Placed(row, col, letter, ""))
    return PlainPlace(tuple(placed))


def kept_after(view: View, play: Play) -> list[HandTile]:
    """The hand without the tiles of a play."""
    letters, kept = letters_of(view.rules.text("language")), list(view.hand)
    for laid in play.tiles:
        token = BLANK if laid.blank else letters[laid.letter - 1]
        kept.remove(next(tile for tile in kept if tile.tile == token))
    return kept

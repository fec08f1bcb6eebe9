"""Converts a player's view to a position for the search, and the plays found to actions of the rules."""

from functools import lru_cache

from bots.engine.letter_values import letter_values
from bots.engine.plays import Play
from bots.engine.position import Position, blank_position
from bots.rules import ALFA_MARK, ALPHABETS, BLANK, LETTER_FACTOR, WORD_FACTOR, Place, Placed, View, standard_tiles


@lru_cache
def letters_of(language: str) -> str:
    """The alphabet in the order of the graph: by code point. Letter n of the graph is at n - 1."""
    return "".join(sorted(ALPHABETS[language]))


def values_seen_by(view: View) -> dict[str, int]:
    """The value of each letter's tile, as far as the viewer can know."""
    rules = view.rules
    standard = standard_tiles(rules.text("language"), rules.number("board_size"))
    lying = ((cell.letter, cell.value - cell.fortified) for cell in view.cells if cell.letter and not cell.blank)
    return letter_values(standard.values, lying, view.hand)


def position_of(view: View) -> Position:
    """The position of the viewer, with the viewer's own hand; the match must be running and the viewer a player."""
    rules = view.rules
    language = rules.text("language")
    numbers = {letter: number for number, letter in enumerate(letters_of(language), 1)}
    position = blank_position(view.size)
    factor = rules.number("alfa_multiplier")
    standing = factor if rules.flag("alfa_permanent") else 1
    alfas = 0
    for index, cell in enumerate(view.cells):
        if cell.letter:
            position.letters[index] = numbers[cell.letter]
            position.values[index] = cell.value
            position.free[index] = 0
            if cell.alfa:
                position.standing[index] = standing
                alfas += 1
        elif cell.dead or cell.claim not in (None, view.viewer):
            position.free[index] = 0
        else:
            position.letter_factor[index] = LETTER_FACTOR.get(cell.bonus, 1)
            position.word_factor[index] = WORD_FACTOR.get(cell.bonus, 1)
    limit = rules.limit("alfa_on_board")
    room = len(view.cells) if limit is None else max(0, limit - alfas)
    for tile in view.hand:
        kind = position.alfa_hand if tile.alfa and room else position.hand
        kind[numbers[tile.letter] if tile.letter else 0] += 1
    values = values_seen_by(view)
    for letter, number in numbers.items():
        position.tile_values[number] = values.get(letter, 0)
    return position._replace(
        alfa_factor=factor, alfa_room=room, alfa_anywhere=rules.flag("alfa_free_placement"), opened=view.opened
    )


def action_of(view: View, play: Play) -> Place:
    """The play as an action. At the board's limit an Alfa tile is laid as the plain tile it is made of."""
    letters = letters_of(view.rules.text("language"))
    held = [tile.tile for tile in view.hand]
    placed = []
    for laid in play.tiles:
        letter = letters[laid.letter - 1]
        tile = BLANK if laid.blank else letter
        wanted = (tile + ALFA_MARK, tile) if laid.alfa else (tile, tile + ALFA_MARK)
        token = wanted[0] if wanted[0] in held else wanted[1]
        held.remove(token)
        row, col = divmod(laid.cell, view.size)
        placed.append(Placed(row, col, token, letter if laid.blank else ""))
    return Place(tuple(placed))

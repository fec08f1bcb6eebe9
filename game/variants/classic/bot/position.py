"""Convert a player's view of Classic into a position for the search, and the plays found into actions of the rules."""

from bots.engine import plain_plays
from bots.engine.letter_values import letter_values
from bots.engine.plays import Play
from bots.engine.position import Position
from bots.rules import PlainPlace
from game.variants.classic.bot.rules import HandTile, View, tileset


def values_seen_by(view: View) -> dict[str, int]:
    """What the tile of each letter counts, as far as the viewer can know."""
    lying = ((cell.letter, cell.value) for cell in view.cells if cell.letter and not cell.blank)
    return letter_values(tileset(view.rules).values, lying, view.hand)


def position_of(view: View) -> Position:
    """The board with the viewer's own hand; the viewer is a player."""
    hand, rules = [tile.tile for tile in view.hand], view.rules
    position = plain_plays.position_on(
        view.size, view.cells, hand, values_seen_by(view), rules.text("language"), rules.number("bingo")
    )
    return position._replace(opened=view.opened)


def action_of(view: View, play: Play) -> PlainPlace:
    """The play as an action."""
    return PlainPlace(plain_plays.placed_of(play, view.size, view.rules.text("language")))


def kept_after(view: View, play: Play) -> list[HandTile]:
    """The hand without the tiles of a play."""
    return plain_plays.kept_after(view.hand, plain_plays.placed_of(play, view.size, view.rules.text("language")))

"""What a player of Classic sees as a position for the search, and the plays found as actions of the rules."""

from bots.engine import plain_plays
from bots.engine.plays import Play
from bots.engine.position import Position
from bots.games.classic.rules import HandTile, View
from bots.rules import HAND_SIZE, PlainPlace


def position_of(view: View) -> Position:
    """The board with the viewer's own hand; the viewer is a player."""
    values = {tile.letter: tile.value for tile in view.hand if tile.letter}
    hand = [tile.tile for tile in view.hand]
    position = plain_plays.position_on(view.size, view.cells, hand, values, view.rules.text("language"))
    return position._replace(opened=view.opened)


def points(view: View, score: int, tiles: int) -> int:
    """What a play of so many tiles brings: the search knows nothing of the bonus for a whole hand."""
    return score + (view.rules.number("bingo") if tiles == HAND_SIZE else 0)


def action_of(view: View, play: Play) -> PlainPlace:
    """The play as an action."""
    return PlainPlace(plain_plays.placed_of(play, view.size, view.rules.text("language")))


def kept_after(view: View, play: Play) -> list[HandTile]:
    """The hand without the tiles of a play."""
    return plain_plays.kept_after(view.hand, plain_plays.placed_of(play, view.size, view.rules.text("language")))

"""The squares and colours of the picture of a finished match (game/finished/share_picture.py).

The colours are the light theme's (static/css), as numbers: the picture has no theme, and no style sheet reaches it.
"""

from dataclasses import dataclass

from game.presentation.squares import Square

EMPTY, DEAD = "#e9efed", "#2b3d42"
BONUS = {"d": "#bfe1f6", "t": "#1769a3", "D": "#ffd3bd", "T": "#bf3a16", "*": "#ffd3bd"}
TILE, TILE_EDGE, TILE_INK = "#fff4d9", "#c59f57", "#20292c"

SEATS = ("#62d8a3", "#d3a8f2", "#ffb877", "#8fc6ff", "#ff9dc4")
"""The colours of the players' lines, by their seats, on the dark ground."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PictureSquare:
    """A square of the picture: its ground, the `edge` and `ink` of its `letter` ("" for none), whether it is a tile.

    `mark` is a shape in its upper left corner, as points of a square of side 1, in the colour `mark_ink`. `walls` are
    the edges at which a wall stands, "right" or "down"; `arrow` is where an arrow on it points, "right", "down" or "".
    """

    fill: str
    letter: str = ""
    edge: str = ""
    ink: str = TILE_INK
    thick: int = 1
    mark: tuple[Point, ...] = ()
    mark_ink: str = ""
    walls: tuple[str, ...] = ()
    arrow: str = ""


def plain(square: Square) -> PictureSquare:
    """A tile, a bonus or an empty square, in a game whose squares say no more."""
    cell = square.cell
    if cell.letter:
        return PictureSquare(TILE, cell.letter.lower() if cell.blank else cell.letter, TILE_EDGE)
    return PictureSquare(BONUS.get(cell.bonus, EMPTY))

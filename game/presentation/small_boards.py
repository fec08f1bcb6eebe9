"""Draw a match's board as a small picture for a list of matches: what lies on it, and in a rim what was laid last.

Decoration: nothing in it can be played or is read aloud. What a viewer may not see is not in the view it is made of.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from game.presentation import PRESENTATIONS
from game.presentation.last_actions import Deed
from game.presentation.picture_squares import DEAD, TILE, PictureSquare

PITCH = 10
"""Points of a square of the picture."""
_BONUS = {"DL": "var(--dl)", "TL": "var(--tl)", "DW": "var(--dw)", "TW": "var(--tw)", "star": "var(--dw)"}
_EMPTY, _DEAD, _TILE = "#1c4753", "#10272e", "var(--tile)"
_RIMS = {"you": "var(--you)", "opp": "var(--opp)"}

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """One picture, every number in it text, lest a template writes it with a decimal comma.

    `edge` is the view box's width and height; `squares` pairs of a colour and the path of the squares that have it;
    `rim` the colour and path of the squares laid last, ("", "") for none; `walls` the path of walls between squares;
    `letters` by rows: the baseline, the middle of each letter, and the letters."""

    edge: str
    squares: tuple[tuple[str, str], ...]
    rim: tuple[str, str]
    walls: str
    letters: tuple[tuple[str, str, str], ...]


def small_board(view: Any, names: Sequence[str], deeds: Sequence[Deed]) -> SmallBoard:
    """The picture of the board as the viewer of `view` sees it; `names` in seat order, `deeds` are the last actions."""
    game = PRESENTATIONS[view.rules.variant]
    grid = game.squares(view, names)
    colours: dict[str, list[Cell]] = defaultdict(list)
    walls, letters = [], []
    for row, squares in enumerate(grid):
        written = []
        for col, square in enumerate(squares):
            picture = game.picture_square(square)
            colours[_colour(picture, square.kind)].append((row, col))
            walls += [_wall(row, col, edge) for edge in picture.walls]
            if picture.letter:
                written.append((col, picture.letter))
        if written:
            letters.append(
                (f"{row * PITCH + 7.6:g}", " ".join(str(col * PITCH + 5) for col, _ in written),
                 "".join(letter for _, letter in written))
            )  # fmt: skip
    last = deeds[-1] if deeds else None
    return SmallBoard(
        edge=str(PITCH * len(grid)),
        squares=tuple((colour, _path(cells)) for colour, cells in colours.items()),
        rim=(_RIMS.get(last.side, _RIMS["opp"]), _path(last.cells)) if last and last.cells else ("", ""),
        walls="".join(walls),
        letters=tuple(letters),
    )


def _colour(picture: PictureSquare, bonus: str) -> str:
    if picture.letter:
        return _TILE if picture.fill == TILE else picture.fill
    return _DEAD if picture.fill == DEAD else _BONUS.get(bonus, _EMPTY)


def _path(cells: Iterable[Cell]) -> str:
    """One path that draws a square in every cell; runs of a row are one step right of each other."""
    return "".join(f"M{col * PITCH + 1} {row * PITCH + 1}h8v8h-8z" for row, col in cells)


def _wall(row: int, col: int, edge: str) -> str:
    """A line at the right or the lower edge of a cell."""
    if edge == "right":
        return f"M{(col + 1) * PITCH} {row * PITCH}v{PITCH}"
    return f"M{col * PITCH} {(row + 1) * PITCH}h{PITCH}"

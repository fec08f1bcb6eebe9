"""The course of a match for its end page: what the players had turn by turn, as lines of an SVG. Geometry only; who may
see it was decided before.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from game.kernel.base_types import Seat
from game.presentation.squares import side_of

WIDTH, HEIGHT = 640, 200
LEFT, RIGHT, TOP, BOTTOM = 64, 590, 14, 172
_SPACINGS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line: `side` by colour, `points` of the polyline, where it ends (`x`, `y`) and at which `value`."""

    side: str
    name: str
    points: str
    x: float
    y: float
    value: int


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal line of the grid, and its value."""

    y: float
    value: int


@dataclass(frozen=True, slots=True)
class Course:
    """Lines over the turns of a match, in a view box of WIDTH × HEIGHT, the viewer's last and so on top."""

    lines: tuple[Line, ...]
    rules: tuple[Rule, ...]
    turns: int
    foot: float = BOTTOM


def course(values: Sequence[Sequence[int]], names: Sequence[str], viewer: Seat | None) -> Course:
    """The players' `values` after every turn, the first as they were dealt."""
    low, high = min(0, *map(min, values)), max(1, *map(max, values))
    spacing = _spacing(high - low)
    low, high = low // spacing * spacing, -(-high // spacing) * spacing
    turns = len(values) - 1

    def x(turn: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * turn / max(turns, 1), 1)

    def y(value: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low), 1)

    lines = [
        Line(
            side=side_of(seat, viewer),
            name=names[seat],
            points=" ".join(f"{x(turn)},{y(now[seat])}" for turn, now in enumerate(values)),
            x=x(turns),
            y=y(values[-1][seat]),
            value=values[-1][seat],
        )
        for seat in range(len(names))
    ]
    rules = tuple(Rule(y(value), value) for value in range(low, high + 1, spacing))
    return Course(tuple(sorted(lines, key=lambda line: line.side == "you")), rules, turns)


def _spacing(span: int) -> int:
    """A round distance that gives up to four lines over `span`."""
    magnitude = 1
    while True:
        for step in _SPACINGS:
            if step * magnitude * 4 >= span:
                return step * magnitude
        magnitude *= 10

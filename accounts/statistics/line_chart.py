"""A line chart drawn on the server: the coordinates of lines, points and labels in an SVG. Geometry only, no texts."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from accounts.statistics.figures import Step

WIDTH, HEIGHT = 720, 224
LEFT, RIGHT, TOP, BOTTOM = 70, 700, 36, 190
_STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Mark:
    """One match on the curve."""

    x: float
    y: float
    won: bool
    step: Step


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal line of the grid: its height, and its value."""

    y: float
    value: int


@dataclass(frozen=True, slots=True)
class Curve:
    """A curve ready to draw in a view box of 720 × 224. `points` is the line, `area` the same closed at its foot."""

    marks: tuple[Mark, ...]
    rules: tuple[Rule, ...]
    points: str
    area: str
    first: int
    last: int
    highest: int
    radius: float

    @property
    def end(self) -> Mark:
        """The last match."""
        return self.marks[-1]


def curve(steps: Sequence[Step]) -> Curve | None:
    """The curve of some rated matches, oldest first; None without any."""
    if not steps:
        return None
    values = [steps[0].before, *(step.after for step in steps)]
    spacing = _spacing(max(values) - min(values))
    low = math.floor(min(values) / spacing) * spacing
    high = max(math.ceil(max(values) / spacing) * spacing, low + spacing)

    def x(index: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * index / len(steps), 1)

    def y(value: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low), 1)

    line = " ".join(f"{x(i)},{y(value)}" for i, value in enumerate(values))
    return Curve(
        marks=tuple(Mark(x(i), y(step.after), step.won, step) for i, step in enumerate(steps, 1)),
        rules=tuple(Rule(y(value), value) for value in range(low, high + 1, spacing)),
        points=line,
        area=f"{LEFT},{BOTTOM} {line} {RIGHT},{BOTTOM}",
        first=round(values[0]),
        last=round(values[-1]),
        highest=round(max(values)),
        radius=5 if len(steps) <= 25 else 3.5,
    )


def _spacing(span: float) -> int:
    """A round distance that gives three or four lines over `span`."""
    rough = max(span / 3, 1)
    magnitude = 10 ** math.floor(math.log10(rough))
    return int(next((step * magnitude for step in _STEPS if step * magnitude >= rough), 10 * magnitude))

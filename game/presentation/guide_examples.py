"""The examples of guides: turns played by the engine itself, so that a guide is never wrong about it."""

from dataclasses import dataclass

from game.presentation.squares import Square
from game.presentation.turn_lines import TurnLine


@dataclass(frozen=True, slots=True)
class Example:
    """A turn: the board after it and its line, with the sum of every word; the board `before` where that is shown."""

    grid: list[list[Square]]
    line: TurnLine
    before: list[list[Square]] | None = None


class AllWords:
    """The examples' words are known to exist: tests look them up."""

    def __contains__(self, word: object) -> bool:
        return True

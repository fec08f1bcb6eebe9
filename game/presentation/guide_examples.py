"""The examples of guides: turns played by the engine itself, so that a guide is never wrong about it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.utils.translation import gettext as _

from game.crossword.board import Grid
from game.dispatch.steps import apply
from game.kernel import events
from game.kernel.actions import Action
from game.kernel.chance import NoChance
from game.kernel.deadlines import TIMED_ABSENCE, UNTIMED_ABSENCE
from game.kernel.events import LoggedStep
from game.kernel.match import Env
from game.kernel.setting_types import Ruleset
from game.presentation.squares import Square
from game.presentation.turn_lines import TurnLine

LAYOUT = (".......", ".d...t.", "...D...", "...*.t.", ".....D.", "...d.d.", ".......")
"""A board for examples."""
ROW = 3
"""The row of the word that lies there."""

B = TypeVar("B", bound=Grid[Any])


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


def of_every_guide(rules: Ruleset) -> dict[str, Any]:
    """What every guide is drawn from."""
    return {
        "rules": rules.values,
        "language": rules.text("language"),
        "away_minutes": TIMED_ABSENCE // 60_000,
        "away_hours": UNTIMED_ABSENCE // 3_600_000,
    }


def with_word(board: B, word: str, start: int, values: Mapping[str, int]) -> B:
    """The board with a word of the other player's across `ROW`, from column `start` on."""
    first = ROW * board.size + start
    return board.put(
        {
            first + step: board.cells[first + step]._replace(letter=letter, value=values[letter], by=1)
            for step, letter in enumerate(word)
        }
    )


def names() -> tuple[str, str]:
    """What the players of an example are called."""
    return _("You"), _("Your opponent")


def played(
    state: Any,
    action: Action,
    view_of: Callable[..., Any],
    squares: Callable[[Any, Sequence[str]], list[list[Square]]],
    turn_line: Callable[[Any, Any, Sequence[str]], TurnLine],
    called: Sequence[str] | None = None,
) -> Example:
    """The first turn of a match, as the engine scores it; `called` are other names of the players."""
    step = apply(state, 0, action, Env(0, AllWords(), NoChance()))
    view = view_of(step.state, 0, [LoggedStep((events.turn_began(0, 1, None), *step.events))], 0)
    players = called or names()
    return Example(squares(view, players), turn_line(view.receipts[0], view, players))

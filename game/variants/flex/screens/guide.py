"""The guide to Flex: every number from the settings, the board and the sums from the engine itself."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from game.crossword.board import Board
from game.crossword.tiles import HAND_SIZE, Placed, standard_tiles
from game.dispatch.new_match import read_rules
from game.dispatch.steps import apply
from game.kernel import events
from game.kernel.chance import NoChance
from game.kernel.deadlines import TIMED_ABSENCE, UNTIMED_ABSENCE
from game.kernel.events import LoggedStep
from game.kernel.match import Env
from game.kernel.setting_types import Ruleset
from game.presentation.guide_examples import AllWords, Example
from game.presentation.squares import Square, plain_squares
from game.variants.flex.rules.actions import Arrange
from game.variants.flex.rules.ending import IDLE_TURNS_TO_END
from game.variants.flex.rules.state import MatchState, PlayerState
from game.variants.flex.rules.view import view_of
from game.variants.flex.screens.turnlines import turn_line

_LAYOUT = (".......", ".d...t.", "...D...", "...*.t.", ".....D.", "...d.d.", ".......")
_ROW, _START = 3, 1

MOVED: Mapping[str, tuple[str, str, str]] = {"en": ("TEA", "M", "MEAT"), "sv": ("TAL", "S", "SALT")}
"""Of each language: the word that lies there, the letter that is laid where its first one was, which is moved to the
end, and the word that this makes."""
TAKEN: Mapping[str, tuple[str, str, str]] = {"en": ("LATE", "SK", "SKATE"), "sv": ("TALA", "SK", "SKALA")}
"""Of each language: the word that lies there, the letters that are laid before it and in the place of its first one,
which is taken into the hand, and the word that this makes."""


def context(language: str) -> dict[str, Any]:
    """What the page is drawn from; `language` ("en", "sv") is that of the examples."""
    rules = read_rules("flex", {"language": language})
    return {
        "rules": rules.values,
        "language": language,
        "moving": moving(rules),
        "taking": taking(rules),
        "hand_size": HAND_SIZE,
        "bag": len(standard_tiles(language, 15).bag()),
        "idle": IDLE_TURNS_TO_END,
        "away_minutes": TIMED_ABSENCE // 60_000,
        "away_hours": UNTIMED_ABSENCE // 3_600_000,
    }


def moving(rules: Ruleset) -> Example:
    """The first letter goes to the end, and another is laid in its place."""
    lies, laid, _word = MOVED[rules.text("language")]
    first, end = (_ROW, _START), (_ROW, _START + len(lies))
    return _played(rules, lies, Arrange((Placed(*first, laid),), moves=((first, end),)))


def taking(rules: Ruleset) -> Example:
    """The first letter comes into the hand, and two are laid."""
    lies, laid, _word = TAKEN[rules.text("language")]
    tiles = tuple(Placed(_ROW, _START - 1 + step, letter) for step, letter in enumerate(laid))
    return _played(rules, lies, Arrange(tiles, takes=((_ROW, _START),)))


def _played(rules: Ruleset, lies: str, turn: Arrange) -> Example:
    """The turn, as the engine scores it on a small board where a word lies across."""
    tiles, board = standard_tiles(rules.text("language"), 15), Board.empty(_LAYOUT)
    for step, letter in enumerate(lies):
        at = _ROW * len(_LAYOUT) + _START + step
        board = board.put({at: board.cells[at]._replace(letter=letter, value=tiles.value(letter), by=1)})
    players = (PlayerState(hand=(*(placed.tile for placed in turn.tiles), "E")), PlayerState(hand=("E",)))
    before = MatchState(rules=rules, tileset=tiles, board=board, bag=(), draws=15, players=players)
    played = apply(before, 0, turn, Env(0, AllWords(), NoChance()))
    names = (_("You"), _("Your opponent"))
    view = view_of(played.state, 0, [LoggedStep((events.turn_began(0, 1, None), *played.events))], 0)
    return Example(plain_squares(view, names), turn_line(view.receipts[0], view, names), _lying(before, names))


def _lying(state: MatchState, names: Sequence[str]) -> list[list[Square]]:
    return plain_squares(view_of(state, 0, [], 0), names)

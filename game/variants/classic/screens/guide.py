"""The guide to Classic: every number from the settings, the board and the sums from the engine itself."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from game.crossword.actions import PlainPlace
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
from game.presentation.squares import plain_squares
from game.variants.classic.rules.state import MatchState, PlayerState
from game.variants.classic.rules.view import view_of
from game.variants.classic.screens.turnlines import turn_line

_LAYOUT = (".......", ".d...t.", "...D...", "...*.t.", ".....D.", "...d.d.", ".......")
_ROW, _START, _COLUMN = 3, 1, 5

WORDS: Mapping[str, tuple[str, str]] = {"en": ("PLAY", "SUN"), "sv": ("SKÅL", "SÖT")}
"""The word that lies there across, and the one that is laid down from its end, in each language."""


def context(language: str) -> dict[str, Any]:
    """What the page is drawn from; `language` ("en", "sv") is that of the example."""
    rules = read_rules("classic", {"language": language})
    return {
        "rules": rules.values,
        "language": language,
        "scoring": example(rules),
        "hand_size": HAND_SIZE,
        "bag": len(standard_tiles(language, 15).bag()),
        "away_minutes": TIMED_ABSENCE // 60_000,
        "away_hours": UNTIMED_ABSENCE // 3_600_000,
    }


def example(rules: Ruleset) -> Example:
    """A turn with two words, as the engine scores it: the new one, and the one that its first letter makes longer."""
    lies, laid = WORDS[rules.text("language")]
    tiles = tuple(Placed(_ROW + step, _COLUMN, letter) for step, letter in enumerate(laid))
    state = _position(rules, lies, (*laid, "E"))
    step = apply(state, 0, PlainPlace(tiles), Env(0, AllWords(), NoChance()))
    view = view_of(step.state, 0, [LoggedStep((events.turn_began(0, 1, None), *step.events))], 0)
    names = (_("You"), _("Your opponent"))
    return Example(plain_squares(view, names), turn_line(view.receipts[0], view, names))


def _position(rules: Ruleset, lies: str, hand: tuple[str, ...]) -> MatchState:
    """A small board with a word on it, and nothing in the bag."""
    tiles, board = standard_tiles(rules.text("language"), 15), Board.empty(_LAYOUT)
    for step, letter in enumerate(lies):
        at = _ROW * len(_LAYOUT) + _START + step
        board = board.put({at: board.cells[at]._replace(letter=letter, value=tiles.value(letter), by=1)})
    players = (PlayerState(hand=hand), PlayerState(hand=("E",)))
    return MatchState(rules=rules, tileset=tiles, board=board, bag=(), draws=15, players=players, opened=True)

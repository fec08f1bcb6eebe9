"""The guide to Classic: every number from the settings, the board and the sums from the engine itself."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from game.crossword.actions import PlainPlace
from game.crossword.board import Board
from game.crossword.plain.state import PlainSeat, PlainState
from game.crossword.tiles import Placed, standard_tiles
from game.dispatch.new_match import read_rules
from game.dispatch.steps import apply
from game.kernel import events
from game.kernel.chance import NoChance
from game.kernel.events import LoggedStep
from game.kernel.match import Env
from game.kernel.setting_types import Ruleset
from game.presentation.guide_examples import AllWords, Example
from game.presentation.plain.presentation import guide_of
from game.presentation.plain.turn_lines import turn_line
from game.presentation.squares import plain_squares
from game.variants.classic.rules.view import view_of

_LAYOUT = (".......", ".d...t.", "...D...", "...*.t.", ".....D.", "...d.d.", ".......")
_ROW, _START, _COLUMN = 3, 1, 5

WORDS: Mapping[str, tuple[str, str]] = {"en": ("PLAY", "SUN"), "sv": ("SKÅL", "SÖT")}
"""The word that lies there across, and the one that is laid down from its end, in each language."""


def context(language: str) -> dict[str, Any]:
    """What the page is drawn from; `language` ("en", "sv") is that of the example."""
    rules = read_rules("classic", {"language": language})
    return {**guide_of("classic")(language), "scoring": example(rules)}


def example(rules: Ruleset) -> Example:
    """A turn with two words, as the engine scores it: the new one, and the one that its first letter makes longer."""
    lies, laid = WORDS[rules.text("language")]
    tiles = tuple(Placed(_ROW + step, _COLUMN, letter) for step, letter in enumerate(laid))
    state = _position(rules, lies, (*laid, "E"))
    step = apply(state, 0, PlainPlace(tiles), Env(0, AllWords(), NoChance()))
    view = view_of(step.state, 0, [LoggedStep((events.turn_began(0, 1, None), *step.events))], 0)
    names = (_("You"), _("Your opponent"))
    return Example(plain_squares(view, names), turn_line(view.receipts[0], view, names))


def _position(rules: Ruleset, lies: str, hand: tuple[str, ...]) -> PlainState:
    """A small board with a word on it, and nothing in the bag."""
    tiles, board = standard_tiles(rules.text("language"), 15), Board.empty(_LAYOUT)
    for step, letter in enumerate(lies):
        at = _ROW * len(_LAYOUT) + _START + step
        board = board.put({at: board.cells[at]._replace(letter=letter, value=tiles.value(letter), by=1)})
    players = (PlainSeat(hand=hand), PlainSeat(hand=("E",)))
    return PlainState(rules=rules, tileset=tiles, board=board, bag=(), draws=15, players=players, opened=True)

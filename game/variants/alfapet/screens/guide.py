"""The guide to Alfapet: every number from the settings, the board and the sums from the engine itself."""

from typing import Any

from django.utils.translation import gettext as _

from game.crossword.tiles import Placed
from game.dispatch.new_match import read_rules
from game.dispatch.steps import apply
from game.kernel import events
from game.kernel.chance import NoChance
from game.kernel.deadlines import TIMED_ABSENCE, UNTIMED_ABSENCE
from game.kernel.events import LoggedStep
from game.kernel.match import Env
from game.kernel.setting_types import Ruleset
from game.presentation.guide_examples import AllWords, Example
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.board import Board
from game.variants.alfapet.rules.settings import RACK_BONUS
from game.variants.alfapet.rules.state import MatchState, PlayerState
from game.variants.alfapet.rules.tiles import ARROW, BLACK, standard_tiles
from game.variants.alfapet.rules.view import view_of
from game.variants.alfapet.screens.squares import squares
from game.variants.alfapet.screens.turnlines import turn_line

_LAYOUT = (".......", ".d...t.", "...D...", "...*.m.", ".....D.", "...d.d.", ".......")
_ROW = 3


def context(language: str) -> dict[str, Any]:
    """What the page is drawn from; `language` ("en", "sv") is that of the examples."""
    rules = read_rules("alfapet", {"language": language})
    tiles = standard_tiles(language, specials=True)
    return {
        "rules": rules.values,
        "language": language,
        "bent": bent(rules),
        "black": black(rules),
        "bag": sum(tiles.counts.values()),
        "blacks": tiles.counts[BLACK],
        "arrows": tiles.counts[ARROW],
        "racks": tuple(RACK_BONUS.items()),
        "away_minutes": TIMED_ABSENCE // 60_000,
        "away_hours": UNTIMED_ABSENCE // 3_600_000,
    }


BENT = {"en": ("TEA", "PO", "T"), "sv": ("SKO", "LA", "N")}
"""Of each language: the word that lies there across, and what is laid after it across, and then down."""
BLACK_WORDS = {"en": ("SUN", "ICE"), "sv": ("SOL", "ORD")}
"""Of each language: the word that lies there across, and the one that is laid below a black tile."""


def bent(rules: Ruleset) -> Example:
    """A word that comes across and goes on down: TEAPOT, SKOLAN."""
    lies, across, down = BENT[rules.text("language")]
    start = len(lies)
    laid = [Placed(_ROW, start + step, letter) for step, letter in enumerate(across)]
    corner = (_ROW, start + len(across) - 1)
    laid += [Placed(_ROW + 1 + step, corner[1], letter) for step, letter in enumerate(down)]
    return _played(rules, lies, Lay(tuple(laid), arrow=(*corner, "down")))


def black(rules: Ruleset) -> Example:
    """A word that begins anew below a black tile."""
    lies, word = BLACK_WORDS[rules.text("language")]
    laid = tuple(Placed(_ROW + 1 + step, len(lies), letter) for step, letter in enumerate(word))
    return _played(rules, lies, Lay(laid, black=(_ROW, len(lies))))


def _played(rules: Ruleset, lies: str, lay: Lay) -> Example:
    """The turn, as the engine scores it on a small board where a word lies across."""
    tiles, board = standard_tiles(rules.text("language"), specials=True), Board.empty(_LAYOUT)
    for step, letter in enumerate(lies):
        at = _ROW * len(_LAYOUT) + step
        board = board.put({at: board.cells[at]._replace(letter=letter, value=tiles.value(letter), by=1)})
    players = (PlayerState(hand=(*lay.used, "E")), PlayerState(hand=("E",)))
    state = MatchState(rules=rules, tileset=tiles, board=board, bag=(), draws=15, players=players)
    played = apply(state, 0, lay, Env(0, AllWords(), NoChance()))
    view = view_of(played.state, 0, [LoggedStep((events.turn_began(0, 1, None), *played.events))], 0)
    names = (_("You"), _("Your opponent"))
    return Example(squares(view, names), turn_line(view.receipts[0], view, names))

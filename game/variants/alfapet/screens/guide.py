"""The guide to Alfapet: every number from the settings, the board and the sums from the engine itself."""

from typing import Any

from game.crossword.tiles import Placed
from game.dispatch.new_match import read_rules
from game.kernel.setting_types import Ruleset
from game.presentation.guide_examples import ROW, Example, of_every_guide, played, with_word
from game.variants.alfapet.rules.actions import Lay
from game.variants.alfapet.rules.board import Board
from game.variants.alfapet.rules.settings import RACK_BONUS
from game.variants.alfapet.rules.state import MatchState, PlayerState
from game.variants.alfapet.rules.tiles import ARROW, BLACK, standard_tiles
from game.variants.alfapet.rules.view import view_of
from game.variants.alfapet.screens.squares import squares
from game.variants.alfapet.screens.turnlines import turn_line

_LAYOUT = (".......", ".d...t.", "...D...", "...*.m.", ".....D.", "...d.d.", ".......")


def context(language: str) -> dict[str, Any]:
    """What the page is drawn from; `language` ("en", "sv") is that of the examples."""
    rules = read_rules("alfapet", {"language": language})
    tiles = standard_tiles(language, specials=True)
    return {
        **of_every_guide(rules),
        "bent": bent(rules),
        "black": black(rules),
        "bag": sum(tiles.counts.values()),
        "blacks": tiles.counts[BLACK],
        "arrows": tiles.counts[ARROW],
        "racks": tuple(RACK_BONUS.items()),
    }


BENT = {"en": ("TEA", "PO", "T"), "sv": ("SKO", "LA", "N")}
"""Of each language: the word that lies there across, and what is laid after it across, and then down."""
BLACK_WORDS = {"en": ("SUN", "ICE"), "sv": ("SOL", "ORD")}
"""Of each language: the word that lies there across, and the one that is laid below a black tile."""


def bent(rules: Ruleset) -> Example:
    """A word that comes across and goes on down: TEAPOT, SKOLAN."""
    lies, across, down = BENT[rules.text("language")]
    start = len(lies)
    laid = [Placed(ROW, start + step, letter) for step, letter in enumerate(across)]
    corner = (ROW, start + len(across) - 1)
    laid += [Placed(ROW + 1 + step, corner[1], letter) for step, letter in enumerate(down)]
    return _played(rules, lies, Lay(tuple(laid), arrow=(*corner, "down")))


def black(rules: Ruleset) -> Example:
    """A word that begins anew below a black tile."""
    lies, word = BLACK_WORDS[rules.text("language")]
    laid = tuple(Placed(ROW + 1 + step, len(lies), letter) for step, letter in enumerate(word))
    return _played(rules, lies, Lay(laid, black=(ROW, len(lies))))


def _played(rules: Ruleset, lies: str, lay: Lay) -> Example:
    """The turn, as the engine scores it on a small board where a word lies across."""
    tiles = standard_tiles(rules.text("language"), specials=True)
    board = with_word(Board.empty(_LAYOUT), lies, 0, tiles.values)
    players = (PlayerState(hand=(*lay.used, "E")), PlayerState(hand=("E",)))
    state = MatchState(rules=rules, tileset=tiles, board=board, bag=(), draws=15, players=players)
    return played(state, lay, view_of, squares, turn_line)

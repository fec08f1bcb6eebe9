"""The guide to Flex: every number from the settings, the board and the sums from the engine itself."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.crossword.board import Board
from game.crossword.tiles import HAND_SIZE, Placed, standard_tiles
from game.dispatch.new_match import read_rules
from game.kernel.setting_types import Ruleset
from game.presentation.guide_examples import LAYOUT, ROW, Example, names, of_every_guide, played, with_word
from game.presentation.squares import plain_squares
from game.variants.flex.rules.actions import Arrange
from game.variants.flex.rules.ending import IDLE_TURNS_TO_END
from game.variants.flex.rules.state import MatchState, PlayerState
from game.variants.flex.rules.view import view_of
from game.variants.flex.screens.turnlines import turn_line

_START = 1

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
        **of_every_guide(rules),
        "moving": moving(rules),
        "taking": taking(rules),
        "hand_size": HAND_SIZE,
        "bag": len(standard_tiles(language, 15).bag()),
        "idle": IDLE_TURNS_TO_END,
    }


def moving(rules: Ruleset) -> Example:
    """The first letter goes to the end, and another is laid in its place."""
    lies, laid, _word = MOVED[rules.text("language")]
    first, end = (ROW, _START), (ROW, _START + len(lies))
    return _played(rules, lies, Arrange((Placed(*first, laid),), moves=((first, end),)))


def taking(rules: Ruleset) -> Example:
    """The first letter comes into the hand, and two are laid."""
    lies, laid, _word = TAKEN[rules.text("language")]
    tiles = tuple(Placed(ROW, _START - 1 + step, letter) for step, letter in enumerate(laid))
    return _played(rules, lies, Arrange(tiles, takes=((ROW, _START),)))


def _played(rules: Ruleset, lies: str, turn: Arrange) -> Example:
    """The turn, as the engine scores it on a small board where a word lies across."""
    tiles = standard_tiles(rules.text("language"), 15)
    board = with_word(Board.empty(LAYOUT), lies, _START, tiles.values)
    players = (PlayerState(hand=(*(placed.tile for placed in turn.tiles), "E")), PlayerState(hand=("E",)))
    before = MatchState(rules=rules, tileset=tiles, board=board, bag=(), draws=15, players=players)
    lying = plain_squares(view_of(before, 0, [], 0), names())
    return replace(played(before, turn, view_of, plain_squares, turn_line), before=lying)

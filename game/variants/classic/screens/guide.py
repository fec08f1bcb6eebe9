"""The guide to Classic: every number from the settings, the board and the sums from the engine itself."""

from collections.abc import Mapping
from typing import Any

from game.crossword.actions import PlainPlace
from game.crossword.board import Board
from game.crossword.plain.state import PlainSeat, PlainState
from game.crossword.tiles import Placed, standard_tiles
from game.dispatch.new_match import read_rules
from game.kernel.setting_types import Ruleset
from game.presentation.guide_examples import LAYOUT, ROW, Example, played, with_word
from game.presentation.plain.presentation import guide_of
from game.presentation.plain.turn_lines import turn_line
from game.presentation.squares import plain_squares
from game.variants.classic.rules.view import view_of

_START, _COLUMN = 1, 5

WORDS: Mapping[str, tuple[str, str]] = {"en": ("PLAY", "SUN"), "sv": ("SKÅL", "SÖT")}
"""The word that lies there across, and the one that is laid down from its end, in each language."""


def context(language: str) -> dict[str, Any]:
    """What the page is drawn from; `language` ("en", "sv") is that of the example."""
    rules = read_rules("classic", {"language": language})
    return {**guide_of("classic")(language), "scoring": example(rules)}


def example(rules: Ruleset) -> Example:
    """A turn with two words, as the engine scores it: the new one, and the one that its first letter makes longer."""
    lies, laid = WORDS[rules.text("language")]
    tiles = tuple(Placed(ROW + step, _COLUMN, letter) for step, letter in enumerate(laid))
    state = _position(rules, lies, (*laid, "E"))
    return played(state, PlainPlace(tiles), view_of, plain_squares, turn_line)


def _position(rules: Ruleset, lies: str, hand: tuple[str, ...]) -> PlainState:
    """A small board with a word on it, and nothing in the bag."""
    tiles = standard_tiles(rules.text("language"), 15)
    board = with_word(Board.empty(LAYOUT), lies, _START, tiles.values)
    players = (PlainSeat(hand=hand), PlainSeat(hand=("E",)))
    return PlainState(rules=rules, tileset=tiles, board=board, bag=(), draws=15, players=players, opened=True)

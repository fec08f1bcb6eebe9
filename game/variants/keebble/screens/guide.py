"""The guide to Keebble: every number from the settings, the sheet and the sums from the engine itself."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from game.dispatch.new_match import deal, read_rules
from game.kernel.setting_types import Ruleset
from game.presentation.guide_examples import Example, of_every_guide, played
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules.actions import Take
from game.variants.keebble.rules.board import SIZE, Board, Cell
from game.variants.keebble.rules.dealing import list_length
from game.variants.keebble.rules.option import Option
from game.variants.keebble.rules.settings import UPGRADES
from game.variants.keebble.rules.state import MatchState
from game.variants.keebble.rules.view import view_of
from game.variants.keebble.screens.options import OptionCard, cards
from game.variants.keebble.screens.squares import squares
from game.variants.keebble.screens.turnlines import turn_line

WORD = {"en": ("CAT", "S"), "sv": ("KAT", "T")}
"""Of each language: the word that the other player has written, and what is written behind it: CATS, KATT."""
ROW, COL = 3, 2


def context(language: str) -> dict[str, Any]:
    """What the page is drawn from; `language` ("en", "sv") is that of the examples."""
    rules = read_rules("keebble", {"language": language, "start_board": "empty", "upgrades": list(UPGRADES)})
    start = deal(rules, 2, NoChanceButFirst(), 0).step.state
    return {
        **of_every_guide(rules),
        "written": written(start),
        "shown_options": _shown_options(start),
        "lists": [(seats, list_length(seats)) for seats in (2, 3, 4, 5)],
    }


class NoChanceButFirst:
    """The first of everything: the example's list is put in by hand."""

    def pick(self, bag: Any, number: int) -> int:
        """The first."""
        return 0


def written(start: MatchState) -> Example:
    """A letter behind the other player's word, with a wall and two types beside."""
    rules: Ruleset = start.rules
    word, letter = WORD[rules.text("language")]
    worth = dict(start.values)
    at = ROW * SIZE + COL
    cells = {at + step: Cell(letter=one, owner=1, score=worth[one]) for step, one in enumerate(word)}
    cells[at] = cells[at]._replace(kind="t")
    cells |= {at + 2 * SIZE: Cell(kind="D"), at - SIZE + 1: Cell(kind="d")}
    board = Board().put(cells).wall_up([(ROW, COL - 1, "right"), (ROW + 1, COL + 2, "down")])
    given = Option(kinds.LETTERS, letters=(letter,))
    state = replace(start, board=board, options=(given, *start.options[1:]))
    action = Take(0, tiles=((ROW, COL + len(word), letter),))
    return played(state, action, view_of, squares, turn_line, (_("You"), _("your opponent")))


def _shown_options(start: MatchState) -> tuple[OptionCard, ...]:
    """One card of every kind, as they stand on a list."""
    letters = ("S", "A", "!") if start.rules.text("language") == "en" else ("S", "Å", "!")
    options = (
        Option(kinds.LETTERS, letters=letters),
        Option(kinds.WALL, n=2),
        Option(kinds.POINTS, n=6),
        Option(kinds.START_PLAYER),
        Option(kinds.SPECIAL, type="t", n=2),
        Option(kinds.LETTER_CHANGE, letter="R", n=5),
        Option(kinds.WORD_CHANGE, n=2),
        Option(kinds.STRAIGHT),
        Option(kinds.CONNECT),
        Option(kinds.CLEAR),
        Option(kinds.SWAP, n=2),
        Option(kinds.DESTROY, n=1),
        Option(kinds.BACKPACK),
    )
    state = replace(start, options=options, open=tuple(range(len(options))))
    return cards(view_of(state, 0, (), 0))

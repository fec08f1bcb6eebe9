"""Classic's end page: the sums, and the viewer's highlights. Who won, and by what totals, was decided by the rules."""

from collections.abc import Sequence
from typing import Any

from game.crossword.tiles import standard_tiles
from game.presentation import endings
from game.variants.classic.rules.ending import PLAYED_OUT
from game.variants.classic.rules.view import View

TILES_OF_A_BOARD = 15
"""The board whose set of tiles has this game's values."""


def headline(view: View, names: Sequence[str]) -> str:
    """Who won, by how much where the totals decided; or that it is a draw."""
    return endings.headline(view, names, PLAYED_OUT)


def reasons(view: View, names: Sequence[str]) -> list[str]:
    """How it ended, in a sentence."""
    rules = view.rules
    return [endings.why(view, names, rules.number("passes_to_end"), rules.number("timeouts_to_forfeit"))]


def final_totals(view: View, names: Sequence[str]) -> dict[str, Any]:
    """What the page shows of the match beside its turns; of the viewer's own, or to a stranger of anybody's."""
    mine = [receipt for receipt in view.receipts if view.viewer in (None, receipt.seat)]
    tiles = standard_tiles(view.rules.text("language"), TILES_OF_A_BOARD)
    return {
        **endings.bests(view, tiles),
        "columns": endings.columns(view, names),
        "moved": any(total.transfer for total in view.totals),
        "counts": view.rules.text("leftover") == "count",
        "full_hands": sum(receipt.bingo > 0 for receipt in mine),
        "consolation": endings.consolation(view, PLAYED_OUT),
    }

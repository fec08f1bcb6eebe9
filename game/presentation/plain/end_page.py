"""The end page of a plain word game: the sums, and the viewer's highlights. Who won, and by what totals, was decided by
the rules."""

from collections.abc import Collection, Sequence
from typing import Any

from game.crossword.tiles import standard_tiles
from game.presentation import endings

TILES_OF_A_BOARD = 15
"""The board whose set of tiles has the values."""


def reasons(view: Any, names: Sequence[str]) -> list[str]:
    """How it ended, in a sentence."""
    rules = view.rules
    return [endings.why(view, names, rules.number("passes_to_end"), rules.number("timeouts_to_forfeit"))]


def final_totals(view: Any, names: Sequence[str], played_out: Collection[str]) -> dict[str, Any]:
    """What the page shows of the match beside its turns; of the viewer's own, or to a stranger of any player's. The
    totals decide after the endings `played_out`."""
    mine = [receipt for receipt in view.receipts if view.viewer in (None, receipt.seat)]
    tiles = standard_tiles(view.rules.text("language"), TILES_OF_A_BOARD)
    return {
        **endings.bests(view, tiles),
        "columns": endings.columns(view, names),
        "moved": any(total.transfer for total in view.totals),
        "counts": view.rules.values.get("leftover") == "count",
        "full_hands": sum(receipt.bingo > 0 for receipt in mine),
        "consolation": endings.consolation(view, played_out),
    }

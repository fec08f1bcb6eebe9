"""Alfapet's end page: the sums and places, and the viewer's highlights. Who won was decided by the rules."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.presentation import endings
from game.variants.alfapet.rules.ending import PLAYED_OUT
from game.variants.alfapet.rules.tiles import standard_tiles
from game.variants.alfapet.rules.view import View
from game.variants.alfapet.screens.panels import theme


def headline(view: View, names: Sequence[str]) -> str:
    """Who won, by how much where the totals decided; alone, with how many points."""
    return endings.headline(view, names, PLAYED_OUT)


def reasons(view: View, names: Sequence[str]) -> list[str]:
    """How it ended, in a sentence."""
    rules = view.rules
    return [endings.why(view, names, rules.number("passes_to_end"), rules.number("timeouts_to_forfeit"))]


def final_totals(view: View, names: Sequence[str]) -> dict[str, Any]:
    """What the page shows of the match beside its turns; of the viewer's own, or to a stranger of any player's."""
    mine = [receipt for receipt in view.receipts if view.viewer in (None, receipt.seat)]
    columns = [
        replace(
            column,
            side=column.mark,
            place=view.places[column.seat] if view.places else None,
            out=view.players[column.seat].out,
        )
        for column in endings.columns(view, names)
    ]
    return {
        **endings.bests(view, standard_tiles(view.rules.text("language"), specials=True)),
        "columns": columns,
        "full_racks": sum(receipt.bonus > 0 for receipt in mine),
        "theme": theme(view),
        "consolation": endings.consolation(view, PLAYED_OUT),
    }

"""Alfapet's end page: the sums and places, and the viewer's highlights. Who won was decided by the rules."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from game.presentation import endings
from game.variants.alfapet.rules.ending import PLAYED_OUT
from game.variants.alfapet.rules.tiles import standard_tiles
from game.variants.alfapet.rules.view import View
from game.variants.alfapet.screens.panels import theme

headline = partial(endings.headline, played_out=PLAYED_OUT)


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

"""The numbers by which AlfaPower's page works out the readout itself (static/js/preview.js)."""

from collections.abc import Mapping
from typing import Any

from game.kernel.refusals import Code
from game.presentation import preview
from game.variants.alfapower.rules.state import MatchState

REFUSALS = (*preview.PLACING, Code.TOO_MANY_TRIES, Code.DEAD, Code.CLAIMED, Code.ALFA_CELL)
"""All that a readout may refuse with."""


def of(state: MatchState) -> Mapping[str, Any]:
    """What the page needs to work the readout out."""
    return {"numbers": numbers(state), "sentences": preview.sentences(REFUSALS)}


def numbers(state: MatchState) -> Mapping[str, Any]:
    """What `readOut` in the page goes by, this game's numbers among them."""
    rules = state.rules
    multiplier = rules.number("alfa_multiplier")
    return {
        **preview.numbers(state),
        "alfa": multiplier,
        "standing": multiplier if rules.flag("alfa_permanent") else 1,
        "replace": rules.flag("alfa_replace"),
        "free": rules.flag("alfa_free_placement"),
        "onBoard": rules.limit("alfa_on_board"),
        "baseCoins": rules.number("base_coins"),
        "percent": rules.number("score_coins_percent"),
        "tries": rules.limit("tries_per_turn"),
    }

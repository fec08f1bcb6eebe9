"""The panels of a plain word game, beside those of every game: next to nothing."""

from collections.abc import Mapping
from typing import Any

from game.crossword.plain.readout import Readout
from game.crossword.plain.state import PlainState
from game.crossword.plain.view import OnlookersPlainView, PlainView
from game.crossword.tiles import HAND_SIZE
from game.presentation import messages, preview

NEEDS: Mapping[str, tuple[str, ...]] = {"facts": ("bingo",)}


def screen(view: PlainView) -> dict[str, Any]:
    """What these panels are drawn from."""
    return {
        "hint": "",
        "last_pass": "concede" if view.can.concedes else "end" if view.can.ends else "",
        "passes_allowed": view.rules.number("passes_to_end"),
        "bingo": view.rules.number("bingo"),
    }


def watched(view: OnlookersPlainView) -> dict[str, Any]:
    """What an onlooker's panels are drawn from."""
    return {"bingo": view.rules.number("bingo")}


def previewed(state: PlainState) -> Mapping[str, Any]:
    """What the page needs to work the readout out by itself."""
    numbers = {**preview.numbers(state), "full": HAND_SIZE, "bingo": state.rules.number("bingo")}
    return {"numbers": numbers, "sentences": preview.sentences(preview.PLACING)}


def worth(result: Readout) -> dict[str, Any]:
    """An answer of the readout as JSON."""
    return messages.worth(result, bingo=result.bingo)

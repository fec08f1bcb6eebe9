"""The data by which every game's page computes the readout itself, without a request.

One source for both sides: the numbers are read from the rules here, and no script repeats them.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.utils.translation import get_language

from game.crossword.layouts import LETTER_FACTOR, WORD_FACTOR
from game.crossword.tiles import ALPHABETS
from game.kernel.refusals import Code
from game.presentation import messages
from game.presentation.squares import shown_bonus

PLACING = (
    Code.NO_TILES, Code.NOT_IN_HAND, Code.OFF_BOARD, Code.SAME_CELL, Code.BLANK_LETTER, Code.OCCUPIED,
    Code.NOT_IN_LINE, Code.GAP, Code.MUST_CROSS_CENTER, Code.NOT_CONNECTED, Code.NO_WORD,
)  # fmt: skip
"""What the readout of a plain crossword game may refuse with."""


def numbers(state: Any) -> Mapping[str, Any]:
    """What `readOut` in the page goes by: public, and the same from the first turn to the last. Bonuses go by the marks
    that the board shows ("DL", "star")."""
    return {
        "letterFactor": {shown_bonus(mark): factor for mark, factor in LETTER_FACTOR.items()},
        "wordFactor": {shown_bonus(mark): factor for mark, factor in WORD_FACTOR.items()},
        "values": dict(state.tileset.values),
        "alphabet": ALPHABETS[state.rules.text("language")],
    }


def sentences(codes: tuple[Code, ...]) -> Mapping[str, str]:
    """Why tiles may not lie as they do, by the code, in the reader's language."""
    return _sentences(codes, get_language())


@cache
def _sentences(codes: tuple[Code, ...], _language: str | None) -> Mapping[str, str]:
    """The texts of a game in a language, which are on each page of a match."""
    return {code.value: messages.refusal(code.value) for code in codes}

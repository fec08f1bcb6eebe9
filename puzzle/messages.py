"""Messages for refused actions at the puzzle, in the reader's language; the game has those for the rules' codes."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from game import api as game


def refusal(code: str, data: Mapping[str, Any]) -> str:
    """The message for a code."""
    if code == "puzzle_over":
        return _("This puzzle is over for you.")
    if code == "no_such_puzzle":
        return _("There is no puzzle for that day.")
    if code == "not_begun":
        return _("Open the puzzle first.")
    if code == "invalid_words":
        return _("Not in the word list: %(words)s. It cost nothing.") % {"words": ", ".join(data["rejected"])}
    return game.positions.refusal(code, data)

"""A position that belongs to no match, at doors and on a page like a match's: what is laid is worth there, and what
stands around it.
"""

from typing import Any

from game.dispatch.seat_views import read_out
from game.kernel.base_types import Seat
from game.kernel.refusals import Refused
from game.live import panels
from game.match.json_requests import takes_json
from game.presentation import PRESENTATIONS
from game.presentation.messages import refusal
from game.presentation.player_cards import Table
from game.services.player_messages import BadMessage, decode, read_laid

__all__ = ["BadMessage", "Refused", "decode", "page_of", "read_laid", "refusal", "takes_json", "worth_of"]


def worth_of(state: Any, seat: Seat, laid: Any) -> dict[str, Any]:
    """What tiles as laid would be worth, or why they may not lie so, as a match's page reads it. Never whether a word
    exists."""
    return PRESENTATIONS[state.rules.variant].worth(read_out(state, seat, laid))


def page_of(state: Any, view: Any, version: int) -> dict[str, Any]:
    """What a page is drawn from that shows a position as a match's page does; nobody sits at its table."""
    seats = len(state.players)
    return panels.page(view, Table("", version, ("",) * seats, "", "", False, (True,) * seats))

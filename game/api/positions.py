"""Positions that belong to no match, for pages and endpoints like a match's: what laid tiles are worth, and the
template context.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString

from game.dispatch.seat_views import read_out
from game.kernel.base_types import Seat
from game.kernel.refusals import Refused
from game.live import panels
from game.match.json_requests import takes_json
from game.presentation import PRESENTATIONS
from game.presentation.messages import refusal
from game.presentation.player_cards import Table
from game.services.player_messages import BadMessage, decode, read_laid
from game.templatetags.match import on_page


def worth_of(state: Any, seat: Seat, laid: Any) -> dict[str, Any]:
    """What tiles as laid would be worth, or why they may not lie so, as a match's page reads it. Never whether a word
    exists."""
    return PRESENTATIONS[state.rules.variant].worth(read_out(state, seat, laid))


def page_of(state: Any, view: Any, version: int) -> dict[str, Any]:
    """The context of a page that shows a position as a match's page does; its table has no players."""
    return panels.page(view, _nobodys_table(state, version))


def board_and_hand(state: Any, view: Any) -> tuple[SafeString, SafeString]:
    """The position's board and the hand of who is on turn, as they stand on a match's page."""
    drawn = panels.draw(view, _nobodys_table(state, 1), ("board", "rack"))
    return on_page(drawn["board"]), on_page(drawn["rack"])


def numbers_of(state: Any) -> Mapping[str, Any]:
    """By what a page works out itself what tiles are worth (static/js/preview.js), and its sentences for tiles that may
    not lie so; empty for a game whose pages ask."""
    return PRESENTATIONS[state.rules.variant].preview(state) or {}


def _nobodys_table(state: Any, version: int) -> Table:
    seats = len(state.players)
    return Table("", version, ("",) * seats, "", "", False, (True,) * seats)

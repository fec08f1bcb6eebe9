"""Flex's answers to how it is shown."""

from collections.abc import Sequence
from typing import Any

from game.kernel.base_types import Seat
from game.shown.base import Shown
from game.shown.flex import endpage, guide, last_action_text, panels, squares, turnlines
from game.variants.flex.state import MatchState


def _nothing_more(
    states: Sequence[MatchState], facts: Sequence[Any], names: Sequence[str], viewer: Seat | None
) -> dict[str, Any]:
    """Nothing on the end page takes more of the match than every game's scores."""
    return {}


def _any_number(state: MatchState) -> None:
    """Failed attempts cost nothing and have no limit."""


SHOWN = Shown(
    key="flex",
    needs=panels.NEEDS,
    screen=panels.screen,
    streaks=panels.streaks,
    own=panels.on_card,
    squares=squares.squares,
    drawn_squares=squares.drawn_squares,
    line=turnlines.turn_line,
    deeds=last_action_text.last_deeds,
    preview=panels.no_preview,
    worth=panels.worth,
    tries_left=_any_number,
    headline=endpage.headline,
    reasons=endpage.reasons,
    reckoning=endpage.reckoning,
    looking_back=_nothing_more,
    guide=guide.context,
    members={},
)

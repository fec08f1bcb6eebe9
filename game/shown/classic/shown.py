"""Classic's answers to how it is shown."""

from collections.abc import Sequence
from typing import Any

from game.kernel.base_types import Seat
from game.shown.base import Shown
from game.shown.classic import endpage, gcg, guide, last_action_text, panels, squares, turnlines
from game.variants.classic.setup import line
from game.variants.classic.state import MatchState


def _nothing_more(
    states: Sequence[MatchState], facts: Sequence[Any], names: Sequence[str], viewer: Seat | None
) -> dict[str, Any]:
    """Nothing on the end page takes more of the match than every game's scores."""
    return {}


def _any_number(state: MatchState) -> None:
    """Failed attempts cost nothing and have no limit."""


def _redrawing(dealt: MatchState) -> dict[str, str]:
    """The bag, and the line of tiles by which one of the two hands begins (rule 2)."""
    return {"bag": " ".join(dealt.tileset.bag()), "keeps_alfa": "true", "begins": line(dealt.rules.text("language"))}


SHOWN = Shown(
    key="classic",
    needs=panels.NEEDS,
    screen=panels.screen,
    streaks=panels.streaks,
    squares=squares.squares,
    drawn_squares=squares.drawn_squares,
    line=turnlines.turn_line,
    deeds=last_action_text.last_deeds,
    preview=panels.previewed,
    worth=panels.worth,
    tries_left=_any_number,
    headline=endpage.headline,
    reasons=endpage.reasons,
    reckoning=endpage.reckoning,
    looking_back=_nothing_more,
    redrawing=_redrawing,
    gcg=gcg.export,
    guide=guide.context,
    members={},
)

"""Classic's answers to how it is shown."""

from game.presentation.base import Presentation
from game.presentation.squares import drawn_plain_squares, plain_squares
from game.variants.classic.rules.setup import line
from game.variants.classic.rules.state import MatchState
from game.variants.classic.screens import endpage, gcg, guide, last_action_text, panels, turnlines


def _redrawing(dealt: MatchState) -> dict[str, str]:
    """The bag, and the line of tiles by which one of the two hands begins (rule 2)."""
    return {"bag": " ".join(dealt.tileset.bag()), "keeps_alfa": "true", "begins": line(dealt.rules.text("language"))}


PRESENTATION = Presentation(
    key="classic",
    needs=panels.NEEDS,
    screen=panels.screen,
    streaks=panels.streaks,
    squares=plain_squares,
    drawn_squares=drawn_plain_squares,
    line=turnlines.turn_line,
    deeds=last_action_text.last_deeds,
    preview=panels.previewed,
    worth=panels.worth,
    headline=endpage.headline,
    reasons=endpage.reasons,
    final_totals=endpage.final_totals,
    redrawing=_redrawing,
    gcg=gcg.export,
    guide=guide.context,
)

"""The `Presentation` of Flex."""

from game.presentation.base import Presentation
from game.presentation.squares import plain_squares
from game.variants.flex.rules.state import MatchState
from game.variants.flex.rules.view import View
from game.variants.flex.screens import endpage, guide, last_action_text, panels, squares, turnlines

PRESENTATION: Presentation[MatchState, View] = Presentation(
    key="flex",
    needs=panels.NEEDS,
    screen=panels.screen,
    watched=panels.watched,
    streaks=panels.streaks,
    own=panels.on_card,
    squares=plain_squares,
    drawn_squares=squares.drawn_squares,
    line=turnlines.turn_line,
    deeds=last_action_text.last_deeds,
    worth=panels.worth,
    headline=endpage.headline,
    reasons=endpage.reasons,
    final_totals=endpage.final_totals,
    guide=guide.context,
)

"""The `Presentation` of Alfapet."""

from game.presentation.base import Presentation
from game.presentation.picture_squares import SEATS
from game.presentation.plain import end_page
from game.presentation.player_cards import streaks
from game.variants.alfapet.rules.state import MatchState
from game.variants.alfapet.rules.view import View
from game.variants.alfapet.screens import endpage, guide, last_action_text, panels, squares, turnlines

PRESENTATION: Presentation[MatchState, View] = Presentation(
    key="alfapet",
    panels=panels.OWN_PANELS,
    needs=panels.NEEDS,
    screen=panels.screen,
    watched=panels.watched,
    watched_panels=("p-theme",),
    streaks=streaks,
    own=panels.on_card,
    squares=squares.squares,
    drawn_squares=squares.drawn_squares,
    line=turnlines.turn_line,
    deeds=last_action_text.last_deeds,
    worth=panels.worth,
    headline=endpage.headline,
    reasons=end_page.reasons,
    final_totals=endpage.final_totals,
    picture_square=squares.picture_square,
    picture_seats=(*SEATS[:2], "#8cc8ff", "#f2b27f"),
    guide=guide.context,
)

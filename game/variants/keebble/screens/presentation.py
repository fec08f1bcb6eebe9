"""The `Presentation` of Keebble."""

from game.kernel.base_types import gettext_noop
from game.presentation.base import Member, Presentation
from game.variants.keebble.rules import settings
from game.variants.keebble.rules.state import MatchState
from game.variants.keebble.rules.view import View
from game.variants.keebble.screens import endpage, guide, last_action_text, panels, paper, seats, squares, turnlines

MEMBERS = {
    **{key: Member(title) for key, title in panels.UPGRADE_TITLES.items()},
    settings.RIGHT: Member(gettext_noop("To the right")),
    settings.DOWN: Member(gettext_noop("Downwards")),
    settings.LEFT: Member(gettext_noop("To the left")),
    settings.UP: Member(gettext_noop("Upwards")),
}
"""The upgrades, and the ways in which words are read."""

PRESENTATION: Presentation[MatchState, View] = Presentation(
    key="keebble",
    has_hands=False,
    panels=panels.OWN_PANELS,
    needs=panels.NEEDS,
    screen=panels.screen,
    watched=panels.watched,
    watched_panels=("round", "meta", "p-packs"),
    streaks=panels.streaks,
    own=panels.on_card,
    seat_css=seats.css_of,
    squares=squares.squares,
    drawn_squares=squares.drawn_squares,
    line=turnlines.turn_line,
    deeds=last_action_text.last_deeds,
    worth=panels.worth,
    headline=endpage.headline,
    reasons=endpage.reasons,
    final_totals=endpage.final_totals,
    picture_square=squares.picture_square,
    guide=guide.context,
    paper=paper.PAPER,
    members=MEMBERS,
)

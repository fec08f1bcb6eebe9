"""The `Presentation` of a plain word game, of which a game replaces the few answers that are its own."""

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from game.crossword.plain.state import PlainState
from game.crossword.plain.view import OnlookersPlainView, PlainView
from game.crossword.tiles import HAND_SIZE, standard_tiles
from game.dispatch.new_match import read_rules
from game.presentation import endings
from game.presentation.base import Names, Presentation
from game.presentation.guide_examples import of_every_guide
from game.presentation.last_actions import Deed, Teller, last_of, turn_deeds
from game.presentation.plain import end_page, panels
from game.presentation.plain.turn_lines import turn_line
from game.presentation.player_cards import streaks
from game.presentation.squares import drawn_plain_squares, plain_squares


def presentation(key: str, played_out: Collection[str], **own: Any) -> Presentation[PlainState, PlainView]:
    """How the game of that key is shown, whose totals decide after the endings `played_out`. `own` are answers of its
    own, by the fields of `Presentation`, instead of these."""
    answers: dict[str, Any] = {
        "needs": panels.NEEDS,
        "screen": panels.screen,
        "watched": panels.watched,
        "streaks": streaks,
        "squares": plain_squares,
        "drawn_squares": drawn_plain_squares,
        "line": turn_line,
        "deeds": last_deeds,
        "preview": panels.previewed,
        "worth": panels.worth,
        "headline": partial(endings.headline, played_out=played_out),
        "reasons": end_page.reasons,
        "final_totals": partial(end_page.final_totals, played_out=played_out),
        "guide": guide_of(key),
    }
    return Presentation(key=key, **{**answers, **own})


def last_deeds(view: PlainView | OnlookersPlainView, names: Names) -> list[Deed]:
    """What was done last in the turn that runs and the one before it, oldest first."""
    conceded = _("%(who)s conceded.")
    return last_of(view.receipts, lambda receipt: turn_deeds(receipt, view, names, Teller.words, conceded))


def guide_of(key: str) -> Callable[[str], dict[str, Any]]:
    """What the guide to that game is drawn from: every number from the settings."""

    def context(language: str) -> dict[str, Any]:
        return {
            **of_every_guide(read_rules(key, {"language": language})),
            "hand_size": HAND_SIZE,
            "bag": len(standard_tiles(language, end_page.TILES_OF_A_BOARD).bag()),
        }

    return context

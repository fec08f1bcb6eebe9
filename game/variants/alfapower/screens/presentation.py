"""The `Presentation` of AlfaPower."""

from functools import partial
from typing import Any

from game.presentation import messages
from game.presentation.base import Member, Presentation
from game.presentation.player_cards import streaks
from game.variants.alfapower.rules.item_value import RETURNS_EXTRA, RETURNS_WORDS
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.readout import Readout
from game.variants.alfapower.rules.state import MatchState
from game.variants.alfapower.rules.view import View
from game.variants.alfapower.screens import endpage, gcg, guide, last_action_text, panels, preview, squares, turnlines


def _worth(result: Readout) -> dict[str, Any]:
    return messages.worth(result, coins=result.coins, factor=result.factor, tries=result.tries_left)


def _tries_left(state: MatchState) -> int | None:
    return state.tries_left


def _redrawing(dealt: MatchState) -> dict[str, str]:
    keeps = dealt.rules.flag("alfa_keeps_on_swap")
    return {"bag": " ".join(dealt.tileset.bag()), "keeps_alfa": "true" if keeps else "false"}


def _returns(item: str) -> str:
    return "extra" if item in RETURNS_EXTRA else "words" if item in RETURNS_WORDS else ""


PRESENTATION: Presentation[MatchState, View] = Presentation(
    key="alfapower",
    panels=panels.PANELS,
    needs=panels.NEEDS,
    screen=panels.screen,
    watched=panels.watched,
    streaks=partial(streaks, most_passes="passes_to_concede"),
    own=panels.holdings,
    squares=squares.squares,
    drawn_squares=squares.drawn_squares,
    line=turnlines.turn_line,
    deeds=last_action_text.last_deeds,
    preview=preview.of,
    worth=_worth,
    tries_left=_tries_left,
    headline=endpage.headline,
    reasons=endpage.reasons,
    final_totals=endpage.final_totals,
    looking_back=endpage.looking_back,
    holding=panels.holdings,
    redrawing=_redrawing,
    gcg=gcg.export,
    picture_square=squares.picture_square,
    guide=guide.context,
    members={key: Member(item.title, item.icon, _returns(key)) for key, item in ITEMS.items()},
)

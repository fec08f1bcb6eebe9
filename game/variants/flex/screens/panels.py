"""The panels of Flex, beside those of every game: flex turns, what the last turn moved, and the ledger."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from game.kernel.base_types import Seat
from game.kernel.refusals import Code
from game.presentation import messages
from game.presentation.player_cards import Streak
from game.presentation.squares import is_near, kinds
from game.variants.flex.rules.ending import IDLE_TURNS_TO_END
from game.variants.flex.rules.readout import Readout
from game.variants.flex.rules.scoring import Loosened
from game.variants.flex.rules.settings import layout
from game.variants.flex.rules.view import OnlookersView, View
from game.variants.flex.screens.turnlines import loosened_why, word_terms

NEEDS: Mapping[str, tuple[str, ...]] = {"facts": ("bingo", "loosen_cost", "take_cost", "flex_limit")}


@dataclass(frozen=True, slots=True)
class OnCard:
    """The flex turns that a seat has left, None without a limit, and how many there were."""

    flex_left: int | None
    flex_limit: int | None

    @property
    def pips(self) -> list[bool]:
        """One mark for each there was, on for those that are left."""
        return [number < (self.flex_left or 0) for number in range(self.flex_limit or 0)]


def streaks(view: View | OnlookersView, seat: Seat) -> tuple[Streak, Streak]:
    """The turns without a word, which both seats count together, and the timeouts of a seat in a row."""
    return (
        Streak(False, view.idle, IDLE_TURNS_TO_END),
        Streak(True, view.players[seat].timeouts, view.rules.number("timeouts_to_forfeit")),
    )


def on_card(view: View | OnlookersView, seat: Seat) -> OnCard:
    """The flex turns of a seat."""
    return OnCard(view.players[seat].flex_left, view.rules.limit("flex_turns"))


def screen(view: View) -> dict[str, Any]:
    """What these panels are drawn from."""
    return {
        "laid_by": _laid_by(view),
        "hint": "first" if view.my_turn and not view.opened else "",
        "last_pass": "end" if view.can.ends else "",
        "passes_allowed": IDLE_TURNS_TO_END,
        **_facts(view),
        "picture": kinds(layout(view.rules)) if view.can.decline else (),
        "own_state": {
            "flex": "1" if view.can.flex else "",
            "decline": "1" if view.can.decline else "",
            "flexed": _last_flexed(view),
        },
    }


def watched(view: OnlookersView) -> dict[str, Any]:
    """What an onlooker's panels are drawn from."""
    return {**_facts(view), "laid_by": _laid_by(view)}


def _facts(view: View | OnlookersView) -> dict[str, Any]:
    rules = view.rules
    return {
        "bingo": rules.number("bingo"),
        "flex_limit": rules.limit("flex_turns"),
        "loosen_cost": rules.flag("loosen_cost"),
        "take_cost": rules.flag("take_cost"),
    }


def _laid_by(view: View | OnlookersView) -> str:
    """Whose the newest word is, as the page names sides. Not whose its tiles are: one that is moved stays the one's who
    laid it."""
    seat = next((receipt.seat for receipt in reversed(view.receipts) if receipt.laid), None)
    return "you" if seat is not None and is_near(seat, view.viewer) else "other"


def _last_flexed(view: View) -> str:
    """The tiles that the last turn moved and took: cell, where to (None for the hand), letter and value of each, as
    JSON; "" for none."""
    ended = [receipt for receipt in view.receipts if receipt.end]
    tiles = ended[-1].loosened if ended else ()
    return json.dumps([[tile.cell, tile.to, tile.letter, tile.value] for tile in tiles]) if tiles else ""


def worth(result: Readout) -> dict[str, Any]:
    """An answer of the readout as JSON: `words` with their points, and `rows` of the ledger: text, sign ("moved",
    "taken" or ""), why, points."""
    rows = [
        *([word.text, "", ", ".join(word_terms(word)), word.points] for word in result.words),
        *([[_("Seven tiles"), "", "", result.bingo]] if result.bingo else []),
        *(_cost_row(tile, result.size) for tile in result.loosened),
    ]
    return messages.worth(result, _refusal, rows=rows)


def _refusal(code: str) -> str:
    """Why not, where this game has words of its own for it."""
    own: Mapping[str, str] = {
        Code.NO_TILES: _("Lay at least one tile from your hand."),
        Code.NOT_CONNECTED: _("All tiles must hang together."),
        Code.MUST_CROSS_CENTER: _("The first word must cross the centre."),
        Code.TOO_MANY_TAKES: _("Lay more tiles than you take. Your hand has to shrink."),
    }
    return own.get(code) or messages.refusal(code)


def _cost_row(tile: Loosened, size: int) -> list[Any]:
    sign = "taken" if tile.to is None else "moved"
    return [tile.letter, sign, loosened_why(tile, size), -tile.cost]

"""The panels of Alfapet, beside those of every game: the rack's size, who is out, the theme, and the ledger."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.crossword.hands import HandTile
from game.kernel.base_types import Seat
from game.presentation import messages
from game.presentation.squares import side_among
from game.variants.alfapet.rules.board import ACROSS, DOWN
from game.variants.alfapet.rules.readout import Readout
from game.variants.alfapet.rules.scoring import Word
from game.variants.alfapet.rules.settings import RACK_BONUS
from game.variants.alfapet.rules.view import OnlookersView, View
from game.variants.alfapet.screens.turnlines import word_terms

OWN_PANELS = ("p-theme", "racks")
NEEDS: Mapping[str, tuple[str, ...]] = {
    "facts": ("hand_size", "rack_bonus", "theme_bonus", "theme"),
    "p-theme": ("theme", "theme_bonus", "language", "table.names"),
    "racks": ("racks", "table.names"),
}


@dataclass(frozen=True, slots=True)
class OnCard:
    """What a card has of this game alone: whether the seat has left, whether it is next (the viewer's own), and whether
    nobody is "you", since the viewer plays for all or looks on."""

    out: bool
    is_next: bool
    by_name: bool


@dataclass(frozen=True, slots=True)
class Rack:
    """One rack of a viewer who plays both: the seat and its colour's `side`, its tiles, and whether it is on turn."""

    seat: Seat
    side: str
    tiles: tuple[HandTile, ...]
    on_turn: bool


@dataclass(frozen=True, slots=True)
class ThemeWord:
    """A word of the theme; of the player who has earned it, the colour's `side`, "" before that, and the seat."""

    text: str
    side: str
    seat: Seat | None


def on_card(view: View | OnlookersView, seat: Seat) -> OnCard:
    """Who is out, and whose turn comes next."""
    by_name = isinstance(view, OnlookersView) or view.holds_all
    return OnCard(view.players[seat].out, not view.over and _next(view) == seat, by_name)


def _next(view: View | OnlookersView) -> Seat | None:
    """Who plays after the one on turn; None where no other is left."""
    later = [*range(view.active + 1, len(view.players)), *range(view.active)]
    return next((seat for seat in later if not view.players[seat].out), None)


def screen(view: View) -> dict[str, Any]:
    """What these panels are drawn from."""
    rules, seats = view.rules, len(view.players)
    rack = rules.number("rack")
    return {
        "hint": "",
        "last_pass": "end" if view.can.end else "",
        "passes_allowed": rules.number("passes_to_end"),
        "empty_places": range(rack - len(view.hand)),
        **watched(view),
        "racks": tuple(
            Rack(seat, side_among(seat, view.viewer, seats), tiles, seat == view.active)
            for seat, tiles in enumerate(view.hands)
            if view.holds_all
        ),
        "own_state": {"bent": _last_bent(view)},
        "solo": view.solo,
        "seats": seats,
    }


def watched(view: View | OnlookersView) -> dict[str, Any]:
    """What an onlooker's panels are drawn from, and a player's too."""
    rules, seats = view.rules, len(view.players)
    laid_by = next((cell.by for cell in view.cells if cell.last and cell.by is not None), None)
    rack = rules.number("rack")
    return {
        "hand_size": rack,
        "rack_bonus": RACK_BONUS[rack],
        "laid_by": "other" if laid_by is None else side_among(laid_by, view.viewer, seats),
        "theme": theme(view),
        "theme_bonus": rules.number("theme_bonus"),
    }


def theme(view: View | OnlookersView) -> tuple[ThemeWord, ...]:
    """The words of the theme, and who has earned which."""
    seats = len(view.players)
    return tuple(
        ThemeWord(word, "" if seat is None else side_among(seat, view.viewer, seats), seat) for word, seat in view.theme
    )


def _last_bent(view: View | OnlookersView) -> str:
    """The bent words that were played last, as in `worth`; "" for none."""
    ended = [receipt for receipt in view.receipts if receipt.end]
    words = ended[-1].words if ended else ()
    bent = [[list(word.cells), _turn(word)] for word in words if word.corner >= 0]
    return json.dumps(bent) if bent else ""


def worth(result: Readout) -> dict[str, Any]:
    """An answer of the readout as JSON: `words` with their points, `rows` of the ledger (text, turn, why, points), and
    `bent`, the squares of each bent word in order with the way it turns."""
    return messages.worth(
        result,
        rows=[*map(_word_row, result.words), *_bonus_rows(result)],
        bent=[[list(word.cells), _turn(word)] for word in result.words if word.corner >= 0],
    )


def _turn(word: Word) -> str:
    """The way a bent word goes on at its corner: one that comes across goes down."""
    return DOWN if word.cells[1] - word.cells[0] == 1 else ACROSS


def _word_row(word: Word) -> list[Any]:
    return [word.text, _turn(word) if word.corner >= 0 else "", ", ".join(word_terms(word)), word.points]


def _bonus_rows(result: Readout) -> list[list[Any]]:
    rows: list[list[Any]] = []
    if result.bonus:
        tiles = next(size for size, bonus in RACK_BONUS.items() if bonus == result.bonus)
        said = ngettext("%(n)d tile", "%(n)d tiles", tiles) % {"n": tiles}
        rows.append([_("Full rack"), "", said, result.bonus])
    if result.theme:
        rest = result.score - result.bonus - sum(word.points for word in result.words)
        rows += [[word, "", _("theme word"), rest // len(result.theme)] for word in result.theme]
    return rows

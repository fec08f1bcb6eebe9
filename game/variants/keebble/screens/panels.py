"""The panels of Keebble, beside those of every game: the round, the order of choice, powers, options, backpacks."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.kernel.base_types import Seat, gettext_noop
from game.presentation import messages
from game.presentation.player_cards import Streak
from game.variants.keebble.rules.board import SIZE
from game.variants.keebble.rules.option import OVERWRITE
from game.variants.keebble.rules.readout import INCOMPLETE, Readout
from game.variants.keebble.rules.scoring import Word
from game.variants.keebble.rules.settings import BACKPACKS, OMINOUS, POWERUPS, SUPERCELLS, has_upgrade
from game.variants.keebble.rules.view import OnlookersView, View
from game.variants.keebble.screens import options
from game.variants.keebble.screens.options import Letter
from game.variants.keebble.screens.seats import NAMES, css_of, mark_of

OWN_PANELS = ("round", "meta", "options", "p-packs")
NEEDS: Mapping[str, tuple[str, ...]] = {
    "round": ("view.round", "view.last_round", "view.rounds_left"),
    "meta": ("order", "powers", "table.names", "view.viewer", "table.one_device", "power_limit"),
    "options": (
        "option_cards",
        "can_take",
        "open_count",
        "view.last_round",
        "view.over",
        "view.viewer",
        "table.one_device",
        "opp.name",
        "you.left",
        "deeds",
        "table.names",
    ),
    "p-packs": ("has_packs", "packs", "table.names", "view.viewer", "table.one_device"),
    "facts": ("upgrades", "max_rounds"),
}


UPGRADE_TITLES = {
    SUPERCELLS: gettext_noop("Special squares"),
    POWERUPS: gettext_noop("Power-ups"),
    OMINOUS: gettext_noop("Ominous options"),
    BACKPACKS: gettext_noop("Backpacks"),
}


@dataclass(frozen=True, slots=True)
class OnCard:
    """What a card has of this game alone: its classes, the number and name of the mark, whether the seat opens the next
    round, how many letters it has saved."""

    css: str
    mark: int
    mark_name: str
    opens_next: bool
    saved: int


@dataclass(frozen=True, slots=True)
class Choosing:
    """A step of the order of choice: whose, by what classes, whether it is done, and whether it is the one now."""

    seat: Seat
    css: str
    is_done: bool
    is_now: bool


@dataclass(frozen=True, slots=True)
class Pack:
    """A backpack: whose (the number of the mark), the letters, and how many of them overwrite."""

    seat: Seat
    mark: int
    letters: tuple[Letter, ...]
    over: int


def streaks(view: View | OnlookersView, seat: Seat) -> tuple[Streak, Streak]:
    """The timeouts of a seat in a row; this game has no passes."""
    limit = view.rules.number("timeouts_to_forfeit")
    return Streak(False, 0, limit), Streak(True, view.players[seat].timeouts, limit)


def on_card(view: View | OnlookersView, seat: Seat) -> OnCard:
    """The mark, who opens the next round, and what is saved."""
    mark = mark_of(seat, view.viewer, len(view.players))
    opens = view.next_first == seat and not view.last_round and not view.over
    player = view.players[seat]
    turn = " is-turn" if seat == view.active and not view.over else ""
    css = f"kseat kseat-{mark}{turn}{' is-out' if player.out else ''}"
    return OnCard(css, mark, NAMES[mark - 1], opens, len(player.backpack))


def screen(view: View) -> dict[str, Any]:
    """What these panels are drawn from."""
    return {
        **watched(view),
        "hint": "own",
        "option_cards": options.cards(view),
        "can_take": view.can.take,
        "open_count": sum(option.open for option in view.options),
        "own_state": {
            "can-take": "1" if view.can.take else "",
            "can-save": "1" if view.can.save else "",
            "round": view.round,
            "last-round": "1" if view.last_round else "",
        },
    }


def watched(view: View | OnlookersView) -> dict[str, Any]:
    """What an onlooker's panels are drawn from, and a player's too."""
    now = sum(done for _, done in view.order)
    return {
        "order": tuple(
            _choosing(view, seat, done, place == now and not view.over) for place, (seat, done) in enumerate(view.order)
        ),
        "powers": options.powers(view),
        "power_limit": view.rules.number("powerup_limit"),
        "packs": tuple(_pack(view, player.seat, player.backpack) for player in view.players),
        "has_packs": has_upgrade(view.rules, BACKPACKS),
        "upgrades": tuple(UPGRADE_TITLES[upgrade] for upgrade in view.rules.values["upgrades"]),
        "max_rounds": view.rules.number("max_rounds"),
        "laid_by": _laid_by(view),
    }


def _choosing(view: View | OnlookersView, seat: Seat, done: bool, is_now: bool) -> Choosing:
    looks = {"is-done": done, "is-now": is_now, "is-you": seat == view.viewer}
    css = " ".join([css_of(seat, view.viewer, len(view.players)), *(name for name, so in looks.items() if so)])
    return Choosing(seat, css, done, is_now)


def _laid_by(view: View | OnlookersView) -> str:
    by = next((cell.by for cell in view.cells if cell.by is not None), None)
    return "" if by is None else str(mark_of(by, view.viewer, len(view.players)))


def _pack(view: View | OnlookersView, seat: Seat, saved: tuple[str, ...]) -> Pack:
    mark = mark_of(seat, view.viewer, len(view.players))
    return Pack(seat, mark, options.letters(saved, view), saved.count(OVERWRITE))


def worth(result: Readout) -> dict[str, Any]:
    """An answer of the readout as JSON: `runs` have each way in which a new run is read, with its points for the taker,
    its squares and what it pays to others, [seat, points] each; `cells` are the squares that may be chosen next."""
    code = result.code.value if result.code else ""
    return {
        "code": code,
        "message": messages.refusal(code) if result.code and result.code not in INCOMPLETE else "",
        "points": result.points,
        "due": result.due,
        "cells": [list(divmod(index, SIZE)) for index in result.cells],
        "runs": [[_word(word) for word in run] for run in result.runs],
    }


def _word(word: Word) -> list[Any]:
    cells = [list(divmod(index, SIZE)) for index in word.cells]
    return [word.text, word.points, cells, [list(paid) for paid in word.others]]

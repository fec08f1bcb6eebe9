"""The panels of AlfaPower, beside those of every game: coins, powers, the shop, Alfa tiles."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from game.crossword.tiles import HAND_SIZE
from game.kernel.base_types import Seat
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.items.base import Item
from game.variants.alfapower.rules.state import Phase
from game.variants.alfapower.rules.view import OnlookersView, View

PANELS = ("slots", "purse", "p-shop", "alfa")

NEEDS = {
    "facts": ("alfa_trigger", "hand_size"),
    "slots": ("view.slots", "empty_slots"),
    "purse": ("you.own.coins",),
    "rack": ("times",),
    "actions": ("swaps",),
    "p-shop": ("view.shop", "slots_held", "slot_limit", "you.own.coins", "blast_below", "blast_extra"),
    "alfa": ("view.choice", "times", "alfa_permanent", "alfa_replace", "alfa_free", "has_clock"),
}


@dataclass(frozen=True, slots=True)
class Holdings:
    """What a player has beside tiles; `effects` are the powers used before that still have one."""

    coins: int
    powers: tuple[Item, ...]
    effects: tuple[Item, ...]


def holdings(view: View | OnlookersView, seat: Seat) -> Holdings:
    """What is public of a seat's coins and powers."""
    player = view.players[seat]
    powers, effects = (tuple(ITEMS[key] for key in keys) for keys in (player.slots, player.effects))
    return Holdings(player.coins, powers, effects)


def screen(view: View) -> dict[str, Any]:
    """What these panels are drawn from."""
    rules, choosing = view.rules, view.phase is Phase.ALFA
    has_blast = "blast" in rules.items
    return {
        "hint": _hint(view),
        "last_pass": "concede" if view.can.concede else "",
        "passes_allowed": rules.number("passes_to_concede"),
        "rejected": view.rejected,
        "tries_left": view.tries_left if view.my_turn else None,
        "own_state": {
            "alfa-replace": "1" if rules.flag("alfa_replace") else "0",
            **({"factor": view.factor} if view.factor != 1 else {}),
        },
        "clock_says": _("Time left for the Alfa choice") if choosing else "",
        "clock_heading": _("Choose an Alfa tile") if choosing and view.my_turn else "",
        "times": rules.number("alfa_multiplier"),
        "alfa_replace": rules.flag("alfa_replace"),
        "alfa_free": rules.flag("alfa_free_placement"),
        "alfa_permanent": rules.flag("alfa_permanent"),
        "empty_slots": range(rules.number("slot_limit") - len(view.slots)),
        "slot_limit": rules.number("slot_limit"),
        "slots_held": len(view.slots),
        "has_clock": view.left is not None,
        "swaps": sum(slot.aim == "hand" for slot in view.slots),
        "alfa_trigger": _trigger(view),
        "blast_below": rules.number("blast_surcharge_below") if has_blast else 0,
        "blast_extra": rules.number("blast_surcharge") if has_blast else 0,
    }


def watched(view: OnlookersView) -> dict[str, Any]:
    """What an onlooker's panels are drawn from."""
    choosing = view.phase is Phase.ALFA
    return {"alfa_trigger": _trigger(view), "clock_says": _("Time left for the Alfa choice") if choosing else ""}


def _trigger(view: View | OnlookersView) -> int:
    """How many tiles in one turn earn an upgrade; 0 when there are no Alfa tiles."""
    if not view.rules.flag("alfa_enabled"):
        return 0
    trigger: int | str = view.rules.values["alfa_trigger"]
    return HAND_SIZE if isinstance(trigger, str) else trigger


def _hint(view: View) -> str:
    """The sentence of `panels/hint.html` that only this game has, while nothing is laid; "" where it is one of all."""
    if view.phase is Phase.ALFA:
        return "choose" if view.my_turn else "chooses"
    return "spent" if view.my_turn and view.tries_left == 0 else ""

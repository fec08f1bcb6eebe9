"""From a `View` to the panels of the match screen: panel id → HTML.

The page includes the very same templates; a push carries those that changed, each to its own place (out of band). Only
`#state` holds the version and only `#timer` what changes by itself, so that an unchanged panel is the same text again.
Drawing only: every panel is made from a `View`, which has nothing hidden in it, and from what everybody may know of the
table around it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from game.rules.basics import Millis, Seat, gettext_noop
from game.rules.deadlines import absence_window
from game.rules.items import ITEMS
from game.rules.items.base import Item
from game.rules.state import Phase
from game.rules.tiles import ALPHABETS, BLANK, HAND_SIZE
from game.rules.view import View
from game.squares import squares
from game.turnlines import last_play, news, spoken, turn_lines

PANELS: tuple[str, ...] = (
    "state", "banner", "card-opp", "timer", "card-you", "lastplay", "facts", "ticker", "bag", "board", "hint", "slots",
    "purse", "rack", "actions", "p-turns", "p-unseen", "p-shop", "alfa",
)  # fmt: skip
"""The panels in page order; each template `game/panels/<id>.html` has one root element with that id."""

VOWELS: Mapping[str, str] = {"en": "AEIOU", "sv": "AEIOUYÅÄÖ"}


INSTALLED_PRESETS = (gettext_noop("Quick"), gettext_noop("Standard"), gettext_noop("Strategy"))
"""The presets that come with the site, by the names that translators know; an admin's own show as they are."""


@dataclass(frozen=True)
class Table:
    """What stands around the rules: who sits there (`names`, `present` in seat order), the `preset`'s title or "", the
    fair deal's `commitment` (hex), whether the match is `rated`, the stored `version`, and where the log goes on before
    the turns that are shown (`earlier`, None for nowhere)."""

    public_id: str
    version: int
    names: tuple[str, ...]
    preset: str
    commitment: str
    rated: bool
    present: tuple[bool, ...]
    earlier: int | None = None


@dataclass(frozen=True, slots=True)
class Streak:
    """Passes or timeouts in a row: `count` of `limit`, the `left` ones, and whether one more ends the match (`hot`)."""

    timeouts: bool
    count: int
    limit: int

    @property
    def hot(self) -> bool:
        """Whether the next one ends the match."""
        return self.count >= self.limit - 1

    @property
    def pips(self) -> list[bool]:
        """One mark for each up to the limit, on for those that count."""
        return [number < self.count for number in range(self.limit)]


@dataclass(frozen=True, slots=True)
class Card:
    """A player's card as the viewer sees it."""

    seat: Seat
    name: str
    score: int
    coins: int
    hand_count: int
    on_turn: bool
    present: bool
    away_left: Millis | None
    powers: tuple[Item, ...]
    streak: Streak | None


def render(view: View, table: Table) -> dict[str, str]:
    """Every panel as an out-of-band fragment, for a push or a poll."""
    context = screen(view, table) | {"oob": True}
    return {panel: render_to_string(f"game/panels/{panel}.html", context) for panel in PANELS}


def screen(view: View, table: Table) -> dict[str, Any]:
    """The context of the match page and of its panels. The viewer is one of the two seats."""
    if view.viewer is None:
        raise ValueError("the match screen is drawn for a seat")
    lines = turn_lines(view, table.names)
    last = last_play(lines)
    rules = view.rules
    return {
        "view": view,
        "table": table,
        "rules": rules,
        "size": view.size,
        "language": rules.text("language"),
        "alphabet": ALPHABETS[rules.text("language")],
        "absence_window": absence_window(rules),
        "you": _card(view, table, view.viewer),
        "opp": _card(view, table, 1 - view.viewer),
        "squares": squares(view, table.names),
        "lines": lines,
        "last": last,
        "played": spoken(last) if last else "",
        "news": news(lines, view, table.names),
        "credited": view.receipts[-1].credited // 1000 if view.receipts else 0,
        "times": rules.number("alfa_multiplier"),
        "alfa_replace": rules.flag("alfa_replace"),
        "alfa_free": rules.flag("alfa_free_placement"),
        "alfa_permanent": rules.flag("alfa_permanent"),
        "choosing": view.phase is Phase.ALFA,
        "empty_slots": range(rules.number("slot_limit") - len(view.slots)),
        "slot_limit": rules.number("slot_limit"),
        "swaps": sum(slot.item == "swap" for slot in view.slots),
        "empty_places": range(HAND_SIZE - len(view.hand)),
        "hand_size": HAND_SIZE,
        "turn_seconds": rules.limit("turn_seconds"),
        "alfa_trigger": _trigger(view),
        "passes_to_concede": rules.number("passes_to_concede"),
        "letters": _unseen_kinds(view),
        "title": _title(view, table),
        "blast_below": rules.number("blast_surcharge_below") if "blast" in rules.items else 0,
        "blast_extra": rules.number("blast_surcharge") if "blast" in rules.items else 0,
    }


def _card(view: View, table: Table, seat: Seat) -> Card:
    player = view.players[seat]
    return Card(
        seat=seat,
        name=table.names[seat],
        score=player.score,
        coins=player.coins,
        hand_count=player.hand_count,
        on_turn=not view.over and view.active == seat,
        present=table.present[seat],
        away_left=player.away_left,
        powers=tuple(ITEMS[key] for key in player.slots),
        streak=_streak(view, seat),
    )


def _streak(view: View, seat: Seat) -> Streak | None:
    """The counter nearer to its end, if either runs."""
    player = view.players[seat]
    passes = Streak(False, player.passes, view.rules.number("passes_to_concede"))
    timeouts = Streak(True, player.timeouts, view.rules.number("timeouts_to_forfeit"))
    nearest = min(timeouts, passes, key=lambda streak: streak.limit - streak.count)
    return nearest if nearest.count else None


def _trigger(view: View) -> int:
    """How many tiles in one turn earn an upgrade; 0 when there are no Alfa tiles."""
    if not view.rules.flag("alfa_enabled"):
        return 0
    trigger: int | str = view.rules.values["alfa_trigger"]
    return HAND_SIZE if isinstance(trigger, str) else trigger


def _unseen_kinds(view: View) -> dict[str, int]:
    """How many unseen vowels, consonants and blanks there are, and all together."""
    vowels = VOWELS[view.rules.text("language")]
    count = {"vowels": 0, "consonants": 0, "blanks": 0, "all": 0}
    for letter, number in view.unseen:
        kind = "blanks" if letter == BLANK else "vowels" if letter in vowels else "consonants"
        count[kind] += number
        count["all"] += number
    return count


def _title(view: View, table: Table) -> str:
    if view.over:
        return _("Match over")
    if view.my_turn:
        return _("Your turn")
    return _("%(name)s’s turn") % {"name": table.names[view.active]}

"""AlfaPower's end page: the itemised totals, the viewer's highlights, and what coins were spent on and brought.

Drawing of the `View` of a match that is over; who won and by what totals was decided by the rules.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.crossword.facts import ItemFacts, SeatFacts
from game.crossword.tiles import standard_tiles
from game.kernel.base_types import Seat
from game.presentation import endings
from game.presentation.score_chart import course
from game.presentation.squares import side_of
from game.variants.alfapower.rules.ending import PLAYED_OUT
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.state import MatchState
from game.variants.alfapower.rules.view import View


@dataclass(frozen=True, slots=True)
class Highlights:
    """What the viewer has of Alfa tiles and spent of coins; to a stranger what all players did."""

    alfas: int
    coins_spent: int


@dataclass(frozen=True, slots=True)
class Useful:
    """A power by its title, and the points it brought."""

    title: str
    points: int


@dataclass(frozen=True, slots=True)
class Purchase:
    """What a player bought of one item: how many, how many of them were used, for how many coins, and the points that
    they brought beyond those that they gave away."""

    title: str
    bought: int
    used: int
    coins: int
    points: int

    @property
    def tone(self) -> str:
        """Whether it was worth its use: "pos", "neg" or ""."""
        return "pos" if self.points > 0 else "neg" if self.points < 0 else ""


headline = partial(endings.headline, played_out=PLAYED_OUT)


def reasons(view: View, names: Sequence[str]) -> list[str]:
    """How it ended, in a sentence or two."""
    said = [endings.why(view, names, view.rules.number("passes_to_concede"), view.rules.number("timeouts_to_forfeit"))]
    if view.reason in PLAYED_OUT and len({total.total for total in view.totals}) == 1 and view.winner is not None:
        tied = {"total": view.totals[0].total, "name": names[view.winner]}
        if view.winner == view.viewer:
            said.append(_("Tied at %(total)d. You moved first, so you win.") % tied)
        else:
            said.append(_("Tied at %(total)d. %(name)s moved first, so %(name)s wins.") % tied)
    return said


def final_totals(view: View, names: Sequence[str]) -> dict[str, Any]:
    """What the page shows of the match beside its turns."""
    tiles = standard_tiles(view.rules.text("language"), view.rules.number("board_size"))
    return {
        **endings.bests(view, tiles),
        "columns": endings.columns(view, names, own=lambda seat: view.players[seat].coins),
        "coin_rate": coin_rate(view),
        "best": highlights(view),
        "consolation": endings.consolation(view, PLAYED_OUT),
        "fines": fines(view, names),
        "times": view.rules.number("alfa_multiplier"),
        "gilded": 2,
    }


def looking_back(
    states: Sequence[MatchState], facts: Sequence[SeatFacts], names: Sequence[str], viewer: Seat | None
) -> dict[str, Any]:
    """What the page shows where the whole match could be replayed."""
    return {
        "useful": most_useful(facts, viewer),
        "purses": course([[player.coins for player in state.players] for state in states], names, viewer),
        "buyers": _buyers(facts, names, viewer),
    }


def _buyers(facts: Sequence[SeatFacts], names: Sequence[str], viewer: Seat | None) -> list[dict[str, Any]]:
    """Those who bought anything, the viewer first, with what it was and brought."""
    buyers = [
        {"side": side_of(seat.seat, viewer), "name": names[seat.seat], "purchases": purchases(seat)}
        for seat in facts
        if seat.items
    ]
    return sorted(buyers, key=lambda buyer: buyer["side"] != "you")


def purchases(facts: SeatFacts) -> list[Purchase]:
    """What a player's coins were spent on, what brought most first; one line an item, whatever its price was."""
    kinds: dict[str, list[ItemFacts]] = {}
    for item in facts.items:
        kinds.setdefault(item.item, []).append(item)
    bought = [
        Purchase(
            title=ITEMS[key].title,
            bought=sum(item.bought for item in same),
            used=sum(item.used for item in same),
            coins=sum(item.price * item.bought for item in same),
            points=sum(item.brought - item.gave for item in same),
        )
        for key, same in kinds.items()
    ]
    return sorted(bought, key=lambda one: (-one.points, -one.coins, one.title))


def highlights(view: View) -> Highlights:
    """The viewer's own match in a few figures; to a stranger the whole one's."""
    seats = range(len(view.players)) if view.viewer is None else (view.viewer,)
    mine = [receipt for receipt in view.receipts if receipt.seat in seats]
    return Highlights(
        alfas=sum(receipt.alfa == "taken" for receipt in mine),
        coins_spent=sum(b.price for r in view.receipts for b in r.bought if b.seat in seats),
    )


def most_useful(facts: Sequence[SeatFacts], viewer: Seat | None) -> Useful | None:
    """The power that brought the viewer most points, beyond those it gave away; to a stranger any player's."""
    brought: dict[str, int] = defaultdict(int)
    for seat in facts:
        if viewer is None or seat.seat == viewer:
            for item in seat.items:
                brought[item.item] += item.brought - item.gave
    best = max(brought, key=lambda key: brought[key], default=None)
    return Useful(ITEMS[best].title, brought[best]) if best and brought[best] > 0 else None


def fines(view: View, names: Sequence[str]) -> str:
    """What failed tries have cost each player's word score, in a sentence; "" when there were none."""
    cost = [sum(r.try_points for r in view.receipts if r.seat == seat) for seat in range(len(view.players))]
    parts = [
        ngettext("%(name)s lost %(count)d point by failed tries", "%(name)s lost %(count)d points by failed tries", n)
        % {"name": names[seat], "count": n}
        for seat, n in enumerate(cost)
        if n
    ]
    return f"{'; '.join(parts)}." if parts else ""


def coin_rate(view: View) -> str:
    """What coins are worth at the end, in words."""
    rate = view.rules.number("coins_per_point")
    if not rate:
        return _("Coins are worth no points")
    return ngettext("%(rate)d coin makes 1 point", "%(rate)d coins make 1 point", rate) % {"rate": rate}

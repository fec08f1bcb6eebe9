"""The end page's words and sums: who won and why, the itemised totals, and the viewer's highlights.

Drawing of the `View` of a match that is over; who won and by what totals was decided by the rules.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.facts import SeatFacts
from game.rules.basics import Seat, gettext_noop
from game.rules.deadlines import absence_window
from game.rules.ending import ABANDONED, BAG_EMPTY, CONCEDED, FORFEITED, PLAYED_OUT, RESIGNED, STALLED, Total
from game.rules.items import ITEMS
from game.rules.tiles import standard_tiles
from game.rules.view import HandTile, View
from game.squares import is_near

_TIMES = (
    "", gettext_noop("once"), gettext_noop("twice"), gettext_noop("three times"), gettext_noop("four times"),
    gettext_noop("five times"), gettext_noop("six times"), gettext_noop("seven times"), gettext_noop("eight times"),
    gettext_noop("nine times"), gettext_noop("ten times"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Column:
    """One player's column of the final reckoning: `side` "you" or "opp" by colour, `coins` left, the `hand` left, and
    the sums."""

    seat: Seat
    name: str
    side: str
    coins: int
    hand: tuple[HandTile, ...]
    total: Total


@dataclass(frozen=True, slots=True)
class Highlights:
    """What the viewer did best, and what it cost; to a stranger what anybody did. `best_word` is "" when no word was
    laid."""

    best_word: str
    best_word_points: int
    best_turn: int
    alfas: int
    coins_spent: int
    tries: int


@dataclass(frozen=True, slots=True)
class Try:
    """One failed try: its turn, the seat's class and name, and the words that were not in the list."""

    turn: int
    css: str
    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Useful:
    """A power by its title, and the points it brought."""

    title: str
    points: int


def headline(view: View, names: Sequence[str]) -> str:
    """Who won, by how much where the totals decided."""
    if view.winner is None:
        return _("Match abandoned")
    sums = [total.total for total in view.totals]
    margin = max(sums) - min(sums)
    if view.reason not in PLAYED_OUT or not margin:
        if view.winner == view.viewer:
            return _("You win")
        return _("%(name)s wins") % {"name": names[view.winner]}
    if view.winner == view.viewer:
        return _("You win by %(margin)d") % {"margin": margin}
    return _("%(name)s wins by %(margin)d") % {"name": names[view.winner], "margin": margin}


def reasons(view: View, names: Sequence[str]) -> list[str]:
    """How it ended, in a sentence or two."""
    said = [_why(view, names)]
    if view.reason in PLAYED_OUT and len({total.total for total in view.totals}) == 1 and view.winner is not None:
        tied = {"total": view.totals[0].total, "name": names[view.winner]}
        if view.winner == view.viewer:
            said.append(_("Tied at %(total)d. You moved first, so you win.") % tied)
        else:
            said.append(_("Tied at %(total)d. %(name)s moved first, so %(name)s wins.") % tied)
    return said


def columns(view: View, names: Sequence[str]) -> list[Column]:
    """Both players' reckoning, the viewer's first."""
    return sorted(
        (
            Column(
                seat=seat,
                name=names[seat],
                side="you" if is_near(seat, view.viewer) else "opp",
                coins=player.coins,
                hand=view.hands[seat],
                total=view.totals[seat],
            )
            for seat, player in enumerate(view.players)
        ),
        key=lambda column: column.side != "you",
    )


def highlights(view: View) -> Highlights:
    """The viewer's own match in a few figures; to a stranger the whole one's."""
    seats = range(len(view.players)) if view.viewer is None else (view.viewer,)
    mine = [receipt for receipt in view.receipts if receipt.seat in seats]
    words = [word for receipt in mine for word in receipt.words]
    best = max(words, key=lambda word: word.points, default=None)
    return Highlights(
        best_word=best.text if best else "",
        best_word_points=best.points if best else 0,
        best_turn=max((receipt.score for receipt in mine), default=0),
        alfas=sum(receipt.alfa == "taken" for receipt in mine),
        coins_spent=sum(b.price for r in view.receipts for b in r.bought if b.seat in seats),
        tries=sum(receipt.tries for receipt in mine),
    )


def most_useful(facts: Sequence[SeatFacts], viewer: Seat | None) -> Useful | None:
    """The power that brought the viewer most points, beyond those it gave away; to a stranger anybody's."""
    brought: dict[str, int] = defaultdict(int)
    for seat in facts:
        if viewer is None or seat.seat == viewer:
            for item in seat.items:
                brought[item.item] += item.brought - item.gave
    best = max(brought, key=lambda key: brought[key], default=None)
    return Useful(ITEMS[best].title, brought[best]) if best and brought[best] > 0 else None


def tries(view: View, names: Sequence[str]) -> list[Try]:
    """Every failed try of the match with its words, oldest first."""
    return [
        Try(
            turn=receipt.turn,
            css="seat-you" if is_near(receipt.seat, view.viewer) else "seat-opp",
            name=names[receipt.seat],
            words=words,
        )
        for receipt in view.receipts
        for words in receipt.try_words
    ]


def letter_values(view: View, word: str) -> list[tuple[str, int]]:
    """The letters of a word with their standard values, to draw it in tiles."""
    tiles = standard_tiles(view.rules.text("language"), view.rules.number("board_size"))
    return [(letter, tiles.value(letter)) for letter in word]


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
        return _("Coins count nothing")
    return ngettext("%(rate)d coin makes 1 point", "%(rate)d coins make 1 point", rate) % {"rate": rate}


def _why(view: View, names: Sequence[str]) -> str:
    if view.reason == BAG_EMPTY:
        return _("The bag is empty, and so is one hand.")
    if view.reason == STALLED:
        return _("Neither of you could move. The totals decide.")
    if view.winner is None:
        return _("Both of you were gone at the same time. Nobody wins.")
    loser = 1 - view.winner
    return _why_you(view) if loser == view.viewer else _why_they(view, names[loser])


def _why_you(view: View) -> str:
    return {
        CONCEDED: _("You passed %(times)s in a row. The score does not count."),
        FORFEITED: _("You ran out of time %(times)s in a row."),
        RESIGNED: _("You conceded the match."),
        ABANDONED: _("You did not return within %(window)s."),
    }[view.reason] % {"times": _times(view), "window": _window(view)}


def _why_they(view: View, name: str) -> str:
    return {
        CONCEDED: _("%(name)s passed %(times)s in a row. The score does not count."),
        FORFEITED: _("%(name)s ran out of time %(times)s in a row."),
        RESIGNED: _("%(name)s conceded the match."),
        ABANDONED: _("%(name)s did not return within %(window)s."),
    }[view.reason] % {"name": name, "times": _times(view), "window": _window(view)}


def _times(view: View) -> str:
    key = "passes_to_concede" if view.reason == CONCEDED else "timeouts_to_forfeit"
    return _(_TIMES[view.rules.number(key)])


def _window(view: View) -> str:
    minutes = absence_window(view.rules) // 60_000
    if minutes < 60:
        return _("%(minutes)d minutes") % {"minutes": minutes}
    return _("%(hours)d hours") % {"hours": minutes // 60}

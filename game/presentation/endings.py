"""Describe in words how a match ended, for every game: who won and by how much, why, and the best plays.

Drawing of the `View` of a match that is over; who won and by what totals was decided by the rules. What a view holds of
this has the same names in every game: `winner`, `places`, `reason`, `totals` (with `total`), `receipts`, `hands`.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.crossword.tiles import TileSet
from game.kernel.base_types import Seat, gettext_noop
from game.kernel.deadlines import absence_window
from game.kernel.endings import CALLED_OFF
from game.presentation.squares import side_among, side_of

_TIMES = (
    "", gettext_noop("once"), gettext_noop("twice"), gettext_noop("three times"), gettext_noop("four times"),
    gettext_noop("five times"), gettext_noop("six times"), gettext_noop("seven times"), gettext_noop("eight times"),
    gettext_noop("nine times"), gettext_noop("ten times"),
)  # fmt: skip

CLOSE = 10
"""Points by which one may lose closely."""
PAIR = 2
"""Players of whom each is "the other", who need no places and for whom a language has words of its own."""


@dataclass(frozen=True, slots=True)
class Try:
    """One failed try: its turn, the seat's class and name, and the words that were not in the list."""

    turn: int
    css: str
    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One player's column of the final reckoning: `side` "you" or "opp" by colour, `mark` its name in the page (you,
    opp, opp-2 …), `place` where more than two play, the `hand` left, the `total` with its parts, and what only this
    game has (`own`); `out` marks one who left, where a game says so."""

    seat: Seat
    name: str
    side: str
    mark: str
    place: int | None
    hand: tuple[Any, ...]
    total: Any
    own: Any
    out: bool = False


@dataclass(frozen=True, slots=True)
class Final:
    """What a player has in the end: the name, `mark` as in `Column`, the total, and whether that is the winner's."""

    name: str
    mark: str
    total: int
    is_winner: bool


def columns(view: Any, names: Sequence[str], own: Callable[[Seat], Any] = lambda seat: None) -> list[Column]:
    """The players' reckoning in turn order, the viewer's first."""
    count = len(view.players)
    return [
        Column(
            seat=seat,
            name=names[seat],
            side=side_of(seat, view.viewer),
            mark=side_among(seat, view.viewer, count),
            place=view.places[seat] if view.places and count > PAIR else None,
            hand=view.hands[seat],
            total=view.totals[seat],
            own=own(seat),
        )
        for seat in _in_turn(view)
    ]


def headline(view: Any, names: Sequence[str], played_out: Collection[str]) -> str:
    """Who won, by how much where the totals decided (for the reasons that are `played_out`); alone, with how much."""
    if len(view.players) == 1:
        total = view.totals[0].total
        return ngettext("%(total)d point", "%(total)d points", total) % {"total": total}
    if view.reason == CALLED_OFF:
        return _("Called off")
    if view.winner is None:
        return _shared(view, names) if view.reason in played_out else _("Match abandoned")
    margin = view.totals[view.winner].total - view.totals[_second(view)].total
    if view.reason not in played_out or not margin:
        if view.winner == view.viewer:
            return _("You win")
        return _("%(name)s wins") % {"name": names[view.winner]}
    if view.winner == view.viewer:
        return _("You win by %(margin)d") % {"margin": margin}
    return _("%(name)s wins by %(margin)d") % {"name": names[view.winner], "margin": margin}


def outcome(view: Any) -> str:
    """How it ended for the viewer: "won", "lost", "drawn" for a shared first place; "" for a stranger, for one who
    played alone, and without a winner."""
    if view.viewer is None or len(view.players) == 1:
        return ""
    if view.winner is not None:
        return "won" if view.winner == view.viewer else "lost"
    if not any(view.places or ()):
        return ""
    return "drawn" if view.places[view.viewer] == 1 else "lost"


def finals(view: Any, names: Sequence[str]) -> list[Final]:
    """What each has in the end, the viewer first, then in turn order."""
    count = len(view.players)
    return [
        Final(names[seat], side_among(seat, view.viewer, count), view.totals[seat].total, view.winner == seat)
        for seat in _in_turn(view)
    ]


def _in_turn(view: Any) -> list[Seat]:
    """The seats in the order in which they play, the viewer's first."""
    first = view.viewer or 0
    return [*range(first, len(view.players)), *range(first)]


def _shared(view: Any, names: Sequence[str]) -> str:
    """Who shares the first place; of all it is a draw."""
    first = [seat for seat, place in enumerate(view.places) if place == 1]
    if len(first) == len(view.places):
        return _("A draw")
    others = ", ".join(names[seat] for seat in first if seat != view.viewer)
    if view.viewer in first:
        return _("You share first place with %(names)s") % {"names": others}
    return _("%(names)s share first place") % {"names": others}


def _second(view: Any) -> Seat:
    """Who came next after the winner; of those who left, the last one."""
    losers = [seat for seat in range(len(view.players)) if seat != view.winner]
    return min(losers, key=lambda seat: view.places[seat])


def why(view: Any, names: Sequence[str], passes: int, timeouts: int) -> str:
    """How it ended; `passes` and `timeouts` in a row are what the rules allow."""
    seats = len(view.players)
    if view.reason == "bag_empty":
        return _("The bag is empty and a player has used every tile.")
    if view.reason == "rounds_over":
        return _("The last round has been played.")
    if view.reason == "stalled":
        return _("Neither of you could move. The totals decide.")
    if view.reason == "all_passed" and seats > 1:
        if passes == 1:
            return _("Everybody passed. The totals decide.")
        return _("Everybody passed %(times)s in a row. The totals decide.") % {"times": _(_TIMES[passes])}
    if view.reason == CALLED_OFF:
        return _("You agreed to stop. Nobody wins, and nothing counts.")
    if view.winner is None and seats > 1:
        if seats == PAIR:
            return _("You were both away at the same time. Nobody wins.")
        return _("You were all away at the same time. Nobody wins.")
    left = _second(view) if seats > 1 else 0
    said = _you(view.reason) if view.viewer == left else _they(view.reason)
    times = _(_TIMES[timeouts if view.reason == "forfeited" else passes])
    return said % {"name": names[left], "times": times, "window": _window(view)}


def _you(reason: str) -> str:
    return {
        "all_passed": _("You passed %(times)s in a row."),
        "conceded": _("You passed %(times)s in a row. The score does not count."),
        "forfeited": _("You ran out of time %(times)s in a row."),
        "resigned": _("You conceded the match."),
        "abandoned": _("You did not come back within %(window)s."),
    }[reason]


def _they(reason: str) -> str:
    return {
        "all_passed": _("%(name)s passed %(times)s in a row."),
        "conceded": _("%(name)s passed %(times)s in a row. The score does not count."),
        "forfeited": _("%(name)s ran out of time %(times)s in a row."),
        "resigned": _("%(name)s conceded the match."),
        "abandoned": _("%(name)s did not come back within %(window)s."),
    }[reason]


def _window(view: Any) -> str:
    minutes = absence_window(view.rules) // 60_000
    if minutes < 60:
        return _("%(minutes)d minutes") % {"minutes": minutes}
    return _("%(hours)d hours") % {"hours": minutes // 60}


def consolation(view: Any, played_out: Collection[str]) -> str:
    """A kind word for a viewer who has lost by the totals; "" for all others."""
    if view.viewer is None or view.winner in (None, view.viewer) or view.reason not in played_out:
        return ""
    mine = max((turn.score for turn in view.receipts if turn.seat == view.viewer), default=0)
    if view.totals[view.winner].total - view.totals[view.viewer].total <= CLOSE:
        return _("That was close.")
    if mine and mine == max(turn.score for turn in view.receipts):
        return _("You had the best turn of the match: %(points)d points.") % {"points": mine}
    return ""


def tries(view: Any, names: Sequence[str]) -> list[Try]:
    """Every failed try of the match with its words, oldest first."""
    return [
        Try(
            turn=receipt.turn,
            css=f"seat-{side_of(receipt.seat, view.viewer)}",
            name=names[receipt.seat],
            words=words,
        )
        for receipt in view.receipts
        for words in receipt.try_words
    ]


def best_word(receipts: Sequence[Any], viewer: Seat | None) -> tuple[str, int]:
    """The viewer's best word (any, to a stranger), the first of several, and its points; ("", 0) without one."""
    words = [word for receipt in receipts if viewer in (None, receipt.seat) for word in receipt.words]
    best = max(words, key=lambda word: word.points, default=None)
    return (best.text, best.points) if best else ("", 0)


def bests(view: Any, tiles: TileSet) -> dict[str, Any]:
    """What the end page names of the viewer's play (to a stranger, of any player's) in every game: the best word, drawn
    in `tiles`, the most that a turn gave, and how many tries failed."""
    mine = [receipt for receipt in view.receipts if view.viewer in (None, receipt.seat)]
    word, points = best_word(view.receipts, view.viewer)
    return {
        "best_word": word,
        "best_word_points": points,
        "best_tiles": [(letter, tiles.value(letter)) for letter in word],
        "best_score": max((receipt.score for receipt in mine), default=0),
        "failed": sum(receipt.tries for receipt in mine),
    }


def best_turn(receipts: Sequence[Any], viewer: Seat | None) -> Any:
    """The viewer's turn (any, to a stranger) that was worth most, the first of several; None without a word."""
    laid = [turn for turn in receipts if turn.words and viewer in (None, turn.seat)]
    return max(laid, key=lambda turn: turn.score, default=None)

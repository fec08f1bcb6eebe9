"""The context of an analysis page: totals of both players, the turn shown, and the list of all turns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from bots.models import Analysis
from bots.rules import ITEMS
from bots.turn_verdicts import Better, Judged, Paid, accuracy, lead, of_data, turning_point
from game import api as game


@dataclass(frozen=True, slots=True)
class Figures:
    """One player's totals: the accuracy in per cent (None without a play to make), how many of the `counted` turns were
    the best, and the points left behind."""

    side: str
    name: str
    accuracy: int | None
    best: int
    counted: int
    left_behind: int


@dataclass(frozen=True, slots=True)
class Turning:
    """The turning point: the turn, its player, and the lead before and after it as that player saw it."""

    turn: Judged
    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Row:
    """A turn in the list of all; `is_shown` when the board shows it."""

    turn: Judged
    side: str
    name: str
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """One of the best plays: where it begins, and whether it is the one played."""

    play: Better
    place: str
    is_played: bool


def turns_of(row: Analysis) -> list[Judged]:
    """The turns judged so far."""
    return [of_data(data) for data in row.turns]


def summary(visit: game.Visit, turns: Sequence[Judged]) -> dict[str, Any]:
    """The figures of both players, the visitor's first, and the turning point."""
    seats = sorted(range(len(visit.names)), key=lambda seat: not game.is_near(seat, visit.viewer))
    return {"figures": [_figures(visit, turns, seat) for seat in seats], "turning": _turning(visit, turns)}


def _figures(visit: game.Visit, turns: Sequence[Judged], seat: int) -> Figures:
    counted = [turn for turn in turns if turn.seat == seat and turn.share is not None]
    return Figures(
        side=_side(visit, seat),
        name=visit.names[seat],
        accuracy=accuracy(turns, seat),
        best=sum(turn.is_best for turn in counted),
        counted=len(counted),
        left_behind=sum(max(0, turn.best[0].points - turn.points) for turn in counted),
    )


def _turning(visit: game.Visit, turns: Sequence[Judged]) -> Turning | None:
    turn = turning_point(turns, visit.row.winner)
    if turn is None:
        return None
    before = next((other.scores for other in turns if other.turn == turn.turn - 1), tuple(0 for _ in turn.scores))
    return Turning(turn, visit.names[turn.seat], lead(before, turn.seat), lead(turn.scores, turn.seat))


def moment(visit: game.Visit, past: game.Past, turns: Sequence[Judged], number: int | None, *,
           shows_best: bool) -> dict[str, Any]:  # fmt: skip
    """The requested turn, or the turning point, or the first; on the board the play made or the best play."""
    turning = turning_point(turns, visit.row.winner)
    usual = turning.turn if turning else 1
    number = min(max(usual if number is None else number, 1), len(turns))
    turn = turns[number - 1]
    shows_best = shows_best and bool(turn.best)
    if shows_best:
        tiles = {
            tile.cell: game.HypotheticalTile(tile.letter, tile.value, tile.blank, tile.alfa)
            for tile in turn.best[0].tiles
        }
        grid = game.board_after(visit, past.replay, number - 1, instead=tiles, by=turn.seat)
    else:
        grid = game.board_after(visit, past.replay, number)
    size = len(grid)
    plays = [Shown(one, game.coord(*divmod(one.start, size)), _is_played(turn, one)) for one in turn.best]
    return {
        "turn": turn,
        "side": _side(visit, turn.seat),
        "name": visit.names[turn.seat],
        "grid": grid,
        "plays": plays,
        "why": game.why_worth(visit, past.replay, number),
        "plays_has_played": any(one.is_played for one in plays),
        "shows_best": shows_best,
        "previous": max(1, number - 1),
        "following": min(len(turns), number + 1),
        "here_url": f"{visit.end_url}analysis/?turn={number}{'&show=best' if shows_best else ''}",
        "power": _power(turn.power, size) if turn.power else "",
        "rows": [Row(one, _side(visit, one.seat), visit.names[one.seat], one is turn) for one in turns],
        "scores": game.curve(visit, past.replay),
        "language": visit.row.language,
    }


def _power(power: Paid, size: int) -> str:
    """A sentence about a power that would have paid."""
    said = {
        "title": _(ITEMS[power.item].title),
        "square": game.coord(*divmod(power.cell, size)),
        "price": power.price,
        "word": power.word,
        "points": power.points,
    }
    if not power.price:
        return _("With %(title)s, already held, on %(square)s, %(word)s makes %(points)s.") % said
    return _("With %(title)s on %(square)s for %(price)s coins, %(word)s makes %(points)s.") % said


def _is_played(turn: Judged, play: Better) -> bool:
    return turn.word == play.word and turn.points == play.points


def _side(visit: game.Visit, seat: int) -> str:
    return "you" if game.is_near(seat, visit.viewer) else "opp"

"""Access to finished matches for the apps above: who may look back at which, its replay, and its board as it was or
might have been. A running match is not found here, not even by its players.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from game.dispatch.log_replay import MatchReplay, view_after
from game.finished.pages import Visit, visit_by, visit_of
from game.kernel.base_types import Millis, Seat
from game.models import Match
from game.presentation import PRESENTATIONS
from game.presentation.score_chart import Course, course
from game.presentation.squares import Square
from game.services import matches, replays, sharing
from game.services.settle_due import settled


class HypotheticalTile(NamedTuple):
    """A tile that might have been laid: its letter, what it counts, and what kind of tile it is."""

    letter: str
    value: int
    blank: bool
    alfa: bool


@dataclass(frozen=True, slots=True)
class Past:
    """The replay of a finished match, with the word list that it was pinned to."""

    variant: str
    lexicon: tuple[str, str]
    replay: MatchReplay


def visit_of_player(public_id: str, user_id: int | None, now: Millis) -> Visit | None:
    """The visit of a player to their finished match; None for a stranger, a running match, and no match."""
    seat = matches.seat_of(public_id, user_id) if user_id is not None else None
    if seat is None:
        return None
    row = settled(seat.match_id, now)
    return visit_of(row, seat) if row.status == Match.Status.OVER else None


def visit_of_link(token: str) -> Visit | None:
    """The visit that a shared link opens; None for one that never was or is revoked."""
    link = sharing.find(token)
    return visit_by(link) if link else None


def past(match_id: int) -> Past | None:
    """The finished match; None where it is not over, or its log cannot be replayed."""
    row = Match.objects.filter(pk=match_id, status=Match.Status.OVER).first()
    replay = replays.replay_of(row) if row else None
    if row is None or replay is None:
        return None
    return Past(row.variant, (row.lexicon_name, row.lexicon_version), replay)


def board_after(visit: Visit, replay: MatchReplay, number: int, *,
                instead: Mapping[int, HypotheticalTile] | None = None, by: Seat = 0) -> list[list[Square]]:  # fmt: skip
    """The board after turn `number` as the visitor sees it; `instead` are tiles, by index in the board, that seat `by`
    might have laid next."""
    view = view_after(replay, number, visit.viewer)
    if instead:
        cells = [cell._replace(last=False) for cell in view.cells]
        for index, tile in instead.items():
            laid = {**tile._asdict(), "fortified": 0, "by": by, "claim": None, "last": True}
            has = cells[index]._fields  # a game without powers has fewer
            cells[index] = cells[index]._replace(**{name: laid[name] for name in has if name in laid})
        view = replace(view, cells=tuple(cells))
    return PRESENTATIONS[visit.row.variant].squares(view, visit.names)


def why_worth(visit: Visit, replay: MatchReplay, number: int) -> str:
    """Why turn `number` was worth its points, as the replay says it; "" where nothing but letters made them."""
    view = view_after(replay, number, visit.viewer)
    return PRESENTATIONS[visit.row.variant].line(view.receipts[-1], view, visit.names).why


def curve(visit: Visit, replay: MatchReplay) -> Course:
    """The scores of a match turn by turn, as lines."""
    return course([[player.score for player in state.players] for state in replay.states], visit.names, visit.viewer)

"""A match's board as one of its players sees it, small, with what was done last: for lists of matches and for the bell.

As many statements for fifty matches as for one.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached
from django.template.loader import render_to_string

from game.dispatch.log_entries import step_of
from game.dispatch.seat_views import view_of
from game.kernel.base_types import Millis, Seat
from game.match_statements import last_entries, names_of_many
from game.models import Match, SeatRow
from game.presentation import PRESENTATIONS
from game.presentation.last_actions import Deed
from game.presentation.small_boards import SmallBoard, small_board
from game.services import match_news, matches, store
from game.services.clock import now_ms
from game.variants import VARIANTS

_BOARDS: LRUCache[tuple[str, int, Seat], SmallBoard] = LRUCache(maxsize=512)
"""As they were drawn, by match, version and seat, the latest used: some 4 kB each. A board is in no language."""
_DRAWING = Lock()

ENTRIES_OF_A_PICTURE = 12
"""Enough of a log to tell what was done last; what a longer turn began with is not in the picture."""


@dataclass(frozen=True, slots=True)
class LastPlay:
    """A match's board as its player sees it, and what was done last in a sentence, "" before anything was."""

    board: SmallBoard
    said: str


def last_plays(
    pictured: Sequence[tuple[Match, SeatRow]], named: Mapping[int, tuple[str, ...]], now: Millis
) -> dict[int, LastPlay]:
    """By the match's primary key, made for each from the view of its player alone."""
    logs = last_entries([row.pk for row, _ in pictured], ENTRIES_OF_A_PICTURE)
    plays = {}
    for row, seat in pictured:
        steps = [step_of(events) for events in logs[row.pk]]
        view = view_of(store.load(row), seat.seat, steps, now)
        names = [matches.shown_name(name) for name in named[row.pk]]
        deeds = PRESENTATIONS[row.variant].deeds(view, names)
        board = _board((row.public_id, row.version, seat.seat), view, names, deeds)
        plays[row.pk] = LastPlay(board, deeds[-1].text if deeds else "")
    return plays


def pictures(user_id: int, topics: Collection[str]) -> dict[str, str]:
    """The boards of the matches of these topics of news, as the user sees them, as markup by topic; none of a match
    that is gone, or whose game is not installed."""
    topic_by_id = {public_id: topic for topic in topics if (public_id := match_news.match_of(topic))}
    seats = SeatRow.objects.filter(user=user_id, match__public_id__in=topic_by_id).select_related("match")
    found = [(seat.match, seat) for seat in seats if seat.match.variant in VARIANTS]
    plays = last_plays(found, names_of_many([row.pk for row, _ in found]), now_ms())
    return {
        topic_by_id[row.public_id]: render_to_string("game/parts/small_board.html", {"board": plays[row.pk].board})
        for row, _ in found
    }


@cached(_BOARDS, key=lambda shown, *_: shown, lock=_DRAWING)
def _board(shown: tuple[str, int, Seat], view: Any, names: Sequence[str], deeds: Sequence[Deed]) -> SmallBoard:
    return small_board(view, names, deeds)

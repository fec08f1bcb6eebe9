"""A match's board as one of its players sees it, small, with what was done last: for lists of matches and for the bell.

As many statements for fifty matches as for one.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from cachetools import LRUCache
from django.utils.translation import get_language

from game.dispatch.log_entries import step_of
from game.dispatch.seat_views import view_of
from game.kernel.base_types import Millis, Seat
from game.match_statements import last_entries, names_of_many
from game.models import Match, SeatRow
from game.presentation import PRESENTATIONS
from game.presentation.small_boards import SmallBoard, small_board
from game.services import match_news, matches, store
from game.services.clock import now_ms
from game.variants import VARIANTS
from ui import jinja_environment

ENTRIES_OF_A_PICTURE = 12
"""Enough of a log to tell what was done last; what a longer turn began with is not in the picture."""


@dataclass(frozen=True, slots=True)
class LastPlay:
    """A match's board as its player sees it, and what was done last in a sentence, "" before anything was."""

    board: SmallBoard
    said: str


Shown = tuple[str, int, Seat, tuple[str, ...], str | None]
"""Whose play: the match, its version, the seat that sees it, the names at it, and the language of the sentence."""
_PLAYS: LRUCache[Shown, LastPlay] = LRUCache(maxsize=512)
"""The latest used: some 4 kB each."""
_USING = Lock()


def last_plays(
    pictured: Sequence[tuple[Match, SeatRow]], named: Mapping[int, tuple[str, ...]], now: Millis
) -> dict[int, LastPlay]:
    """By the match's primary key, made for each from the view of its player alone."""
    language = get_language()
    shown: dict[int, Shown] = {
        row.pk: (row.public_id, row.version, seat.seat, named[row.pk], language) for row, seat in pictured
    }
    with _USING:
        plays = {pk: _PLAYS[one] for pk, one in shown.items() if one in _PLAYS}
    new = [(row, seat) for row, seat in pictured if row.pk not in plays]
    if new:
        logs = last_entries([row.pk for row, _ in new], ENTRIES_OF_A_PICTURE)
        for row, seat in new:
            plays[row.pk] = _last_play(row, seat.seat, logs[row.pk], named[row.pk], now)
        with _USING:
            _PLAYS.update((shown[row.pk], plays[row.pk]) for row, _ in new)
    return plays


def pictures(user_id: int, topics: Collection[str]) -> dict[str, str]:
    """The boards of the matches of these topics of news, as the user sees them, as markup by topic; none of a match
    that is gone, or whose game is not installed."""
    topic_by_id = {public_id: topic for topic in topics if (public_id := match_news.match_of(topic))}
    seats = SeatRow.objects.filter(user=user_id, match__public_id__in=topic_by_id).select_related("match")
    found = [(seat.match, seat) for seat in seats if seat.match.variant in VARIANTS]
    plays = last_plays(found, names_of_many([row.pk for row, _ in found]), now_ms())
    boards = {row.public_id: plays[row.pk].board for row, _ in found}
    draw = jinja_environment.drawn
    return {topic_by_id[at]: draw("game/parts/small_board.jinja", {"board": boards[at]}) for at in boards}


def _last_play(row: Match, seat: Seat, log: Sequence[str], named: Sequence[str], now: Millis) -> LastPlay:
    view = view_of(store.load(row), seat, [step_of(events) for events in log], now)
    names = [matches.shown_name(name) for name in named]
    deeds = PRESENTATIONS[row.variant].deeds(view, names)
    return LastPlay(small_board(view, names, deeds), deeds[-1].text if deeds else "")

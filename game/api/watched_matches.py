"""Running matches as onlookers may see them, for lists of them: who plays, the totals, the board in small.

Which matches is another app's to say, by a statement: so a list costs one statement, however long it is.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from threading import Lock

from cachetools import LRUCache, cached
from django.db import connection

from common.model_rows import ModelRows
from game.dispatch.seat_views import onlookers_view_of
from game.kernel.base_types import Seat
from game.models import Match, SeatRow
from game.presentation.small_boards import SmallBoard, small_board
from game.services import matches, store
from game.services.clock import now_ms
from game.variants import VARIANTS

_SEAT, _MATCH = ModelRows(SeatRow), ModelRows(Match)
_PICTURED = f"""
    SELECT {_SEAT.columns}, {_MATCH.columns}, "chosen".*
      FROM ({{chosen}}) AS "chosen"
      JOIN "game_seatrow" ON "game_seatrow"."id" = "chosen"."seat_id"
      LEFT JOIN "game_match" ON "game_match"."id" = "game_seatrow"."match_id" AND "game_seatrow"."seat" = 0
     ORDER BY "chosen"."place", "game_seatrow"."seat"
"""  # nosec B608
"""The match stands beside its first seat alone: a state is long."""


@dataclass(frozen=True, slots=True)
class ChosenSeats:
    """A statement that chooses all the seats of running matches between people, and its values. It gives the seat's key
    as `seat_id`, the `place` of its match in the list, and whatever is to be said of the seat besides."""

    statement: str
    values: Sequence[int | str]


@dataclass(frozen=True, slots=True)
class WatchedSeat:
    """A seat; `said` is what the statement said of it besides its key and place."""

    name: str
    user_id: int | None
    score: int
    is_on_turn: bool
    said: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class WatchedCard:
    """A running match in a list for onlookers, as of that `version`."""

    match_id: int
    public_id: str
    variant: str
    language: str
    preset: str
    version: int
    turn: int
    is_slow: bool
    is_untimed: bool
    board: SmallBoard
    seats: tuple[WatchedSeat, ...]


@dataclass(frozen=True, slots=True)
class _Picture:
    """What of a version is the same for all who look at it."""

    board: SmallBoard
    scores: tuple[int, ...]
    on_turn: Seat
    turn: int
    is_untimed: bool


_PICTURES: LRUCache[tuple[str, int], _Picture] = LRUCache(maxsize=256)
"""As they were drawn, by match and version, the latest used: some 4 kB each. A picture is in no language."""
_DRAWING = Lock()


def watched_cards(chosen: ChosenSeats) -> list[WatchedCard]:
    """The chosen matches in their order: one statement. What stands still by a fault, and what is of a game that is not
    installed, is left out."""
    with connection.cursor() as cursor:
        cursor.execute(_PICTURED.format(chosen=chosen.statement), chosen.values)
        rows = cursor.fetchall()
    places = [list(table) for _, table in groupby(rows, key=lambda row: row[_SAID + 1])]
    return [card for table in places if (card := _card(table)) is not None]


_SEATS_COLUMNS = len(_SEAT.names)
_SAID = _SEATS_COLUMNS + len(_MATCH.names)


def _card(table: Sequence[tuple[object, ...]]) -> WatchedCard | None:
    first = table[0][_SEATS_COLUMNS:_SAID]
    if first[0] is None:  # no first seat among the chosen
        return None
    match = _MATCH.object(first)
    if match.variant not in VARIANTS:
        return None
    seats = [_SEAT.object(row[:_SEATS_COLUMNS]) for row in table]
    picture = _picture((match.public_id, match.version), match, [seat.name for seat in seats])
    return WatchedCard(
        match_id=match.pk,
        public_id=match.public_id,
        variant=match.variant,
        language=match.language,
        preset=match.preset,
        version=match.version,
        turn=picture.turn,
        is_slow=match.slow,
        is_untimed=picture.is_untimed,
        board=picture.board,
        seats=tuple(_seats(table, seats, picture)),
    )


def _seats(table: Sequence[tuple[object, ...]], seats: Sequence[SeatRow], picture: _Picture) -> Iterator[WatchedSeat]:
    for row, seat in zip(table, seats, strict=True):
        yield WatchedSeat(
            name=matches.shown_name(seat.name),
            user_id=seat.user_id,
            score=picture.scores[seat.seat],
            is_on_turn=picture.on_turn == seat.seat,
            said=tuple(row[_SAID + 2 :]),
        )


@cached(_PICTURES, key=lambda shown, *_: shown, lock=_DRAWING)
def _picture(_shown: tuple[str, int], match: Match, names: Sequence[str]) -> _Picture:
    state = store.load(match)
    view = onlookers_view_of(state, (), now_ms())
    return _Picture(
        board=small_board(view, names, ()),
        scores=tuple(player.score for player in state.players),
        on_turn=state.active,
        turn=state.turn,
        is_untimed=state.rules.limit("turn_seconds") is None and not match.slow,
    )

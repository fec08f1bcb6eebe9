"""A seat's draft: the tiles it has laid and not yet played, kept so that a reload or another device finds them.

Nobody but the seat ever gets it, and nothing of the match hangs on it: it is no action, raises no version and is pushed
to no page. Whether the tiles still fit is looked at where they are drawn.
"""

import json
from collections.abc import Sequence
from typing import Any

from game.crossword.tiles import placed_token
from game.kernel.basics import Seat
from game.models import Match, SeatRow
from game.wire import Draft


def keep(seat: SeatRow, draft: Draft) -> bool:
    """Keep a draft instead of the one before; False from a page that has not yet seen what happened last.

    So tiles that were just played do not come back with an answer that was slower than the play.
    """
    row = SeatRow.objects.filter(pk=seat.pk, match__version=draft.version, match__status=Match.Status.LIVE)
    tiles = [[placed.row, placed.col, placed_token(placed)] for placed in draft.tiles]
    return bool(row.update(draft=json.dumps(tiles, separators=(",", ":")) if tiles else ""))


def kept(seat: SeatRow) -> Sequence[Any]:
    """The draft of a seat as the page reads it: [row, column, token] for each tile."""
    tiles: list[Any] = json.loads(seat.draft or "[]")
    return tiles


def clear(match_id: int, seat: Seat) -> None:
    """The tiles are played."""
    SeatRow.objects.filter(match_id=match_id, seat=seat).update(draft="")

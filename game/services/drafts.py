"""A seat's draft: the tiles it has laid and not yet played, kept so that a reload or another device finds them.

Nobody but the seat ever gets it, and nothing of the match hangs on it: it is no action, raises no version and is pushed
to no page. Whether the tiles still fit is looked at where they are drawn.
"""

import json
from collections.abc import Mapping
from typing import Any

from game.models import Match, SeatRow
from game.services.player_messages import Draft


def keep(seat: SeatRow, draft: Draft) -> bool:
    """Keep a draft instead of the one before; False from a page that has not yet seen what happened last.

    So tiles that were just played do not come back with an answer that was slower than the play.
    """
    row = SeatRow.objects.filter(pk=seat.pk, match__version=draft.version, match__status=Match.Status.LIVE)
    laid = {name: value for name, value in draft.laid.dump().items() if name != "do" and value}
    return bool(row.update(draft=json.dumps(laid, separators=(",", ":")) if laid else ""))


def kept(seat: SeatRow) -> Mapping[str, Any]:
    """The draft of a seat as the page reads it: `tiles`, [row, column, token] each, and what else the game lays."""
    found = json.loads(seat.draft or "{}")
    # Until the games laid more than tiles a draft was their list alone, and a running match may still have one.
    laid: dict[str, Any] = {"tiles": found} if isinstance(found, list) else found
    return {"tiles": [], **laid}

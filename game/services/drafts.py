"""A seat's draft: the tiles it has laid and not yet played, kept so that a reload or another device finds them.

It is sent to that seat only, and nothing of the match depends on it: it is no action, raises no version and is pushed
to no page. Whether the tiles still fit is checked where they are drawn. The last change wins, and none is lost unseen:
docs/decisions/0040.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.db.models import Exists

from game.models import Match, SeatRow
from game.services import play
from game.services.player_messages import BadMessage, Draft, read_laid

LAID_ELSEWHERE = "laid_elsewhere"


def keep(seat: SeatRow, draft: Draft) -> str:
    """Keep a draft instead of the one before; "" where it was kept, else why not.

    STALE for a page that has not yet seen what happened last, so that tiles that were just played do not come back
    with an answer that was slower than the play; LAID_ELSEWHERE for one that names another draft than the one there
    is: another page of the same player has changed it, and this one has to see that first.
    """
    # A number says something also where it is 0, as that of an option; an empty list says nothing.
    dumped = {name: value for name, value in draft.laid.dump().items() if name != "do"}
    laid = {name: value for name, value in dumped.items() if value or type(value) is int}
    text = json.dumps(laid, separators=(",", ":")) if laid else ""
    shown = Match.objects.filter(pk=seat.match_id, version=draft.version, status=Match.Status.LIVE)
    row = SeatRow.objects.filter(Exists(shown), pk=seat.pk)
    # The statement itself asks for the draft that was read: another page may have written since.
    known = row if draft.mark is None else row.filter(draft=seat.draft)
    if (draft.mark is None or draft.mark == _mark(seat.draft)) and known.update(draft=text):
        seat.draft = text
        return ""
    if not shown.exists():
        return play.STALE
    seat.refresh_from_db(fields=["draft"])
    return LAID_ELSEWHERE


def kept(seat: SeatRow) -> Mapping[str, Any]:
    """The draft of a seat as the page reads it: `tiles`, [row, column, token] each, what else the game lays, and the
    `mark` by which the page names this draft.

    It may have been kept for two weeks, by an earlier release: what the game cannot read any more is no draft.
    """
    try:
        found = json.loads(seat.draft or "{}")
        # Until the games laid more than tiles a draft was their list alone, and a running match may still have one.
        laid: dict[str, Any] = {"tiles": found} if isinstance(found, list) else dict(found)
    except (TypeError, ValueError):
        laid = {}
    if laid and not any(_is_read(form, seat.match) for form in (laid, {"tiles": [], **laid})):
        laid = {}
    return {"tiles": [], **laid, "mark": _mark(seat.draft)}


def _is_read(laid: Mapping[str, Any], match: Match) -> bool:
    try:
        read_laid(laid, match.variant, match.language)
    except BadMessage:
        return False
    return True


def _mark(draft: str) -> str:
    """Two drafts that are not the same have two marks; the empty one's is empty."""
    return hashlib.sha256(draft.encode()).hexdigest()[:12] if draft else ""

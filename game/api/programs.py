"""The API by which a program with a seat plays (the bot API): it finds its matches, sees its own seat's screen, and
acts by the same service function as every player."""

import json
from dataclasses import dataclass
from typing import Any

from game.kernel.base_types import Millis
from game.live.open_sockets import admit as admit
from game.live.open_sockets import in_thread as in_thread
from game.live.open_sockets import leave as leave
from game.live.screens import read
from game.match.concurrent_actions import one_of_few
from game.match_stream import MatchStream as MatchStream
from game.match_stream import TooManyStreams as TooManyStreams
from game.match_stream import state_of
from game.models import Match, SeatRow
from game.presentation import messages
from game.services import matches, play, player_messages, presence
from game.services.player_messages import LARGEST_MESSAGE as LARGEST_MESSAGE
from game.services.player_messages import BadMessage as BadMessage
from game.services.settle_due import settled
from game.variants import VARIANTS

RECENT_MS = 60_000
"""So long after its end a match is still listed for a program that was not notified of it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of an action: the match's version, and "" or the code of the refusal with a sentence and its data."""

    version: int
    code: str = ""
    message: str = ""
    data: dict[str, Any] | None = None


def seat_of_program(public_id: str, user_id: int) -> SeatRow | None:
    """The user's seat in that match; None for a stranger, no such match, and a game that is no longer installed."""
    seat = matches.seat_of(public_id, user_id)
    return seat if seat is not None and seat.match.variant in VARIANTS else None


def seat_state(seat: SeatRow, now: Millis) -> dict[str, Any]:
    """The match as the seat sees it now, as one line of its stream."""
    presence.touch(seat.match_id, seat.seat, now)
    return state_of(read(settled(seat.match_id, now)), seat.seat)


def program_acts(seat: SeatRow, body: bytes, now: Millis) -> Answer:
    """Act for the seat by `body`, an action as pages send it. Raises player_messages.BadMessage, SeatBusy."""
    message = player_messages.read_action(player_messages.decode(body), seat.match.variant, seat.match.language)
    with one_of_few(seat):
        receipt = play.submit(seat.match_id, seat.seat, message, now)
    if not receipt.code:
        return Answer(receipt.version)
    said = messages.refusal(receipt.code, receipt.data)
    return Answer(receipt.version, receipt.code, said, json.loads(json.dumps(receipt.data, default=str)))


def matches_of_program(user_id: int, now: Millis) -> list[tuple[str, str, bool]]:
    """The public ids, games and ends (whether it is over) of the user's matches that run or have just ended."""
    seats = SeatRow.objects.filter(user_id=user_id, match__variant__in=list(VARIANTS))
    live = seats.filter(match__status=Match.Status.LIVE)
    ended = seats.filter(match__status=Match.Status.OVER, match__finished_at__gt=now - RECENT_MS)
    rows = (live | ended).order_by("match_id").values_list("match__public_id", "match__variant", "match__status")
    return [(public_id, variant, status == Match.Status.OVER) for public_id, variant, status in rows]

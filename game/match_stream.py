"""Stream what one seat of a running match may see, to a program that plays it.

The stream is kept like the socket of a page (socket_keeper.py): it is notified of newer versions, gets a beat every few
seconds, keeps the lease of its seat, and holds neither a thread nor a connection to the database while nothing happens.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from common.postgres.answer_deadline import LOST
from game.live import open_sockets, socket_keeper
from game.live.keeper_statements import touch
from game.live.open_sockets import in_thread
from game.live.screens import Reading, screen_from
from game.models import Match, SeatRow
from game.services import sessions
from game.services.clock import now_ms
from game.services.presence import Place
from game.view_as_data import plain


class TooManyStreams(Exception):
    """As many streams and sockets of the user, or of the process, are open as may be."""


class MatchStream:
    """A stream of one seat. `is_allowed` queries the database whether it may go on; it ends where it may not, at the
    end of the match, and with the process. Nothing is counted in before `lines` is begun."""

    session_key: str | None = None  # it is looked at by itself at every beat
    found: sessions.Found | None = None
    drawing: asyncio.Task[None] | None = None  # nothing is drawn for it

    def __init__(self, seat: SeatRow, user_id: int, is_allowed: Callable[[], bool]) -> None:
        self.place, self.user_id, self.is_allowed = Place(seat.match_id, seat.seat), user_id, is_allowed
        self.answered_at = self.opened_at = time.monotonic()
        self.newest, self.is_ended, self.has_beat = 0, False, False

    async def lines(self) -> AsyncIterator[dict[str, Any]]:
        """The match as it stands, then again at every change; {"type": "heartbeat"} in between. Raises
        TooManyStreams."""
        self.news = asyncio.Event()
        if not open_sockets.admit(self, self.user_id):
            raise TooManyStreams
        kept = socket_keeper.of_this_loop()
        try:
            await kept.add(self)
            await touch(self.place)
            drawn = 0
            while not self.is_ended:
                if drawn == 0 or self.newest > drawn:
                    reading = await kept.read(self.place.match_id, is_new=drawn == 0)
                    if reading.row.version > drawn:
                        yield await _state(reading, self.place)
                    drawn = reading.row.version
                    if reading.row.status == Match.Status.OVER:
                        return
                if self.has_beat:
                    self.has_beat = False
                    yield {"type": "heartbeat", "version": drawn}
                # What was yielded has been taken (alfapower/web/answer_backpressure.py): this program's sign of life.
                self.answered_at = time.monotonic()
                kept.answered(self.place, self.answered_at)
                await self.news.wait()
                self.news.clear()
        finally:
            open_sockets.leave(self)
            await kept.remove(self)

    # What the keeper calls -------------------------------------------------------------------------------------

    def told(self, version: int) -> None:
        """The match is at this version."""
        self.newest = max(self.newest, version)
        self.news.set()

    async def beat(self) -> None:
        """Send a heartbeat."""
        self.has_beat = True
        self.news.set()

    def began_with(self, found: sessions.Found) -> bool:
        """It has no session: the caller has to check in full."""
        return False

    async def check_session(self) -> bool:
        """Look whether the stream may go on, and end it where it may not."""
        if await in_thread(self.is_allowed)():
            return True
        await self.close()
        return False

    async def told_how_many(self, number: int) -> None:
        """It is of no interest to a program."""

    async def told_of_person(self) -> None:
        """A stream is of its match alone."""

    async def told_of_beside(self) -> None:
        """As above: what stands beside a match is for its page."""

    async def told_of_session(self) -> None:
        """Something about the account has changed: look at once."""
        try:
            await self.check_session()
        except LOST:
            await self.close()

    async def close(self, code: int = 0) -> None:
        """End the stream after the line that is under way."""
        self.is_ended = True
        self.news.set()


@in_thread
def _state(reading: Reading, place: Place) -> dict[str, Any]:
    return state_of(reading, place.seat)


def state_of(reading: Reading, seat: int) -> dict[str, Any]:
    """One line of the stream: the match as the seat sees it."""
    screen, row = screen_from(reading, seat, now_ms()), reading.row
    return {
        "type": "state",
        "id": row.public_id,
        "game": row.variant,
        "language": row.language,
        "version": row.version,
        "seat": screen.view.viewer,
        "names": list(screen.table.names),
        "over": row.status == Match.Status.OVER,
        "view": plain(screen.view),
    }

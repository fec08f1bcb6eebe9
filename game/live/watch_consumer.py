"""The WebSocket of an onlooker's page: it pushes what all onlookers of the match are sent, and receives only signs of
life. A visitor without an account may have one; each is looked at anew when the players' switches, a block or a
friendship change (gallery.py).
"""

import contextlib
import time
from typing import Any

from game import unchanged_page
from game.live import onlooker_marks, open_sockets
from game.live.gallery import Gallery
from game.live.kept_consumer import ScreenConsumer
from game.live.onlooker_marks import SEEN
from game.live.open_sockets import Close
from game.services.watching import Visit


class WatchConsumer(ScreenConsumer):
    """One open page of an onlooker; `user_id` is 0 for a visitor. It waits for the page's answer to a screen before it
    is sent another: who does not read gets fewer and newer screens, never a queue."""

    called = "an onlooker's socket"

    gallery: Gallery | None = None
    is_beat_due = True

    async def connect(self) -> None:
        """Who it is, whether the match is open to them, then its gallery, then the screen."""
        self.answered_at = self.opened_at = time.monotonic()
        asked = self.read_address()
        await self.accept()
        user = self.scope.get("user")
        self.user_id = user.pk if user is not None and user.is_authenticated else 0
        self.session_key = self.scope["session"].session_key if self.user_id and "session" in self.scope else None
        address = (self.scope.get("client") or [""])[0]
        if not open_sockets.admit_onlooker(self, self.user_id, address):
            await self.close(Close.TOO_MANY_WATCH)
            return
        public_id = self.scope["url_route"]["kwargs"]["public_id"]
        self.shows = unchanged_page.shown_by(asked, public_id, None, self.language)
        has_watched = self.shows > 0  # and may be told the end, though that came while its socket was away
        match_id = await self.keeper.arrivals.watched.ask(Visit(public_id, self.user_id or None, has_watched))
        if match_id is None:
            await self.close(Close.NOT_OPEN)
            return
        self.match_id = match_id
        self.mark = onlooker_marks.mark(match_id, self.session_key, asked.get("browser", ""))
        self.gallery = await self.keeper.galleries.enter(match_id, self)
        await self.keeper.add(self)
        self.is_in = True
        self._seen()
        self.newest = 1  # whatever the version is
        self._draw_soon()
        await self.tell_if_another(asked.get("eyes", ""))

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close it, and take it out of its gallery."""
        await super().close(code, reason)
        await self.left()

    async def left(self) -> None:
        """Out of its gallery; does nothing for one that is in none."""
        gallery, self.gallery = self.gallery, None
        if gallery is not None:
            await self.keeper.galleries.leave(gallery, self)

    def _heard(self, kind: str, shows: object, looks: bool) -> None:
        if type(shows) is int:
            self.shows = shows
        self.answered_at = time.monotonic()
        self.pushed_at = None
        if self.gallery is None:
            return
        self._seen()
        if kind == "nudge":
            self.keeper.due.add(self.match_id)  # looked at once for all who say so
        self._draw_soon()

    def _seen(self) -> None:
        SEEN.note(self.match_id, self.mark, self.user_id or None)

    # What keeper and gallery call --------------------------------------------------------------------------------

    async def beat(self) -> None:
        """A sign of life for the page, which answers it: at every second beat, for no lease hangs on an onlooker's."""
        self.is_beat_due = not self.is_beat_due
        if self.is_beat_due:
            await self.send(unchanged_page.beat(self.drawn))
        self._draw_soon()

    async def told_of_person(self) -> None:
        """Friendships or blocks of the user's may be others: look whether it may stay."""
        if self.gallery is not None:
            await self.gallery.look_again(self)

    async def told_of_beside(self) -> None:
        """It is told nothing of what is beside a match."""

    # Sending -----------------------------------------------------------------------------------------------------

    def _is_behind(self) -> bool:
        is_reading = self.pushed_at is None or time.monotonic() - self.pushed_at >= open_sockets.UNREAD_SECONDS
        return self.gallery is not None and is_reading and self.newest > self.drawn

    async def _draw_next(self) -> None:
        """What has changed for a page that shows the version before; the whole screen for any other."""
        assert self.gallery is not None
        shared = await self.gallery.shared_in(self.language)
        has_it = self.shows >= self.drawn  # or what was pushed is lost
        if has_it and self.shows == shared.version:
            text = unchanged_page.beat(shared.version)
        elif has_it and self.shows == shared.since and shared.since:
            text = shared.changes
        else:
            text = shared.whole
        self.drawn = shared.version
        self.newest = max(self.newest, shared.version)
        self.pushed_at = time.monotonic()
        await self.send(text)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """As any other kept socket; and out of its gallery at the end."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            with contextlib.suppress(Exception):
                await self.left()

"""The socket of one page of a match: it pushes changed panels to its own seat; only signs of life come in by it.

A page at rest costs nothing here: its keeper (socket_keeper.py) sends its beats, writes its signs of life, and says by
`told` that the match has a newer version. Only then, and where the page itself asks, the state is read anew and drawn
for this seat. Every close has a code of ours.
"""

import asyncio
import contextlib
import logging
import re
import time
from typing import Any
from urllib.parse import parse_qsl

from channels.auth import get_user
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.utils import translation

from common.postgres.answer_deadline import LOST
from game import unchanged_page
from game.kernel.base_types import Seat
from game.live import open_sockets, pushes, socket_keeper
from game.live.open_sockets import Close, in_thread
from game.live.screens import Reading, screen_from
from game.services import match_news, player_messages, presence, sessions, settlement
from game.services.clock import now_ms
from game.services.match_faults import MatchFailed
from game.services.presence import Place

log = logging.getLogger(__name__)

_USUAL = re.compile(r'\{"kind":"seen","version":([0-9]{1,9})(,"visible":true)?\}')
"""What a page says at every beat: to read it as any other message costs more than all else that is done for it."""
OTHERS_FIRST_SECONDS = 0.25
"""So long at most a drawing waits for those of the other seats."""
SAID_GOODBYE = frozenset({1000, 1001, 1005})
"""Close codes that a page itself sent as it went. A connection that broke says nothing; its lease runs out."""


class MatchConsumer(AsyncWebsocketConsumer):
    """One open page. `drawn` is the version it was sent, `shows` the one it has said that it shows, `newest` the one
    its match is known to have; `brought` the one it says it came with, until that was looked at. `looks`: whether
    somebody looks at it, None until it has said so. Draws one at a time, in a task that ends when there is nothing to
    draw."""

    place: Place | None = None
    drawing: asyncio.Task[None] | None = None
    found: sessions.Found | None = None
    looks: bool | None = None
    is_in = False

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Run until the socket is closed. Without a channel: its keeper has the one that all sockets share."""
        self.scope, self.base_send = scope, send
        self.keeper = socket_keeper.of_this_loop()
        try:
            with contextlib.suppress(StopConsumer):
                while True:
                    await self.dispatch(await receive())
        finally:
            open_sockets.leave(self)
            await self.keeper.remove(self)
            if self.drawing is not None:
                self.drawing.cancel()
                await asyncio.gather(self.drawing, return_exceptions=True)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Any of the following. One that meets a database that is away closes the socket, and the page comes back;
        one that meets a match that stands still closes it for good."""
        try:
            await getattr(self, get_handler_name(message))(message)
        except LOST as error:
            await self._try_later(error)
        except MatchFailed:
            await self.close(Close.FAILED)

    async def connect(self) -> None:
        """Seat first, then the keeper with its groups, then the state: nothing can fall between. Draws everything for
        a page that does not show it already."""
        self.drawn = self.shows = self.newest = self.brought = 0
        self.is_asked = True  # to draw, whatever the version
        self.answered_at = self.opened_at = time.monotonic()
        self.pushed_at: float | None = None
        asked = dict(parse_qsl(self.scope.get("query_string", b"").decode("latin-1")))
        self.language = _language(asked)
        await self.accept()
        user = self.scope.get("user")
        if user is None or not user.is_authenticated:
            await self.close(Close.NOT_SIGNED_IN)
            return
        if not open_sockets.admit(self, user.pk):
            await self.close(Close.TRY_LATER)
            return
        public_id = self.scope["url_route"]["kwargs"]["public_id"]
        place = await self.keeper.arrivals.places.ask((public_id, user.pk))
        if place is None:
            await self.close(Close.NOT_YOURS)
            return
        self.place, self.user_id = place, user.pk
        self.brought = unchanged_page.shown_by(asked, public_id, place.seat, self.language)
        self.session_key = self.scope["session"].session_key if "session" in self.scope else None
        await self.keeper.add(self)
        if not await self.keeper.arrivals.signs.ask(place):
            await _touch(place)
        self.is_in = True
        self._draw_soon()

    async def accept(self, subprotocol: str | None = None, headers: Any = None) -> None:
        """Accept it, and name `sign` to a server that knows what to do with it."""
        await self.base_send({"type": "websocket.accept", "subprotocol": subprotocol, "sign": self.sign})

    def sign(self, text: str) -> bool:
        """Take the usual sign of life, at once; False for all else, which is a message as any other.

        A server that gives signs here makes no message of them: its way through the queue and all layers took most of
        what a page at rest costs."""
        usual = _USUAL.fullmatch(text)
        if usual is None or not self.is_in:
            return False
        self._heard("seen", int(usual[1]), usual[2] is not None)
        return True

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close it, and keep it no longer."""
        await super().close(code, reason)
        await self.keeper.remove(self)

    async def disconnect(self, code: int) -> None:
        """Say goodbye for a page that did; nothing of the match rests on this being called."""
        if self.place is not None and code in SAID_GOODBYE:
            await self.keeper.remove(self)  # or a sign of life that is not written yet would take it back
            with contextlib.suppress(Exception):
                await _goodbye(self.place)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A sign of life ("seen") or a nudge that the clock has run out. Anything else closes the socket."""
        if text_data is not None and len(text_data) > player_messages.LARGEST_MESSAGE:
            await self.close(Close.TOO_LARGE)
            return
        try:
            kind, shows, looks = _sign_of_life(text_data)
        except player_messages.BadMessage:
            await self.close(Close.BAD_FRAME)
            return
        if self.place is not None:
            self._heard(kind, shows, looks)

    def _heard(self, kind: str, shows: object, looks: bool) -> None:
        if type(shows) is int:
            self.shows = shows
        self.answered_at = time.monotonic()
        self.keeper.answered(self, looks=looks)
        if looks and self.looks is False:
            self.keeper.run(self._come_to_eyes())
        self.looks = looks
        self.pushed_at = None
        self.is_asked |= kind == "nudge"
        self._draw_soon()

    async def _come_to_eyes(self) -> None:
        """A page that lay open behind others is looked at: what it is about needs no telling any more."""
        with contextlib.suppress(*LOST):
            await _read_news(self.user_id, self.scope["url_route"]["kwargs"]["public_id"])

    # What the keeper calls -------------------------------------------------------------------------------------

    def told(self, version: int) -> None:
        """The match is at this version: draw it, unless the page has it."""
        self.newest = max(self.newest, version)
        self._draw_soon()

    async def beat(self) -> None:
        """A sign of life for the page, which answers it; and what could not be drawn before is tried again.

        Sent whatever becomes of the drawing: a page that waits for a database still knows that the site is there."""
        await self.send(unchanged_page.beat(self.drawn))
        self._draw_soon()

    def began_with(self, found: sessions.Found) -> bool:
        """Whether session and user are as they were when the socket was opened."""
        return sessions.are_as_in(self.scope, found)

    async def check_session(self) -> bool:
        """Look whether this page may go on, and close it where it may not."""
        # The scope holds the session as it was at connect: a fresh one asks the database.
        fresh = SessionStore(self.scope["session"].session_key)
        user = await get_user({**self.scope, "session": fresh})
        if user.is_authenticated and user.pk == self.scope["user"].pk and user.is_active:
            return True
        await self.close(Close.NOT_SIGNED_IN)
        return False

    async def told_of_session(self) -> None:
        """The player has signed out somewhere, or was locked out: look at once."""
        try:
            await self.check_session()
        except LOST as error:
            await self._try_later(error)

    # Drawing ---------------------------------------------------------------------------------------------------

    def _draw_soon(self) -> None:
        if self.drawing is None and self._is_behind():
            self.drawing = asyncio.create_task(self._draw_all())

    def _is_behind(self) -> bool:
        """Whether there is something to draw for a page that reads. One that has not yet answered for the last push
        gets the next one at the beat: whoever reads slowly gets fewer and newer screens, never a queue."""
        is_reading = self.pushed_at is None or time.monotonic() - self.pushed_at >= socket_keeper.BEAT_SECONDS
        return is_reading and (self.is_asked or self.newest > self.drawn)

    async def _draw_all(self) -> None:
        """Draw until the page has the newest version: pings that come meanwhile are one redraw."""
        assert self.place is not None
        try:
            while self._is_behind():
                is_asked, self.is_asked = self.is_asked, False
                await self._refresh(self.place, is_asked)
        except MatchFailed:
            await self.close(Close.FAILED)  # the page, loaded anew, says so
        except RuntimeError as error:
            # The server has closed the socket, and nothing can be sent any more.
            log.info("match %s: a socket is gone (%s)", self.place.match_id, error)
        except Exception as error:
            # One line a socket and beat, whatever ails the database: the next beat tries again.
            log.warning("match %s: a socket could not be drawn (%s)", self.place.match_id, type(error).__name__)
            self.is_asked = True
        finally:
            self.drawing = None

    async def _refresh(self, place: Place, is_asked: bool) -> None:
        """Send what is new. Where the page has asked, the match is looked at anew, for its clock may have run out."""
        brought, self.brought = self.brought, 0
        if brought and (word := await self._unchanged(place.match_id, brought)):
            self.drawn = self.shows = brought
            self.newest = max(self.newest, brought)
            await self.send(word)
            return
        async with contextlib.nullcontext() if self.drawn else self.keeper.first_screens:
            await self._send_news(place, is_asked, brought)

    async def _send_news(self, place: Place, is_asked: bool, brought: int) -> None:
        has_it = self.shows >= self.drawn  # or what was pushed is lost, and it gets the whole screen
        reading = await self.keeper.read(place.match_id, is_new=is_asked)
        version, html = reading.row.version, ""
        if version > self.drawn:
            if place.seat == reading.actor:
                await self._others_drawn(place)
            html = await _draw(reading, place.seat, self.language, self.drawn or brought if has_it else 0)
        self.drawn = version
        self.newest = max(self.newest, version)
        self.pushed_at = time.monotonic() if html else None
        await self.send(html or unchanged_page.beat(version))  # #state names it as well

    async def _others_drawn(self, place: Place) -> None:
        """Until the other seats have been drawn: who acted knows already what was done, the others wait for it, and
        drawings side by side in one process would each take as long as all of them."""
        shown = self.keeper.matches.get(place.match_id)  # or it is closed while it is drawn
        sockets = shown.sockets if shown is not None else ()
        if others := {one.drawing for one in sockets if one.drawing is not None and one.place.seat != place.seat}:
            await asyncio.wait(others, timeout=OTHERS_FIRST_SECONDS)

    async def _unchanged(self, match_id: int, shows: int) -> str:
        """The word for a page that shows that version; empty where it is to be drawn. What is due is applied first."""
        word = await self.keeper.arrivals.words.ask((match_id, shows))
        return word if word is not None else await _unchanged(match_id, shows)

    async def _try_later(self, error: Exception) -> None:
        log.warning("A socket is told to try again (%s).", type(error).__name__)
        await self.close(Close.TRY_LATER)


def _sign_of_life(text: str | None) -> tuple[str, object, bool]:
    """What a page says, the version that it says it shows, and whether somebody looks at it. Raises BadMessage for
    everything else."""
    usual = _USUAL.fullmatch(text or "")
    if usual:
        return "seen", int(usual[1]), usual[2] is not None
    if text is None:
        raise player_messages.BadMessage("binary")
    frame = player_messages.decode(text)
    kind, shows = frame.get("kind"), frame.get("version")
    if kind not in ("seen", "nudge"):
        raise player_messages.BadMessage("kind")
    return kind, shows, frame.get("visible") is True


def _language(asked: dict[str, str]) -> str:
    """The language the page was drawn in, which it names in the socket's address."""
    named = asked.get("lang", "")
    return named if named in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


@in_thread
def _unchanged(match_id: int, shows: int) -> str:
    now = now_ms()
    return unchanged_page.word(settlement.settled(match_id, now), shows, now)


@in_thread
def _draw(reading: Reading, seat: Seat, language: str, since: int) -> str:
    """What a page of this seat lacks that shows the version `since`: what has changed, or the whole screen."""
    with translation.override(language):
        return pushes.push(screen_from(reading, seat, now_ms()), language, since)


@in_thread
def _touch(place: Place) -> None:
    presence.touch(place.match_id, place.seat, now_ms())


@in_thread
def _read_news(user_id: int, public_id: str) -> None:
    match_news.read(user_id, public_id, now_ms())


@in_thread
def _goodbye(place: Place) -> None:
    presence.goodbye(place.match_id, place.seat, now_ms())

"""Base class of the WebSockets kept by the process's keeper: who may open one, signs of life, sessions, closing.

Every close has a code of ours (open_sockets.py).
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
from django.contrib.sessions.backends.db import SessionStore

from common.postgres.answer_deadline import LOST
from game.live import eyes, open_sockets, socket_keeper
from game.live.open_sockets import Close
from game.live.page_language import language_of
from game.services import player_messages, sessions
from game.services.match_faults import MatchFailed
from game.services.presence import Place

log = logging.getLogger(__name__)

_USUAL = re.compile(r'\{"kind":"seen","version":([0-9]{1,9})(,"visible":true)?\}')
"""What a page says at every beat: to read it as any other message costs more than all else that is done for it."""


class KeptConsumer(AsyncWebsocketConsumer):
    """One open page of a user. `place` is the seat that it shows, None of a page of no match. What it is notified of,
    and what it does with a sign of life (`_heard`), is its own."""

    place: Place | None = None
    drawing: asyncio.Task[None] | None = None
    found: sessions.Found | None = None
    is_in = False
    user_id: int
    session_key: str | None
    answered_at: float
    opened_at: float

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

    async def let_in(self) -> bool:
        """Accept the socket, and close it again where no user is signed in or too many are open."""
        self.answered_at = self.opened_at = time.monotonic()
        await self.accept()
        user = self.scope.get("user")
        if user is None or not user.is_authenticated:
            await self.close(Close.NOT_SIGNED_IN)
            return False
        if not open_sockets.admit(self, user.pk):
            await self.close(Close.TRY_LATER)
            return False
        self.user_id = user.pk
        self.session_key = self.scope["session"].session_key if "session" in self.scope else None
        return True

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

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A sign of life ("seen"), or a nudge that something has run out. Anything else closes the socket."""
        if text_data is not None and len(text_data) > player_messages.LARGEST_MESSAGE:
            await self.close(Close.TOO_LARGE)
            return
        try:
            kind, shows, looks = _sign_of_life(text_data)
        except player_messages.BadMessage:
            await self.close(Close.BAD_FRAME)
            return
        if self.is_in:
            self._heard(kind, shows, looks)

    def _heard(self, kind: str, shows: object, looks: bool) -> None:
        raise NotImplementedError

    # What the keeper calls -------------------------------------------------------------------------------------

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

    async def _try_later(self, error: Exception) -> None:
        log.warning("A socket is told to try again (%s).", type(error).__name__)
        await self.close(Close.TRY_LATER)


class ScreenConsumer(KeptConsumer):
    """A page of a match. `drawn` is the version it was sent, `shows` the one it has said that it shows, `newest` the
    one its match is known to have; `pushed_at` when it was sent a screen for which it has not answered yet. It is sent
    one screen after the other, in a task that ends when there is nothing to send."""

    called = "a socket"
    drawn = shows = newest = 0
    is_asked = False  # to draw, whatever the version
    pushed_at: float | None = None
    match_id: int
    language: str

    def read_address(self) -> dict[str, str]:
        """What the page says in the address of its socket, its language too."""
        asked = dict(parse_qsl(self.scope.get("query_string", b"").decode("latin-1")))
        self.language = language_of(asked)
        return asked

    async def tell_if_another(self, shown: str) -> None:
        """Tell a page that says it shows `shown` how many watch, where it is another number."""
        number = self.keeper.galleries.numbers.get(self.match_id, 0)
        if eyes.is_another(number, shown):
            await self.told_how_many(number)

    def told(self, version: int) -> None:
        """The match is at this version: draw it, unless the page has it."""
        self.newest = max(self.newest, version)
        self._draw_soon()

    async def told_how_many(self, number: int) -> None:
        """So many watch: the number alone is sent, and none of its panels is drawn."""
        await self.send(eyes.element(number, self.language))

    def _draw_soon(self) -> None:
        if self.drawing is None and self._is_behind():
            self.drawing = asyncio.create_task(self._draw_all())

    async def _draw_all(self) -> None:
        """Draw until the page has the newest version: pings that come meanwhile are one redraw."""
        try:
            while self._is_behind():
                await self._draw_next()
        except MatchFailed:
            await self.close(Close.FAILED)  # the page, loaded anew, says so
        except RuntimeError as error:
            # The server has closed the socket, and nothing can be sent any more.
            log.info("match %s: %s is gone (%s)", self.match_id, self.called, error)
        except Exception as error:
            # One line a socket and beat, however the database fails: the next beat tries again.
            log.warning("match %s: %s could not be drawn (%s)", self.match_id, self.called, type(error).__name__)
            self.is_asked = True
        finally:
            self.drawing = None

    def _is_behind(self) -> bool:
        """Whether there is something to draw for a page that reads."""
        raise NotImplementedError

    async def _draw_next(self) -> None:
        """Send what the page lacks."""
        raise NotImplementedError


def _sign_of_life(text: str | None) -> tuple[str, object, bool]:
    """A page's message, the version that it says it shows, and whether it is visible. Raises BadMessage for everything
    else."""
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

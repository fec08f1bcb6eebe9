"""The socket of one page of a match: it pushes changed panels to its own seat; only signs of life come in by it.

A ping says only that there is something newer; what is drawn is read anew for this seat. A ping that is lost is healed
by the heartbeat, a missed socket by a reload: both are the same cold start. Every close has a code of ours.
"""

import asyncio
import contextlib
import hashlib
import logging
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from channels.auth import get_user
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation

from common.postgres.patience import LOST
from game import panels, sockets, wire
from game.rules.basics import Seat
from game.screens import screen_of
from game.services import matches, presence
from game.services.announce import group_of, group_of_user
from game.services.clock import now_ms
from game.services.enforcement import settled
from game.sockets import Close, in_thread

log = logging.getLogger(__name__)

BEAT_SECONDS = 4
"""Often enough that a lost ping heals soon, and that an answer to each keeps the player's lease alive."""
SAID_GOODBYE = frozenset({1000, 1001, 1005})
"""Close codes that a page itself sent as it went. A connection that broke says nothing; its lease runs out."""
UNANSWERED_SECONDS = 30
"""A page that has answered nothing for this long is not reading."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a socket belongs."""

    match_id: int
    seat: Seat


class MatchConsumer(AsyncWebsocketConsumer):
    """One open page. `drawn` is the newest version it was sent, `sent` a hash of each panel as it has it."""

    place: Place | None = None
    pump: asyncio.Task[None] | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Any of the following. One that meets a database that is away closes the socket, and the page comes back."""
        try:
            await super().dispatch(message)
        except LOST as error:
            log.warning("A socket is told to try again (%s).", type(error).__name__)
            await self.close(Close.TRY_LATER)

    async def connect(self) -> None:
        """Seat first, then the group, then the state: nothing can fall between. Draws everything."""
        self.drawn = 0
        self.sent: dict[str, str] = {}
        self.poke = asyncio.Event()
        self.answered_at = self.opened_at = time.monotonic()
        self.pushed_at: float | None = None
        self.language = _language(self.scope)
        await self.accept()
        user = self.scope.get("user")
        if user is None or not user.is_authenticated:
            await self.close(Close.NOT_SIGNED_IN)
            return
        if not sockets.admit(self, user.pk):
            await self.close(Close.TRY_LATER)
            return
        self.place = await _find_place(self.scope["url_route"]["kwargs"]["public_id"], user.pk)
        if self.place is None:
            await self.close(Close.NOT_YOURS)
            return
        await self._join(self.place)
        await _touch(self.place)
        self.poke.set()
        self.pump = asyncio.create_task(self._pump(self.place))

    async def disconnect(self, code: int) -> None:
        """Tidy up; nothing of the match rests on this being called."""
        sockets.leave(self)
        if self.pump is not None:
            self.pump.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.pump
        if self.place is not None:
            with contextlib.suppress(Exception):
                if code in SAID_GOODBYE:
                    await _goodbye(self.place)
                for group in self._groups(self.place):
                    await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A sign of life ("seen") or a nudge that the clock has run out. Anything else closes the socket."""
        if text_data is not None and len(text_data) > wire.LARGEST_MESSAGE:
            await self.close(Close.TOO_LARGE)
            return
        try:
            if text_data is None:
                raise wire.BadMessage("binary")
            kind = wire.decode(text_data).get("kind")
            if kind not in ("seen", "nudge"):
                raise wire.BadMessage("kind")
        except wire.BadMessage:
            await self.close(Close.BAD_FRAME)
            return
        if self.place is None:
            return
        self.answered_at = time.monotonic()
        if self.pushed_at is not None or kind == "nudge":
            self.pushed_at = None
            self.poke.set()
        with contextlib.suppress(Exception):  # a database that is away for a moment: the next sign of life tells
            await _touch(self.place)

    async def match_changed(self, event: dict[str, Any]) -> None:
        """The ping after a commit."""
        if event["version"] > self.drawn:
            self.poke.set()

    async def session_changed(self, event: dict[str, Any]) -> None:
        """The player has signed out somewhere, or was locked out: look at once whether this page may go on."""
        await self._check_session()

    async def _join(self, place: Place) -> None:
        for group in self._groups(place):
            await self.channel_layer.group_add(group, self.channel_name)

    def _groups(self, place: Place) -> tuple[str, str]:
        return group_of(place.match_id), group_of_user(self.scope["user"].pk)

    async def _pump(self, place: Place) -> None:
        """Draw when poked and at every heartbeat, one at a time: pings that come meanwhile are one redraw."""
        while True:
            poked = False
            with contextlib.suppress(TimeoutError):
                poked = await asyncio.wait_for(self.poke.wait(), BEAT_SECONDS)
            self.poke.clear()
            try:
                if not poked and not await self._may_go_on(place):
                    return
                await self._refresh(place)
            except RuntimeError as error:
                # The server has closed the socket, and nothing can be sent any more.
                log.info("match %s: a socket is gone (%s)", place.match_id, error)
                return
            except Exception as error:
                # One line a socket and beat, whatever ails the database or the layer: the next beat tries again.
                log.warning("match %s: a socket could not be drawn (%s)", place.match_id, type(error).__name__)

    async def _may_go_on(self, place: Place) -> bool:
        """At every beat: the page reads, its session is good, it is in its groups (a restarted layer forgets them)."""
        silent = time.monotonic() - self.answered_at
        if silent > UNANSWERED_SECONDS:
            await self.close(Close.SILENT)
            return False
        if time.monotonic() - self.opened_at > sockets.LONGEST_LIFE_SECONDS:
            await self.close(Close.RESTART)
            return False
        await self._join(place)
        return await self._check_session()

    async def _check_session(self) -> bool:
        # The scope holds the session as it was at connect: a fresh one asks the database.
        session = self.scope["session"]
        fresh = type(session._wrapped if hasattr(session, "_wrapped") else session)(session.session_key)
        user = await get_user({**self.scope, "session": fresh})
        if user.is_authenticated and user.pk == self.scope["user"].pk and user.is_active:
            return True
        await self.close(Close.NOT_SIGNED_IN)
        return False

    async def _refresh(self, place: Place) -> None:
        """Send what is new. A page that has not yet answered for the last push gets the next one at the beat: whoever
        reads slowly gets fewer and newer screens, never a queue."""
        if self.pushed_at is not None and time.monotonic() - self.pushed_at < BEAT_SECONDS:
            return
        version, parts = await _draw(place, self.drawn, self.language)
        if version > self.drawn + 1:
            self.sent.clear()  # the page may have read by itself a version that was skipped here
        changed = []
        for panel, html in parts.items():
            mark = hashlib.blake2b(html.encode(), digest_size=16).hexdigest()
            if self.sent.get(panel) != mark:
                self.sent[panel] = mark
                changed.append(html)
        self.drawn = version
        self.pushed_at = time.monotonic() if changed else None
        await self.send("\n".join([*changed, _beat(version)]))


def _beat(version: int) -> str:
    return f'<div id="beat" hx-swap-oob="true" hidden data-version="{version}"></div>'


def _language(scope: dict[str, Any]) -> str:
    """The language the page was drawn in, which it names in the socket's address."""
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[0]
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


@in_thread
def _find_place(public_id: str, user_id: int) -> Place | None:
    seat = matches.seat_of(public_id, user_id)
    return None if seat is None else Place(seat.match_id, seat.seat)


@in_thread
def _draw(place: Place, drawn: int, language: str) -> tuple[int, dict[str, str]]:
    """The match's version with all that was due applied, and this seat's panels when it is newer than `drawn`."""
    now = now_ms()
    row = settled(place.match_id, now)
    if row.version <= drawn:
        return row.version, {}
    screen = screen_of(row, place.seat, now)
    with translation.override(language):
        return row.version, panels.render(screen.view, screen.table)


@in_thread
def _touch(place: Place) -> None:
    presence.touch(place.match_id, place.seat, now_ms())


@in_thread
def _goodbye(place: Place) -> None:
    presence.goodbye(place.match_id, place.seat, now_ms())

"""The socket of one page of a match: it pushes changed panels to its own seat, and nothing comes in by it but signs of
life.

A ping says only that there is something newer; what is drawn is read anew for this seat. A ping that is lost is healed
by the heartbeat, a missed socket by a reload: both are the same cold start.
"""

import asyncio
import contextlib
import hashlib
import logging
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation

from game import panels, wire
from game.rules.basics import Seat
from game.screens import screen_of
from game.services import matches, presence
from game.services.announce import group_of
from game.services.clock import now_ms
from game.services.enforcement import settled

log = logging.getLogger(__name__)

BEAT_SECONDS = 4
"""Often enough that a lost ping heals soon, and that an answer to each keeps the player's lease alive."""

BAD_FRAME = 4400
NOT_SIGNED_IN = 4401
NOT_YOURS = 4403


@dataclass(frozen=True, slots=True)
class Place:
    """Where a socket belongs."""

    match_id: int
    seat: Seat


class MatchConsumer(AsyncWebsocketConsumer):
    """One open page. `drawn` is the newest version it was sent, `sent` a hash of each panel as it has it."""

    async def connect(self) -> None:
        """Seat first, then the group, then the state: nothing can fall between. Draws everything."""
        self.drawn = 0
        self.sent: dict[str, str] = {}
        self.poke = asyncio.Event()
        self.pump: asyncio.Task[None] | None = None
        self.place: Place | None = None
        user = self.scope.get("user")
        self.language = _language(self.scope)
        await self.accept()
        if user is None or not user.is_authenticated:
            await self.close(NOT_SIGNED_IN)
            return
        self.place = await _find_place(self.scope["url_route"]["kwargs"]["public_id"], user.pk)
        if self.place is None:
            await self.close(NOT_YOURS)
            return
        await self.channel_layer.group_add(group_of(self.place.match_id), self.channel_name)
        await _touch(self.place)
        self.poke.set()
        self.pump = asyncio.create_task(self._pump(self.place))

    async def disconnect(self, code: int) -> None:
        """Tidy up; nothing of the match rests on this being called."""
        if self.pump is not None:
            self.pump.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.pump
        if self.place is not None:
            with contextlib.suppress(Exception):
                await _goodbye(self.place)
                await self.channel_layer.group_discard(group_of(self.place.match_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A sign of life ("seen") or a nudge that the clock has run out. Anything else closes the socket."""
        try:
            if text_data is None:
                raise wire.BadMessage("binary")
            kind = wire.decode(text_data).get("kind")
            if kind not in ("seen", "nudge"):
                raise wire.BadMessage("kind")
        except wire.BadMessage:
            await self.close(BAD_FRAME)
            return
        if self.place is not None:
            await _touch(self.place)
        if kind == "nudge":
            self.poke.set()

    async def match_changed(self, event: dict[str, Any]) -> None:
        """The ping after a commit."""
        if event["version"] > self.drawn:
            self.poke.set()

    async def _pump(self, place: Place) -> None:
        """Draw when poked and at every heartbeat, one at a time: pings that come meanwhile are one redraw."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.poke.wait(), BEAT_SECONDS)
            self.poke.clear()
            try:
                await self._refresh(place)
            except Exception:
                log.exception("match %s: a socket could not be drawn", place.match_id)

    async def _refresh(self, place: Place) -> None:
        version, parts = await _draw(place, self.drawn, self.language)
        changed = []
        for panel, html in parts.items():
            mark = hashlib.blake2b(html.encode(), digest_size=16).hexdigest()
            if self.sent.get(panel) != mark:
                self.sent[panel] = mark
                changed.append(html)
        self.drawn = version
        changed.append(f'<div id="beat" hx-swap-oob="true" hidden data-version="{version}"></div>')
        await self.send("\n".join(changed))


def _language(scope: dict[str, Any]) -> str:
    """The language the page was drawn in, which it names in the socket's address."""
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[0]
    return asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


@database_sync_to_async
def _find_place(public_id: str, user_id: int) -> Place | None:
    seat = matches.seat_of(public_id, user_id)
    if seat is None:
        return None
    return Place(seat.match_id, seat.seat)


@database_sync_to_async
def _draw(place: Place, drawn: int, language: str) -> tuple[int, dict[str, str]]:
    """The match's version with all that was due applied, and the panels of this seat when it is newer than `drawn`."""
    now = now_ms()
    row = settled(place.match_id, now)
    if row.version <= drawn:
        return row.version, {}
    screen = screen_of(row, place.seat, now)
    with translation.override(language):
        return row.version, panels.render(screen.view, screen.table)


@database_sync_to_async
def _touch(place: Place) -> None:
    presence.touch(place.match_id, place.seat, now_ms())


@database_sync_to_async
def _goodbye(place: Place) -> None:
    presence.goodbye(place.match_id, place.seat, now_ms())

"""The WebSocket of one page of a match: it pushes changed panels to its own seat and receives only signs of life.

An idle page costs nothing here: its keeper (socket_keeper.py) sends its beats, writes its signs of life, and notifies
it by `told` of a newer version of the match. Only then, and when the page itself asks, the state is read anew and drawn
for this seat. Every close has a code of ours.
"""

import asyncio
import contextlib
import time

from django.utils import translation

from common.postgres.answer_deadline import LOST
from game import unchanged_page
from game.kernel.base_types import Seat
from game.live import pushes, socket_keeper
from game.live.keeper_statements import touch
from game.live.kept_consumer import ScreenConsumer
from game.live.open_sockets import Close, in_thread
from game.live.screens import Reading, screen_from
from game.services import match_news, presence, settle_due
from game.services.clock import now_ms
from game.services.presence import Place

OTHERS_FIRST_SECONDS = 0.25
"""So long at most a drawing waits for those of the other seats."""
SAID_GOODBYE = frozenset({1000, 1001, 1005})
"""Close codes that a page itself sent as it went. A connection that broke says nothing; its lease runs out."""


class MatchConsumer(ScreenConsumer):
    """One open page. `brought` is the version it says it came with, until that was looked at. `looks`: whether it is
    visible, None until it has said so."""

    brought = 0
    looks: bool | None = None
    is_asked = True

    async def connect(self) -> None:
        """Seat first, then the keeper with its groups, then the state: nothing can fall between. Draws everything for
        a page that does not show it already."""
        asked = self.read_address()
        if not await self.let_in():
            return
        public_id = self.scope["url_route"]["kwargs"]["public_id"]
        place = await self.keeper.arrivals.places.ask((public_id, self.user_id))
        if place is None:
            await self.close(Close.NOT_YOURS)
            return
        self.place, self.match_id = place, place.match_id
        self.brought = unchanged_page.shown_by(asked, public_id, place.seat, self.language)
        await self.keeper.add(self)
        if not await self.keeper.arrivals.signs.ask(place):
            await touch(place)
        self.is_in = True
        self._draw_soon()
        await self.tell_if_another(asked.get("eyes", ""))

    async def disconnect(self, code: int) -> None:
        """Say goodbye for a page that did; nothing of the match relies on this being called."""
        if self.place is not None and code in SAID_GOODBYE:
            await self.keeper.remove(self)  # or a sign of life that is not written yet would take it back
            with contextlib.suppress(Exception):
                await _goodbye(self.place)

    def _heard(self, kind: str, shows: object, looks: bool) -> None:
        if type(shows) is int:
            self.shows = shows
        if self.place is None:
            return
        self.answered_at = time.monotonic()
        self.keeper.answered(self.place, self.answered_at, looks=looks)
        if looks and self.looks is False:
            self.keeper.run(self._come_to_eyes())
        self.looks = looks
        self.pushed_at = None
        self.is_asked |= kind == "nudge"
        self._draw_soon()

    async def _come_to_eyes(self) -> None:
        """A page that was hidden is visible now: its match needs no news any more."""
        with contextlib.suppress(*LOST):
            await _read_news(self.user_id, self.scope["url_route"]["kwargs"]["public_id"])

    # What the keeper calls -------------------------------------------------------------------------------------

    async def beat(self) -> None:
        """A sign of life for the page, which answers it; and what could not be drawn before is tried again.

        Sent whatever becomes of the drawing: a page that waits for a database still knows that the site is there."""
        await self.send(unchanged_page.beat(self.drawn))
        self._draw_soon()

    async def told_of_person(self) -> None:
        """Something of the player's has changed outside of this match, or in it."""
        await self.send(unchanged_page.beat(self.drawn, of_person=True))

    async def told_of_beside(self) -> None:
        """Something beside the match has changed: the page asks for it by itself, and none of its panels is drawn."""
        await self.send(unchanged_page.beat(self.drawn, of_beside=True))

    # Drawing ---------------------------------------------------------------------------------------------------

    def _is_behind(self) -> bool:
        """Whether there is something to draw for a page that reads. One that has not yet answered for the last push
        gets the next one at the beat: a slow client gets fewer and newer screens, never a queue."""
        is_reading = self.pushed_at is None or time.monotonic() - self.pushed_at >= socket_keeper.BEAT_SECONDS
        return is_reading and (self.is_asked or self.newest > self.drawn)

    async def _draw_next(self) -> None:
        """Send what is new. Where the page has asked, the match is looked at anew, for its clock may have run out."""
        assert self.place is not None
        place = self.place
        is_asked, self.is_asked = self.is_asked, False
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
        """Wait until the other seats have been drawn: the acting player knows the result already, the others wait for
        it, and drawings side by side in one process would each take as long as all of them."""
        shown = self.keeper.matches.get(place.match_id)  # or it is closed while it is drawn
        sockets = shown.sockets if shown is not None else ()
        if others := {one.drawing for one in sockets if one.drawing is not None and one.place != place}:
            await asyncio.wait(others, timeout=OTHERS_FIRST_SECONDS)

    async def _unchanged(self, match_id: int, shows: int) -> str:
        """The message for a page that shows that version; empty where it has to be drawn. Settles the match first."""
        word = await self.keeper.arrivals.words.ask((match_id, shows))
        return word if word is not None else await _unchanged(match_id, shows)


@in_thread
def _unchanged(match_id: int, shows: int) -> str:
    now = now_ms()
    return unchanged_page.word(settle_due.settled(match_id, now), shows, now)


@in_thread
def _draw(reading: Reading, seat: Seat, language: str, since: int) -> str:
    """What a page of this seat lacks that shows the version `since`: what has changed, or the whole screen."""
    with translation.override(language):
        return pushes.push(screen_from(reading, seat, now_ms()), language, since)


@in_thread
def _read_news(user_id: int, public_id: str) -> None:
    match_news.read(user_id, public_id, now_ms())


@in_thread
def _goodbye(place: Place) -> None:
    presence.goodbye(place.match_id, place.seat, now_ms())

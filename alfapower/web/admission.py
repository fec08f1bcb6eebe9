"""Admission control: newcomers wait in line, sockets until their first screen; match pages, and pages that request all
panels since their socket is away, in a line of their own. Onlookers have lines of their own, in which no player waits.

After a restart all pages reconnect together. So a few are let in at once, as many wait as can be served in a few
seconds, and a request that finds the line full is told at once to come later, before any query is made for it: 503 with
`Retry-After` by how long the line is (which a browser shows to the page for a request, not for a socket). Actions,
health checks and sockets that have their screen never wait in it. A client that disconnects while waiting is dropped;
an action that has arrived whole is processed whether or not its page is still there.
"""

import asyncio
import math
import re
import time
from collections import Counter
from typing import Any

from alfapower.web.websocket_close_codes import TRY_LATER
from alfapower.web.websocket_origin import AsgiApp
from common import client_address, rate_limits

PAGES_AT_ONCE = 4
"""Each has a thread and a connection to the database while it is drawn."""
SOCKETS_AT_ONCE = 24
"""What they ask is asked for all of them together; those that have to be drawn wait for each other
(game/live/socket_keeper.py)."""
ONLOOKERS_AT_ONCE = 4
"""Few: none of them is waited for by a player. What they are sent is drawn once for all."""
PAGES_WAIT_SECONDS = 3.0
SOCKETS_WAIT_SECONDS = 12.0
"""As many wait as are served in this time, or so many as may in any case. Who waits for a page looks at nothing
meanwhile, who waits for a socket at the match. A socket that waits costs nothing, and one that is refused as much as
one that is let in; the server gives up a handshake after 30 s (Procfile)."""
PAGES_IN_ANY_CASE, SOCKETS_IN_ANY_CASE, MOST_WAITING = 64, 2_000, 3_000
LONGEST_WAIT_SECONDS = 60
_PAGE = re.compile(r"/match/[\w-]+/")
_PANELS = re.compile(r"/match/[\w-]+/panels")
_WATCHING = re.compile(r"/(?:ws/)?watch/[\w-]+/(?:panels)?")
_ACT = re.compile(r"/match/[\w-]+/act")
_PLAIN = (b"content-type", b"text/plain")
_USUAL_SECONDS = 0.1
_PART_OF_NEWEST = 0.1


class Line:
    """A line of which so many are in `at_once`, and no newcomer waits longer than `longest_wait` (seconds) beyond the
    `in_any_case` first. `seconds`: how long a newcomer took of late, and so how many may wait: the busier the machine,
    the fewer."""

    def __init__(self, at_once: int, longest_wait: float, in_any_case: int = PAGES_IN_ANY_CASE) -> None:
        self.at_once, self.longest_wait, self.in_any_case = at_once, longest_wait, in_any_case
        self.turns = asyncio.Semaphore(at_once)
        self.waiting: Counter[str] = Counter()  # by address
        self.seconds = _USUAL_SECONDS

    def most_waiting(self) -> int:
        """How many may wait: as many as are served in time, or the minimum."""
        return max(self.in_any_case, self._served_in_time())

    def _served_in_time(self) -> int:
        return min(MOST_WAITING, max(PAGES_IN_ANY_CASE, int(self.longest_wait * self.at_once / self.seconds)))

    def is_full_for(self, place: str) -> bool:
        """Whether the line is full for a newcomer from that address; "" has no bound of its own. One address gets half
        of what is served in time: filling that makes others wait longer, and turns none of them away."""
        if not self.turns.locked():
            return False
        if self.waiting.total() >= self.most_waiting():
            return True
        return place != "" and self.waiting[place] >= self._served_in_time() // 2

    def wait_seconds(self) -> int:
        """Seconds until all who wait now will have been served."""
        return min(LONGEST_WAIT_SECONDS, 1 + math.ceil(self.waiting.total() * self.seconds / self.at_once))

    async def turn(self, place: str, gone: "asyncio.Future[Any]") -> bool:
        """Wait for a turn, which must be ended; False if `gone` came first."""
        turn = asyncio.ensure_future(self.turns.acquire())
        self.waiting[place] += 1
        try:
            await asyncio.wait({gone, turn}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            if turn.done():
                self.turns.release()
            raise
        finally:
            self.waiting[place] -= 1
            if not self.waiting[place]:
                del self.waiting[place]
            if not turn.done():
                turn.cancel()
        return turn.done() and not turn.cancelled()

    def end(self, seconds: float) -> None:
        """End a turn that took so long."""
        self.turns.release()
        self.seconds += (seconds - self.seconds) * _PART_OF_NEWEST


def pages() -> Line:
    """The line of match pages and of pages that request all panels."""
    return Line(PAGES_AT_ONCE, PAGES_WAIT_SECONDS)


def sockets() -> Line:
    """The line of sockets until their first screen."""
    return Line(SOCKETS_AT_ONCE, SOCKETS_WAIT_SECONDS, SOCKETS_IN_ANY_CASE)


def onlookers() -> Line:
    """The line of onlookers' pages, or of their sockets until their first screen."""
    return Line(ONLOOKERS_AT_ONCE, SOCKETS_WAIT_SECONDS, SOCKETS_IN_ANY_CASE)


class Admission:
    """ASGI middleware around those requests of newcomers that query the database."""

    def __init__(self, line: Line, inner: AsgiApp, onlookers: Line) -> None:
        self.players, self.inner, self.onlookers = line, inner, onlookers

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not _is_newcomer(scope):
            is_act = scope["method"] == "POST" and _ACT.fullmatch(scope["path"])
            await self.inner(scope, _to_the_end(receive) if is_act else receive, send)
            return
        line = self.onlookers if _WATCHING.fullmatch(scope["path"]) else self.players
        place, heard = _place(scope), [await receive()]
        if line.is_full_for(place):
            await self._refuse(line, scope, heard, receive, send)
            return
        gone = asyncio.ensure_future(_hear_until_gone(receive, heard))
        try:
            has_turn = await line.turn(place, gone)
        finally:
            gone.cancel()
            del gone  # or its exception and traceback would be kept for as long as the socket is open
        if has_turn:
            await self._serve(line, scope, heard, receive, send)

    async def _serve(self, line: Line, scope: Any, heard: list[Any], receive: Any, send: Any) -> None:
        began: float | None = time.monotonic()

        def end() -> None:
            nonlocal began
            if began is not None:
                line.end(time.monotonic() - began)
                began = None

        async def say(message: Any) -> None:
            await send(message)
            if message["type"] in ("websocket.send", "websocket.close"):
                end()

        try:
            await self.inner(scope, _again(heard, receive), say)
        finally:
            end()

    async def _refuse(self, line: Line, scope: Any, heard: list[Any], receive: Any, send: Any) -> None:
        """Browsers need a page: the error pages' middleware is asked to render that one (service_unavailable.py)."""
        seconds = line.wait_seconds()
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": TRY_LATER, "retry_after": seconds})  # not accepted yet: 503
        elif scope["path"].endswith("/panels"):
            headers = [(b"retry-after", b"%d" % seconds), (b"cache-control", b"no-store"), _PLAIN]
            await send({"type": "http.response.start", "status": 503, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
        else:
            await self.inner({**scope, "come_back_in": seconds}, _again(heard, receive), send)


def _is_newcomer(scope: Any) -> bool:
    if scope["type"] == "websocket":
        return True
    asks = scope["method"] in ("GET", "HEAD")
    path = scope["path"]
    return asks and any(one.fullmatch(path) for one in (_PANELS, _PAGE, _WATCHING))


def _place(scope: Any) -> str:
    """The key by which newcomers of an address are counted; "" for a trusted address."""
    address = (scope.get("client") or [""])[0]
    return "" if not address or rate_limits.is_trusted(address) else client_address.network(address)


def _again(heard: list[Any], receive: Any) -> Any:
    """`receive` that replays the messages read so far."""

    async def hear() -> Any:
        return heard.pop(0) if heard else await receive()

    return hear


def _to_the_end(receive: Any) -> Any:
    """`receive` without the disconnect, at which work not yet begun would be dropped."""
    is_whole = False

    async def hear() -> Any:
        nonlocal is_whole
        message = await receive()
        if is_whole and message["type"] == "http.disconnect":
            await asyncio.Event().wait()  # until it is answered
        is_whole = message["type"] == "http.request" and not message.get("more_body", False)
        return message

    return hear


async def _hear_until_gone(receive: Any, heard: list[Any]) -> None:
    while not heard[-1]["type"].endswith(".disconnect"):
        heard.append(await receive())

"""Newcomers wait in line: sockets until their first screen; and in a line of their own match pages, and pages that ask
for all panels since their socket is away.

After a restart all pages come back together. So a few are let in at once, as many wait as are served in a few seconds,
and whoever comes when the line is full is told at once to come later, before anything was asked for them: 503 with
`Retry-After` by how long the line is (which a browser tells a page of a request, not of a socket). What players do,
health, and sockets that have their screen never stand in it. Who has gone while waiting is let go; an action that has
come whole is worked on whether its page is there to be told or not.
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
PAGES_WAIT_SECONDS = 3.0
SOCKETS_WAIT_SECONDS = 12.0
"""As many wait as are served in this time, or so many as may in any case. Who waits for a page looks at nothing
meanwhile, who waits for a socket at the match. A socket that waits costs nothing, and one that is refused as much as
one that is let in; the server gives up a handshake after 30 s (Procfile)."""
PAGES_IN_ANY_CASE, SOCKETS_IN_ANY_CASE, MOST_WAITING = 64, 2_000, 3_000
LONGEST_WAIT_SECONDS = 60
_PAGE = re.compile(r"/match/[\w-]+/")
_PANELS = re.compile(r"/match/[\w-]+/panels")
_ACT = re.compile(r"/match/[\w-]+/act")
_PLAIN = (b"content-type", b"text/plain")
_USUAL_SECONDS = 0.1
_PART_OF_NEWEST = 0.1


class Line:
    """A line of which so many are in `at_once`, and nobody is to wait for longer than `longest_wait` (seconds) beyond
    the `in_any_case` first. `seconds`: how long a newcomer took of late, and so how many may wait: the busier the
    machine, the fewer."""

    def __init__(self, at_once: int, longest_wait: float, in_any_case: int = PAGES_IN_ANY_CASE) -> None:
        self.at_once, self.longest_wait, self.in_any_case = at_once, longest_wait, in_any_case
        self.turns = asyncio.Semaphore(at_once)
        self.waiting: Counter[str] = Counter()  # by address
        self.seconds = _USUAL_SECONDS

    def most_waiting(self) -> int:
        """As many as are served in time, or as may in any case."""
        return max(self.in_any_case, self._served_in_time())

    def _served_in_time(self) -> int:
        return min(MOST_WAITING, max(PAGES_IN_ANY_CASE, int(self.longest_wait * self.at_once / self.seconds)))

    def is_full_for(self, place: str) -> bool:
        """Whether nobody else may wait who comes from that address; "" is one without a bound of its own. One address
        has half of what is served in time: whoever fills that makes others wait longer, and turns nobody away."""
        if not self.turns.locked():
            return False
        if self.waiting.total() >= self.most_waiting():
            return True
        return place != "" and self.waiting[place] >= self._served_in_time() // 2

    def wait_seconds(self) -> int:
        """When to come back: as all who wait will have been served."""
        return min(LONGEST_WAIT_SECONDS, 1 + math.ceil(self.waiting.total() * self.seconds / self.at_once))

    async def turn(self, place: str, gone: "asyncio.Future[Any]") -> bool:
        """Wait for a turn, which is to be ended; False where `gone` was there first."""
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
        """A turn that took so long has ended."""
        self.turns.release()
        self.seconds += (seconds - self.seconds) * _PART_OF_NEWEST


def pages() -> Line:
    """The line of match pages and of those that ask for all panels."""
    return Line(PAGES_AT_ONCE, PAGES_WAIT_SECONDS)


def sockets() -> Line:
    """The line of sockets until their first screen."""
    return Line(SOCKETS_AT_ONCE, SOCKETS_WAIT_SECONDS, SOCKETS_IN_ANY_CASE)


class Admission:
    """ASGI middleware around whatever of a newcomer asks the database."""

    def __init__(self, line: Line, inner: AsgiApp) -> None:
        self.line, self.inner = line, inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if not _is_newcomer(scope):
            is_act = scope["method"] == "POST" and _ACT.fullmatch(scope["path"])
            await self.inner(scope, _to_the_end(receive) if is_act else receive, send)
            return
        place, heard = _place(scope), [await receive()]
        if self.line.is_full_for(place):
            await self._refuse(scope, heard, receive, send)
            return
        gone = asyncio.ensure_future(_hear_until_gone(receive, heard))
        try:
            has_turn = await self.line.turn(place, gone)
        finally:
            gone.cancel()
            del gone  # or what ended it, and where, would be kept for as long as the socket is open
        if has_turn:
            await self._serve(scope, heard, receive, send)

    async def _serve(self, scope: Any, heard: list[Any], receive: Any, send: Any) -> None:
        began: float | None = time.monotonic()

        def end() -> None:
            nonlocal began
            if began is not None:
                self.line.end(time.monotonic() - began)
                began = None

        async def say(message: Any) -> None:
            await send(message)
            if message["type"] in ("websocket.send", "websocket.close"):
                end()

        try:
            await self.inner(scope, _again(heard, receive), say)
        finally:
            end()

    async def _refuse(self, scope: Any, heard: list[Any], receive: Any, send: Any) -> None:
        """A page is for somebody's eyes: those who write pages are told to write that one (service_unavailable.py)."""
        seconds = self.line.wait_seconds()
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": TRY_LATER, "retry_after": seconds})  # not accepted yet: 503
        elif _PANELS.fullmatch(scope["path"]):
            headers = [(b"retry-after", b"%d" % seconds), (b"cache-control", b"no-store"), _PLAIN]
            await send({"type": "http.response.start", "status": 503, "headers": headers})
            await send({"type": "http.response.body", "body": b""})
        else:
            await self.inner({**scope, "come_back_in": seconds}, _again(heard, receive), send)


def _is_newcomer(scope: Any) -> bool:
    if scope["type"] == "websocket":
        return True
    asks = scope["method"] in ("GET", "HEAD")
    return asks and bool(_PANELS.fullmatch(scope["path"]) or _PAGE.fullmatch(scope["path"]))


def _place(scope: Any) -> str:
    """What the newcomers of an address are counted by; "" for one that is trusted."""
    address = (scope.get("client") or [""])[0]
    return "" if not address or rate_limits.is_trusted(address) else client_address.network(address)


def _again(heard: list[Any], receive: Any) -> Any:
    """`receive` from what was heard before on."""

    async def hear() -> Any:
        return heard.pop(0) if heard else await receive()

    return hear


def _to_the_end(receive: Any) -> Any:
    """`receive` without the word that the client has gone, at which what is not begun would be dropped."""
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

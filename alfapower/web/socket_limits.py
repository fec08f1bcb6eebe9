"""Limits how many sockets one address may open in a minute, and hold at once in this process.

Outside session and match: a refused socket costs no query. It is closed with 1013, at which a page comes back later.
"""

import asyncio
from collections import Counter
from typing import Any

from alfapower.web.websocket_close_codes import TRY_LATER
from alfapower.web.websocket_origin import AsgiApp
from common import client_address, rate_limits


class SocketLimits:
    """ASGI middleware around websockets."""

    def __init__(self, inner: AsgiApp) -> None:
        self.inner = inner
        self.held: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        address = (scope.get("client") or [""])[0]
        place = client_address.network(address)
        if not await self._may_open(address, place):
            await receive()  # the handshake
            await send({"type": "websocket.accept"})  # a page gets the close code of an open socket only
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        self.held[place] += 1
        try:
            await self.inner(scope, receive, send)
        finally:
            self.held[place] -= 1
            if not self.held[place]:
                del self.held[place]

    async def _may_open(self, address: str, place: str) -> bool:
        if rate_limits.is_trusted(address):
            return True
        if self.held[place] >= rate_limits.SOCKETS_HELD:
            return False
        try:
            # In a thread: the event loop must not wait for Redis.
            await asyncio.to_thread(rate_limits.take_for_address, rate_limits.SOCKETS_OPENED, address)
        except rate_limits.TooMany:
            return False
        return True

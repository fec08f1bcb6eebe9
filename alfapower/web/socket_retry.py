"""Tells a socket to retry while the database is away: refused with 503 before it is accepted, closed with 1013 after.
An exception would make it 500 and 1011, and log a traceback for each page that comes back.
"""

import logging
from typing import Any

from alfapower.web.websocket_close_codes import TRY_LATER
from alfapower.web.websocket_origin import AsgiApp
from common.postgres.answer_deadline import LOST

log = logging.getLogger(__name__)


class TryAgain:
    """ASGI middleware around all parts of a socket that query the database: its session, its user, its consumer."""

    def __init__(self, inner: AsgiApp) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await self.inner(scope, receive, send)
        except LOST as error:
            log.warning("A socket is told to try again (%s).", type(error).__name__)
            await send({"type": "websocket.close", "code": TRY_LATER})

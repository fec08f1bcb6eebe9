"""Lets Daphne close a socket with the code that was asked for, and refuse one with the status that says why.

Its library (autobahn) keeps the registered codes to itself: for 1009, 1012 and 1013, and for a code that is a member of
an enumeration, it raises, and the page would be told 1011 or nothing at all. `sendCloseFrame` sends any. A socket that
is closed before it was accepted is refused by HTTP: 403, or 503 with `Retry-After` where the code says that it may come
back.
"""

from http import HTTPStatus
from typing import Any

from daphne.ws_protocol import WebSocketProtocol

NORMAL = 1000
RESTART, TRY_LATER = 1012, 1013
RETRY_SECONDS = 2
_handle_reply = WebSocketProtocol.handle_reply


def allow_every_code() -> None:
    """From now on a close code of ours reaches the browser as it is."""
    WebSocketProtocol.serverClose = _server_close
    WebSocketProtocol.handle_reply = _reply


def _server_close(protocol: WebSocketProtocol, code: int | None = None) -> None:
    protocol.sendCloseFrame(code=NORMAL if code is None else int(code), isReply=False)


def _reply(protocol: WebSocketProtocol, message: dict[str, Any]) -> None:
    refused = message.get("type") == "websocket.close" and protocol.state == protocol.STATE_CONNECTING
    if not refused or message.get("code") not in (RESTART, TRY_LATER) or not hasattr(protocol, "handshake_deferred"):
        _handle_reply(protocol, message)
        return
    seconds = message.get("retry_after", RETRY_SECONDS)
    protocol.failHandshake("Try again", HTTPStatus.SERVICE_UNAVAILABLE.value, [("Retry-After", str(seconds))])
    del protocol.handshake_deferred
    protocol.server.protocol_disconnected(protocol)

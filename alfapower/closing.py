"""Lets Daphne close a socket with the code that was asked for.

Its library (autobahn) keeps the registered codes to itself: for 1009, 1012 and 1013, and for a code that is a member of
an enumeration, it raises, and the page would be told 1011 or nothing at all. `sendCloseFrame` sends any.
"""

from daphne.ws_protocol import WebSocketProtocol

NORMAL = 1000


def allow_every_code() -> None:
    """From now on a close code of ours reaches the browser as it is."""
    WebSocketProtocol.serverClose = _server_close


def _server_close(protocol: WebSocketProtocol, code: int | None = None) -> None:
    protocol.sendCloseFrame(code=NORMAL if code is None else int(code), isReply=False)

"""Limits of one websocket, counted before anything of it is stored, parsed or passed on.
* Every frame counts, pings, pongs and pieces too, and every byte. A connection over its budget is cut at once, and what
  it had sent is not processed. While frames wait for the application nothing more is read.
* Data sent to a websocket that does not read is buffered up to 256 kB; then it is cut as well.

A socket is closed with the requested code, and refused with the status that says why.

Sizes of frames and messages are Daphne's own options (Procfile, play).
"""

import logging
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import reactor

from alfapower.web import websocket_frames
from alfapower.web.token_bucket import Bucket
from alfapower.web.websocket_close_codes import NORMAL, RESTART, RETRY_SECONDS, TRY_LATER

log = logging.getLogger(__name__)

FRAMES_A_SECOND, FRAMES_AT_ONCE = 10.0, 60.0
BYTES_A_SECOND, BYTES_AT_ONCE = 4 * 1024.0, 32 * 1024.0
MOST_WAITING = 8  # frames
LOOK_AGAIN_SECONDS = 0.05
MOST_UNREAD = 256 * 1024
"""Bytes that wait for a client whose connection takes no more: several whole screens. A page that is only slow is sent
the next screen when it has answered for the last one (game/live/consumers.py), and never has so many."""

_SETTINGS = (*WebSocketProtocol.CONFIG_ATTRS_COMMON, *WebSocketProtocol.CONFIG_ATTRS_SERVER)


class BoundedSocket(WebSocketProtocol):
    """A websocket with a budget of frames and bytes."""

    handshake_deferred: Any
    application_queue: Any = None
    sign: Callable[[str], bool] | None = None  # of the application: takes a heartbeat at once, or leaves it
    is_paused = False
    is_between_frames = False  # only short whole frames have come, so that none is half read
    unread: int | None = None  # bytes sent since the connection stopped taking them; None while it does

    def connectionMade(self) -> None:
        """Start the budget with the handshake."""
        self.bytes_left = Bucket(BYTES_AT_ONCE, BYTES_A_SECOND)
        self.frames_left = Bucket(FRAMES_AT_ONCE, FRAMES_A_SECOND)
        self.transport.unregisterProducer()  # that of the request, which has passed the connection on
        self.transport.registerProducer(self, True)
        super().connectionMade()

    def dataReceived(self, data: bytes) -> None:
        """Bytes received. Those that come before the handshake is answered wait for that."""
        if not self.bytes_left.take(len(data)):
            self._cut()
        elif hasattr(self, "handshake_deferred"):
            self.data += data
        elif not (self.is_between_frames and websocket_frames.is_whole(data)):
            self.is_between_frames = False
            super().dataReceived(data)
        elif (text := websocket_frames.text_of(data)) is None:
            super().dataReceived(data)
        elif self._count():
            self.onMessage(text, False)

    def onOpen(self) -> None:
        """The application, which has read the handshake's data, has accepted it: nothing of that is kept for hours.
        (`clean_headers` are those of its scope, too.)"""
        super().onOpen()
        self.is_between_frames = not self.data
        self.clean_headers.clear()
        nothing: dict[str, Any] = {}
        self.request.headers = self.request.params = self.http_headers = self.http_request_params = nothing
        self.http_request_data = b""

    def pauseProducing(self) -> None:
        """The client does not read what it was sent, though it may well go on sending. Twisted calls this again at each
        write."""
        if self.unread is None:
            self.unread = 0

    def resumeProducing(self) -> None:
        """The client reads again."""
        self.unread = None

    def stopProducing(self) -> None:
        """The connection is closed."""

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        """Bytes to send, buffered for a client that does not read them up to the limit.

        autobahn's own way words and colours a line of a debugging log first, which nobody reads: four fifths of what a
        heartbeat takes to send. `sync` and `chopsize` are for tests of clients, and no server sets them."""
        if self.unread is not None:
            self.unread += len(data)
            if self.unread > MOST_UNREAD:
                self._cut("it does not read what it is sent")
                return
        self.transport.write(data)

    def handle_reply(self, message: dict[str, Any]) -> None:
        """The application's answer. As it accepts the socket it may name its handler of heartbeats."""
        if message.get("type") == "websocket.accept":
            self.sign = message.get("sign")
        may_return = message.get("type") == "websocket.close" and message.get("code") in (RESTART, TRY_LATER)
        if may_return and self.state == self.STATE_CONNECTING and hasattr(self, "handshake_deferred"):
            retry_after = str(message.get("retry_after", RETRY_SECONDS))
            self.failHandshake("Try again", HTTPStatus.SERVICE_UNAVAILABLE.value, [("Retry-After", retry_after)])
            del self.handshake_deferred
            self.server.protocol_disconnected(self)
        else:
            super().handle_reply(message)

    def serverClose(self, code: int | None = None) -> None:
        """Close it with the requested code. autobahn reserves the registered ones: for 1012, 1013 and an enum member it
        raises, and the page would get 1011 or nothing at all."""
        self.sendCloseFrame(code=NORMAL if code is None else int(code), isReply=False)

    def check_timeouts(self) -> None:
        """A handshake not answered in time may be retried; Daphne would say that it may not."""
        is_late = self.state == self.STATE_CONNECTING and self.duration() > self.server.websocket_connect_timeout
        if is_late and hasattr(self, "handshake_deferred"):
            self.handle_reply({"type": "websocket.close", "code": TRY_LATER})
        else:
            super().check_timeouts()

    def onMessageFrameBegin(self, length: int) -> None:
        """A message, or a piece of one."""
        super().onMessageFrameBegin(length)
        self._count()

    def onPing(self, payload: bytes) -> None:
        """A ping, answered within the budget."""
        if self._count():
            super().onPing(payload)

    def onPong(self, payload: bytes) -> None:
        """A pong, requested or not."""
        if self._count():
            super().onPong(payload)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """A whole message: pass it on. While several wait there nothing more is read."""
        if self.state != self.STATE_OPEN or (not isBinary and self._is_sign(payload)):
            return
        super().onMessage(payload, isBinary)
        if not self.is_paused and self.application_queue.qsize() >= MOST_WAITING:
            self.is_paused = True
            self.transport.pauseProducing()
            self._look_again()

    def onClose(self, wasClean: bool, code: int | None, reason: str | None) -> None:
        """It is closed. Of a handshake that autobahn refused Daphne was never notified, so it gets no end either."""
        self.sign = None  # which references the application, and that this
        if hasattr(self, "server"):
            super().onClose(wasClean, code, reason)

    def _is_sign(self, text: bytes) -> bool:
        """Whether the application has taken it as a heartbeat. Messages waiting in its queue go first."""
        if self.sign is None or self.muted or not self.application_queue.empty():
            return False
        self.last_ping = time.time()  # Daphne's own time of the last ping
        return self.sign(text.decode())

    def _look_again(self) -> None:
        """Read on when the application has taken all that waited."""
        if self.state == self.STATE_CLOSED:
            return
        if self.application_queue.empty():
            self.is_paused = False
            self.transport.resumeProducing()
        else:
            later: Any = reactor.callLater
            later(LOOK_AGAIN_SECONDS, self._look_again)

    def _count(self) -> bool:
        if self.state == self.STATE_OPEN and not self.frames_left.take(1):
            self._cut()
        return bool(self.state == self.STATE_OPEN)

    def _cut(self, why: str = "it sent more than any page does") -> None:
        """End the connection without a close frame: autobahn processes no further byte of it, and the application is
        only notified that it is gone."""
        if self.state == self.STATE_CLOSED:
            return
        log.warning("A websocket was cut: %s.", why)
        while self.application_queue is not None and not self.application_queue.empty():
            self.application_queue.get_nowait()
        self.data = b""
        self.dropConnection(abort=True)


class BoundedSocketFactory(WebSocketFactory):
    """Creates bounded websockets."""

    protocol: Any = BoundedSocket

    def setProtocolOptions(self, *args: Any, **options: Any) -> None:
        """The settings of all its sockets, as attributes of their class: autobahn copies those that a socket lacks."""
        super().setProtocolOptions(*args, **options)
        settings = {name: getattr(self, name) for name in _SETTINGS}
        settings |= {name: staticmethod(value) for name, value in settings.items() if callable(value)}
        self.protocol = type("BoundedSocket", (BoundedSocket,), settings)

"""What one connection may take of a web process, counted before anything of it is kept, parsed or passed on.

* A request's headers must be complete within 20 s, its body within 20 s more.
* A body holds 64 kB at most, on whatever address and in whatever form; 33 MB where a page invited it
  (common/upload_permits.py). More is answered by 413, and what still comes is thrown away.
* Every frame of a websocket counts, pings, pongs and pieces too, and every byte. A connection above the budget is cut
  at once, and what it had sent is not worked off. While frames wait for the application nothing more is read.
* What a websocket is sent and does not read is kept up to 256 kB; then it is cut as well.

Daphne names its classes itself, so `guard_every_connection` puts these in their place. Sizes of frames and messages are
Daphne's own options (Procfile, play).
"""

import logging
import time
from collections.abc import Callable
from typing import Any

import autobahn.twisted.websocket
import autobahn.websocket.protocol
import daphne.server
from daphne.http_protocol import HTTPFactory
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet import reactor
from twisted.internet.protocol import connectionDone
from twisted.internet.tcp import Connection
from twisted.web.http import HTTPChannel

from alfapower.web.answer_backpressure import WaitingRequest, wait_for_every_client
from alfapower.web.token_bucket import Bucket
from alfapower.web.websocket_close_codes import TRY_LATER
from common import upload_permits

log = logging.getLogger(__name__)

HEADER_SECONDS = 20.0
BODY_SECONDS = 20.0
LARGE_BODY_SECONDS = 600.0
LINGER_SECONDS = 2.0
"""How long a body that was refused is read and thrown away, so that the answer is not lost with the connection."""

LARGEST_BODY = 64 * 1024
LARGEST_INVITED_BODY = 33 * 1024 * 1024
"""A word list of 32 MB, and the form around it."""

FRAMES_A_SECOND, FRAMES_AT_ONCE = 10.0, 60.0
BYTES_A_SECOND, BYTES_AT_ONCE = 4 * 1024.0, 32 * 1024.0
MOST_WAITING = 8  # frames
LOOK_AGAIN_SECONDS = 0.05
MOST_UNREAD = 256 * 1024
"""Bytes that wait for a client whose connection takes no more: several whole screens. A page that is only slow is sent
the next screen when it has answered for the last one (game/live/consumers.py), and never has so many."""

_SETTINGS = (*WebSocketProtocol.CONFIG_ATTRS_COMMON, *WebSocketProtocol.CONFIG_ATTRS_SERVER)
_HEAD, _LONGER, _WHOLE_TEXT, _MASKED = 6, 126, 0x81, 0x80  # of a short frame (RFC 6455, 5.2)
_TOO_LARGE = b"The request is too large.\n"


class BoundedChannel(HTTPChannel):
    """A connection whose requests must arrive in time. Answers may take as long as they do.

    `allowed` is how many seconds what is awaited may take, `deadline` the timer of that: most requests come whole, and
    need none.
    """

    allowed: float | None = None
    deadline: Any = None
    is_answering = is_reading = False

    def connectionMade(self) -> None:
        """The time for the first request's headers begins."""
        super().connectionMade()
        self._allow(HEADER_SECONDS)

    def dataReceived(self, data: bytes) -> None:
        """The time for the next request's headers begins with its first byte; until then twisted's own runs."""
        self.is_reading = True
        if self.allowed is None and not self.is_answering:
            self._allow(HEADER_SECONDS)
        super().dataReceived(data)
        self.is_reading = False
        self._set_deadline()

    def allHeadersReceived(self) -> None:
        """The time for the body begins."""
        super().allHeadersReceived()
        invited = self.requests[-1].most_bytes > LARGEST_BODY
        self._allow(LARGE_BODY_SECONDS if invited else BODY_SECONDS)

    def allContentReceived(self) -> None:
        """The request is whole."""
        self._allow(None)
        self.is_answering = True
        super().allContentReceived()

    def requestDone(self, request: Any) -> None:
        """The request is answered."""
        self.is_answering = False
        super().requestDone(request)

    def connectionLost(self, reason: Any = connectionDone) -> None:
        """Nothing is waited for any more."""
        self._allow(None)
        super().connectionLost(reason)

    def _allow(self, seconds: float | None) -> None:
        self.allowed = seconds
        if self.deadline is not None and self.deadline.active():
            self.deadline.cancel()
        self.deadline = None
        if not self.is_reading:
            self._set_deadline()

    def _set_deadline(self) -> None:
        if self.allowed is not None and self.deadline is None:
            transport: Any = self.transport
            self.deadline = self.callLater(self.allowed, transport.abortConnection)


class BoundedRequest(WaitingRequest):
    """A request whose body is bounded before it is kept, and never parsed on the event loop."""

    most_bytes = LARGEST_BODY
    bytes_received = 0
    is_refused = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, parsePOSTFormSubmission=False, **kwargs)

    def gotLength(self, length: int | None) -> None:
        """The headers are there, and with them the body's length unless it comes in chunks."""
        path = self.channel._path.partition(b"?")[0].decode("latin-1")  # the request is told its address at its end
        cookie = (self.getCookie(upload_permits.COOKIE.encode()) or b"").decode("latin-1")
        if cookie and upload_permits.is_invited(path, cookie):
            self.most_bytes = LARGEST_INVITED_BODY
        super().gotLength(min(length, self.most_bytes) if length is not None else None)
        if length is not None and length > self.most_bytes:
            self._refuse()

    def handleContentChunk(self, data: bytes) -> None:
        """A piece of the body."""
        self.bytes_received += len(data)
        if self.bytes_received > self.most_bytes:
            self._refuse()
        if not self.is_refused:
            super().handleContentChunk(data)

    def requestReceived(self, command: bytes, path: bytes, version: bytes) -> None:
        """The whole request is there: it is passed on."""
        if self.is_refused:
            self.channel.loseConnection()
        else:
            super().requestReceived(command, path, version)

    def process(self) -> Any:
        """Pass it on. A client does not say under which path the site lies; a handshake is plain and has no body."""
        self.requestHeaders.removeHeader(b"Daphne-Root-Path")
        if self._is_handshake() and (self.bytes_received or not self._is_ascii()):
            return self.basic_error(400, b"Bad Request", "This is no handshake.")
        return super().process()

    def _is_handshake(self) -> bool:
        return self.requestHeaders.getRawHeaders(b"Upgrade", [b""])[0].lower() == b"websocket"

    def _is_ascii(self) -> bool:
        return all(value.isascii() for _, values in self.requestHeaders.getAllRawHeaders() for value in values)

    def _refuse(self) -> None:
        """Answer at once, and close the connection when the answer may have been read."""
        if self.is_refused:
            return
        self.is_refused = True
        self.requestHeaders.removeHeader(b"Expect")  # nobody is to go on sending
        self.content.truncate(0)
        self.channel.transport.write(
            b"HTTP/1.1 413 Content Too Large\r\nContent-Type: text/plain\r\nCache-Control: no-store\r\n"
            b"Connection: close\r\nContent-Length: %d\r\n\r\n%b" % (len(_TOO_LARGE), _TOO_LARGE)
        )
        self.channel.callLater(LINGER_SECONDS, self._close)

    def _close(self) -> None:
        if self.channel is not None:
            self.channel.loseConnection()


class BoundedSocket(WebSocketProtocol):
    """A websocket with a budget of frames and bytes."""

    handshake_deferred: Any
    application_queue: Any = None
    sign: Callable[[str], bool] | None = None  # of the application: takes a sign of life at once, or leaves it
    is_paused = False
    unread: int | None = None  # bytes sent since the connection took no more; None while it does

    def connectionMade(self) -> None:
        """The budget begins with the handshake."""
        self.bytes_left = Bucket(BYTES_AT_ONCE, BYTES_A_SECOND)
        self.frames_left = Bucket(FRAMES_AT_ONCE, FRAMES_A_SECOND)
        self.transport.unregisterProducer()  # that of the request, which has handed the connection on
        self.transport.registerProducer(self, True)
        super().connectionMade()

    def dataReceived(self, data: bytes) -> None:
        """Bytes from the wire. What comes before the handshake is answered waits for that."""
        if not self.bytes_left.take(len(data)):
            self._cut()
        elif hasattr(self, "handshake_deferred"):
            self.data += data
        elif (text := self._short_text(data)) is None:
            super().dataReceived(data)
        elif self._count() and not self._is_sign(text):
            self.onMessage(text, False)

    def onOpen(self) -> None:
        """The application, which has read what came with the handshake, has accepted it: nothing of that is kept for
        hours. (`clean_headers` are those of its scope, too.)"""
        super().onOpen()
        self.clean_headers.clear()
        nothing: dict[str, Any] = {}
        self.request.headers = self.request.params = self.http_headers = self.http_request_params = nothing
        self.http_request_data = b""

    def pauseProducing(self) -> None:
        """The client does not read what it was sent, though it may well go on sending. Twisted says so again at each
        write."""
        if self.unread is None:
            self.unread = 0

    def resumeProducing(self) -> None:
        """It reads again."""
        self.unread = None

    def stopProducing(self) -> None:
        """The connection is gone."""

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        """Bytes for the wire, kept for a client that does not read them as long as they are not too many."""
        if self.unread is not None:
            self.unread += len(data)
            if self.unread > MOST_UNREAD:
                self._cut("it does not read what it is sent")
                return
        super().sendData(data, sync, chopsize)

    def handle_reply(self, message: dict[str, Any]) -> None:
        """What the application answers. As it accepts the socket it may name who takes signs of life."""
        if message.get("type") == "websocket.accept":
            self.sign = message.get("sign")
        super().handle_reply(message)

    def serverSend(self, content: Any, binary: bool = False) -> None:
        """What the application says. A short text of ASCII, as a beat is, goes to the connection at once where nothing
        waits there; all else by autobahn and Twisted's reactor: with some six times as many calls."""
        is_short = isinstance(content, str) and 0 < len(content) < _LONGER and content.isascii()
        if not is_short or self.state != self.STATE_OPEN or self._perMessageCompress is not None or self.send_queue:
            super().serverSend(content, binary)
            return
        frame = b"%c%c%b" % (_WHOLE_TEXT, len(content), content.encode())
        if rest := frame[self._write_at_once(frame) :]:
            self.sendData(rest)

    def check_timeouts(self) -> None:
        """A handshake that nobody answered in time may come back; Daphne would say that it may not."""
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
        """A pong, asked for or not."""
        if self._count():
            super().onPong(payload)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:
        """A whole message: passed on. While several wait there nothing more is read."""
        if self.state != self.STATE_OPEN:
            return
        super().onMessage(payload, isBinary)
        if not self.is_paused and self.application_queue.qsize() >= MOST_WAITING:
            self.is_paused = True
            self.transport.pauseProducing()
            self._look_again()

    def onClose(self, wasClean: bool, code: int | None, reason: str | None) -> None:
        """It is over. Of a handshake that autobahn refused Daphne was never told, and cannot be told the end."""
        self.sign = None  # which holds the application, and that this
        if hasattr(self, "server"):
            super().onClose(wasClean, code, reason)

    def _short_text(self, data: bytes) -> bytes | None:
        """What a page says at every beat: a whole masked message of ASCII in one frame below 126 bytes, that nothing
        comes before or after. None for all else, which autobahn reads: with more than twice as many calls."""
        size = len(data) - _HEAD
        if not (0 < size < _LONGER and data[0] == _WHOLE_TEXT and data[1] == _MASKED + size):
            return None
        if self.state != self.STATE_OPEN or self.data or self.inside_message or self.current_frame is not None:
            return None
        if self.autoPingTimeoutCall:  # which any message ends
            return None
        mask = (data[2:_HEAD] * (size // 4 + 1))[:size]
        text = (int.from_bytes(data[_HEAD:]) ^ int.from_bytes(mask)).to_bytes(size)
        return text if text.isascii() else None

    def _write_at_once(self, data: bytes) -> int:
        """Write to the connection what it takes without waiting; how many bytes that were. None where others wait to be
        written before, and where the connection is lost, of which the reactor is to learn by itself."""
        line: Any = self.transport
        if not isinstance(line, Connection) or not line.connected or line.dataBuffer or line._tempDataLen:
            return 0
        written = line.writeSomeData(data)
        return written if isinstance(written, int) else 0

    def _is_sign(self, text: bytes) -> bool:
        """Whether the application has taken it as a sign of life. What waits in its queue goes before."""
        if self.sign is None or self.muted or not self.application_queue.empty():
            return False
        self.last_ping = time.time()  # Daphne's own: it was heard
        return self.sign(text.decode())

    def _look_again(self) -> None:
        """Read on when the application has taken everything that waited."""
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
        """End the connection with nothing said: autobahn goes on with no byte of it, and the application hears only
        that it is gone."""
        if self.state == self.STATE_CLOSED:
            return
        log.warning("A websocket was cut: %s.", why)
        while self.application_queue is not None and not self.application_queue.empty():
            self.application_queue.get_nowait()
        self.data = b""
        self.dropConnection(abort=True)


class BoundedHTTPFactory(HTTPFactory):
    """Makes bounded connections and requests."""

    protocol = BoundedChannel

    def buildProtocol(self, addr: Any) -> Any:
        """One connection."""
        channel = super().buildProtocol(addr)
        channel.requestFactory = BoundedRequest
        return channel

    def log(self, request: Any) -> None:
        """Nobody reads Twisted's line of a request: ours is written by RequestLog (request_log.py)."""


class BoundedSocketFactory(WebSocketFactory):
    """Makes bounded websockets."""

    protocol: Any = BoundedSocket

    def setProtocolOptions(self, *args: Any, **options: Any) -> None:
        """The settings of all its sockets. As attributes of their class: autobahn copies to each what that lacks."""
        super().setProtocolOptions(*args, **options)
        settings = {name: getattr(self, name) for name in _SETTINGS}
        settings |= {name: staticmethod(value) for name, value in settings.items() if callable(value)}
        self.protocol = type("BoundedSocket", (BoundedSocket,), settings)


def guard_every_connection() -> None:
    """From now on a server that Daphne starts bounds what its connections take."""
    wait_for_every_client()
    daphne.server.HTTPFactory = BoundedHTTPFactory
    daphne.server.WebSocketFactory = BoundedSocketFactory
    # For its debugging log, which nobody reads, autobahn writes out all its settings for each socket, and names its own
    # methods in colours at each step: a tenth of what a socket takes to open.
    autobahn.websocket.protocol.pformat = str  # type: ignore[attr-defined, assignment]
    for module in (autobahn.websocket.protocol, autobahn.twisted.websocket):
        module.hltype = type  # type: ignore[attr-defined]

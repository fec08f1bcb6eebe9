"""Limits of one HTTP request, counted before anything of it is stored, parsed or passed on.
* A request's headers must be complete within 20 s, its body within 20 s more.
* A body holds 64 kB at most, on any URL and in any format; 33 MB where a page has permitted it
  (common/upload_permits.py). More is answered by 413, and the rest is discarded.

A proxy in front may be stricter (docs/operating.md); these hold where the site runs without one.
"""

from typing import Any

from daphne.http_protocol import HTTPFactory
from twisted.internet.protocol import connectionDone
from twisted.web.http import HTTPChannel

from alfapower.web.answer_backpressure import WaitingRequest
from common import upload_permits

HEADER_SECONDS = 20.0
BODY_SECONDS = 20.0
LARGE_BODY_SECONDS = 600.0
LINGER_SECONDS = 2.0
"""How long a body that was refused is read and thrown away, so that the answer is not lost with the connection."""

LARGEST_BODY = 64 * 1024
LARGEST_INVITED_BODY = 33 * 1024 * 1024
"""A word list of 32 MB, and the form around it."""

_TOO_LARGE = b"The request is too large.\n"


class BoundedChannel(HTTPChannel):
    """A connection whose requests must arrive in time. Responses may take any time.

    `allowed` is how many seconds the awaited part may take, `deadline` its timer: most requests come whole, and need
    none.
    """

    allowed: float | None = None
    deadline: Any = None
    is_answering = is_reading = False

    def connectionMade(self) -> None:
        """Start the time for the first request's headers."""
        super().connectionMade()
        self._allow(HEADER_SECONDS)

    def dataReceived(self, data: bytes) -> None:
        """Start the time for the next request's headers with its first byte; until then twisted's own runs."""
        self.is_reading = True
        if self.allowed is None and not self.is_answering:
            self._allow(HEADER_SECONDS)
        super().dataReceived(data)
        self.is_reading = False
        self._set_deadline()

    def allHeadersReceived(self) -> None:
        """Start the time for the body."""
        super().allHeadersReceived()
        invited = self.requests[-1].most_bytes > LARGEST_BODY
        self._allow(LARGE_BODY_SECONDS if invited else BODY_SECONDS)

    def allContentReceived(self) -> None:
        """The request is complete."""
        self._allow(None)
        self.is_answering = True
        super().allContentReceived()

    def requestDone(self, request: Any) -> None:
        """The request is answered."""
        self.is_answering = False
        super().requestDone(request)

    def connectionLost(self, reason: Any = connectionDone) -> None:
        """Stop all timers."""
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
    """A request whose body is bounded before it is stored, and never parsed on the event loop."""

    most_bytes = LARGEST_BODY
    bytes_received = 0
    is_refused = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, parsePOSTFormSubmission=False, **kwargs)

    def gotLength(self, length: int | None) -> None:
        """The headers are complete, and with them the body's length unless it comes in chunks."""
        path = self.channel._path.partition(b"?")[0].decode("latin-1")  # the request gets its URI only at its end
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
        """The request is complete: pass it on."""
        if self.is_refused:
            self.channel.loseConnection()
        else:
            super().requestReceived(command, path, version)

    def process(self) -> Any:
        """Pass it on. A client does not set the root path of the site; a handshake is plain and has no body."""
        self.requestHeaders.removeHeader(b"Daphne-Root-Path")
        if self._is_handshake() and (self.bytes_received or not self._is_ascii()):
            return self.basic_error(400, b"Bad Request", "This is no handshake.")
        return super().process()

    def _is_handshake(self) -> bool:
        return self.requestHeaders.getRawHeaders(b"Upgrade", [b""])[0].lower() == b"websocket"

    def _is_ascii(self) -> bool:
        return all(value.isascii() for _, values in self.requestHeaders.getAllRawHeaders() for value in values)

    def _refuse(self) -> None:
        """Respond at once, and close the connection when the response may have been read."""
        if self.is_refused:
            return
        self.is_refused = True
        self.requestHeaders.removeHeader(b"Expect")  # the client must not go on sending
        self.content.truncate(0)
        self.channel.transport.write(
            b"HTTP/1.1 413 Content Too Large\r\nContent-Type: text/plain\r\nCache-Control: no-store\r\n"
            b"Connection: close\r\nContent-Length: %d\r\n\r\n%b" % (len(_TOO_LARGE), _TOO_LARGE)
        )
        self.channel.callLater(LINGER_SECONDS, self._close)

    def _close(self) -> None:
        if self.channel is not None:
            self.channel.loseConnection()


class BoundedHTTPFactory(HTTPFactory):
    """Creates bounded connections and requests."""

    protocol = BoundedChannel

    def buildProtocol(self, addr: Any) -> Any:
        """Create one connection."""
        channel = super().buildProtocol(addr)
        channel.requestFactory = BoundedRequest
        return channel

    def log(self, request: Any) -> None:
        """Twisted's access log is off: RequestLog writes ours (request_log.py)."""

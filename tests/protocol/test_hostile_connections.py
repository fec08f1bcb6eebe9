"""What one connection may take of a process: bodies, slow requests, floods of frames, handshakes that are none."""

import contextlib
import re
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from autobahn.exception import Disconnected
from django.core import signing
from twisted.internet.abstract import FileDescriptor
from twisted.internet.address import IPv4Address
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

from alfapower.web import request_limits, websocket_budget
from common import upload_permits
from tests.protocol.conftest import connected, heard_until_cut, shaken
from tests.support.live_server import Guest, Site
from tests.support.run_length import tries
from tests.support.timeouts import wait_until

UPLOAD = "/admin/dictionary/listversion/add/"
LARGE = b"CANARY" * 200_000


def in_memory(site: Site) -> int:
    """The most memory that the server ever held, in kB."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{site.process.pid}/status").read_text())
    assert found
    return int(found[1])


# Bodies ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chunked", [False, True], ids=["whole", "chunked"])
def test_a_large_body_is_refused_wherever_it_is_sent(site: Site, said: Callable[..., Any], chunked: bool) -> None:
    answers = {}
    for path in ("/", "/health/live", "/no/such/page", UPLOAD):
        for kind in ("application/octet-stream", "multipart/form-data; boundary=x"):
            headers = {"Content-Type": kind, **({"Transfer-Encoding": "chunked"} if chunked else {})}
            body = iter([LARGE[:60_000]] * 20) if chunked else LARGE
            answers[path, kind] = Guest(site).ask("POST", path, body, **headers)[0]
    assert set(answers.values()) == {413}, answers


def test_a_body_that_is_refused_is_held_nowhere(site: Site, said: Callable[..., Any]) -> None:
    assert Guest(site).ask("POST", "/", LARGE)[0] == 413
    before = in_memory(site)
    with contextlib.suppress(OSError):  # on a slow machine it is cut while it is sent
        Guest(site).ask("POST", "/", iter([b"x" * 1_000_000] * 300), **{"Transfer-Encoding": "chunked"})
    assert in_memory(site) - before < 8_000


def test_sixty_four_kilobytes_are_a_body_and_one_byte_more_is_none(site: Site, said: Callable[..., Any]) -> None:
    guest = Guest(site)
    assert guest.ask("POST", "/no/such/page", b"x" * 65_536)[0] in (403, 404)
    assert guest.ask("POST", "/no/such/page", b"x" * 65_537)[0] == 413


def test_only_a_page_that_invited_it_takes_a_large_body(site: Site, said: Callable[..., Any]) -> None:
    guest = Guest(site)
    guest.cookies[upload_permits.COOKIE] = signing.dumps(UPLOAD, salt=upload_permits._SALT)
    assert guest.ask("POST", UPLOAD, LARGE)[0] == 302  # to sign in: it was let through to the view
    assert guest.ask("POST", "/", LARGE)[0] == 413
    guest.cookies[upload_permits.COOKIE] = signing.dumps(UPLOAD, key="another", salt=upload_permits._SALT)
    assert guest.ask("POST", UPLOAD, LARGE)[0] == 413


def test_a_client_that_waits_for_leave_to_send_gets_the_refusal_alone(site: Site, said: Callable[..., Any]) -> None:
    head = f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nExpect: 100-continue\r\nContent-Length: 99999999\r\n\r\n"
    answer = site.raw(head.encode())
    assert answer.startswith(b"HTTP/1.1 413 ") and b"100 Continue" not in answer


# Slow requests --------------------------------------------------------------------------------------------------


@pytest.fixture
def line() -> SimpleNamespace:
    """A connection to a server that answers nothing, and its clock: `line.sends(bytes)`, `line.is_cut`."""
    clock, transport = Clock(), StringTransport()
    server = SimpleNamespace(protocol_connected=lambda *_: None, protocol_disconnected=lambda *_: None)
    channel = request_limits.BoundedHTTPFactory(server).buildProtocol(None)
    channel.callLater, channel.timeOut = clock.callLater, 60
    channel.requestFactory = type("Deaf", (request_limits.BoundedRequest,), {"process": lambda self: None})
    transport.abortConnection = lambda: setattr(transport, "aborted", True)  # type: ignore[method-assign]  # noted
    channel.makeConnection(transport)
    return SimpleNamespace(
        clock=clock, channel=channel, sends=channel.dataReceived, is_cut=lambda: hasattr(transport, "aborted")
    )


@pytest.mark.parametrize(
    ("begins", "goes_on"),
    [(b"GET / HTTP/1.1\r\n", b"X-More: x\r\n"), (b"POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\n", b"x")],
    ids=["headers", "a body"],
)
def test_what_trickles_in_ends_the_connection(line: SimpleNamespace, begins: bytes, goes_on: bytes) -> None:
    line.sends(begins)
    for _ in range(19):
        line.clock.advance(1)
        line.sends(goes_on)
        assert not line.is_cut()
    line.clock.advance(1)
    assert line.is_cut()


def test_an_answer_may_take_its_time_and_the_next_request_has_its_own(line: SimpleNamespace) -> None:
    line.sends(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    line.clock.advance(100)
    assert not line.is_cut()
    line.channel.requests[0].finish()
    line.clock.advance(30)
    line.sends(b"GET / HT")
    line.clock.advance(19)
    assert not line.is_cut()
    line.clock.advance(1)
    assert line.is_cut()


@pytest.mark.parametrize("pieces", [1, 2])
def test_only_a_request_that_comes_in_pieces_costs_a_timer(line: SimpleNamespace, pieces: int) -> None:
    """Each request of the site would pay for it."""
    whole = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx"
    line.sends(whole)  # what the connection began with is over
    line.channel.requests[0].finish()
    begun: list[float] = []
    line.channel.callLater = lambda after, *what: begun.append(after) or line.clock.callLater(after, *what)
    for piece in (whole,) if pieces == 1 else (whole[:20], whole[20:]):
        line.sends(piece)
    assert begun == [request_limits.HEADER_SECONDS] * (pieces - 1)


# Floods of frames -----------------------------------------------------------------------------------------------

PING, PIECE, PONG = b"\x89\x80\0\0\0\0", b"\x00\x80\0\0\0\0", b"\x8a\x80\0\0\0\0"
SEEN = b'\x81\x8f\0\0\0\0{"kind":"seen"}'


@pytest.mark.parametrize(
    "flood",
    [PING * 2_000, b"\x01\x80\0\0\0\0" + PIECE * 2_000, PONG * 2_000, SEEN * 1_000, b"\x82\xfe\x0f\xa0" * 400_000],
    ids=["pings", "pieces", "pongs", "messages", "bytes"],
)
def test_a_flood_of_frames_cuts_the_connection(
    site: Site, guests: list[Guest], said: Callable[..., Any], flood: bytes
) -> None:
    with shaken(site, guests[0]) as one:
        with contextlib.suppress(ConnectionError):
            one.sendall(flood)
        heard = heard_until_cut(one)
    assert heard.count(b"\x8a\x00") <= websocket_budget.FRAMES_AT_ONCE  # answers to pings
    wait_until(lambda: said().count("A websocket was cut") == 1, "the line of the log", said)
    wait_until(lambda: said().endswith("\n"), "the end of the line", said)
    assert said().count("\n") == 1 and "127.0.0.1" not in said()
    assert Guest(site).ask("GET", "/health/live")[0] == 200


def test_as_many_frames_as_a_page_sends_cut_nothing(site: Site, guests: list[Guest], said: Callable[..., Any]) -> None:
    with shaken(site, guests[0]) as one:
        one.sendall((SEEN + PING) * 25)
        heard = b""
        while heard.count(b"\x8a\x00") < 25:
            heard += one.recv(65536)
    assert "cut" not in said()


def test_nothing_more_is_read_while_frames_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, waiting = Clock(), list[Any]()
    monkeypatch.setattr(websocket_budget, "reactor", clock)
    one = websocket_budget.BoundedSocket()
    one.transport, one.state, one.client_addr = StringTransport(), one.STATE_OPEN, None
    one.application_queue = SimpleNamespace(
        put_nowait=waiting.append, qsize=lambda: len(waiting), empty=lambda: not waiting
    )
    for _ in range(websocket_budget.MOST_WAITING):
        assert one.transport.producerState == "producing"
        one.onMessage(b"{}", False)
    assert one.transport.producerState == "paused"
    waiting.pop()
    clock.advance(1)
    assert one.transport.producerState == "paused"
    waiting.clear()
    clock.advance(1)
    assert one.transport.producerState == "producing"


class Clogged(FileDescriptor):
    """Twisted's own end of a connection, whose client reads when `doWrite` is called and else nothing."""

    connected, aborted = 1, False

    def startWriting(self) -> None:
        pass

    stopWriting = startWriting

    def getPeer(self) -> IPv4Address:
        return IPv4Address("TCP", "127.0.0.1", 1)

    getHost = getPeer

    def setTcpNoDelay(self, enabled: bool) -> None:
        pass

    def writeSomeData(self, data: bytes) -> int:
        return len(data)

    def abortConnection(self) -> None:
        self.aborted = True

    @property
    def held(self) -> int:
        return len(self.dataBuffer) - self.offset + self._tempDataLen


@pytest.fixture
def unread() -> websocket_budget.BoundedSocket:
    """An open websocket whose client reads nothing."""
    one = connected(Clogged(cast(Any, Clock())))
    one.state = one.STATE_OPEN
    return one


SCREEN = b"x" * 32_000


def test_what_is_not_read_is_kept_up_to_a_bound(unread: websocket_budget.BoundedSocket) -> None:
    """A client that answered every push and read none had the site keep all of them, for hours."""
    for _ in range(websocket_budget.MOST_UNREAD // len(SCREEN)):
        unread.sendMessage(SCREEN)
    assert not unread.transport.aborted
    with pytest.raises(Disconnected):
        for _ in range(1_000):
            unread.sendMessage(SCREEN)
    assert unread.transport.aborted
    assert unread.transport.held < websocket_budget.MOST_UNREAD + unread.transport.bufferSize + 2 * len(SCREEN)


def test_who_reads_again_has_the_whole_bound_again(unread: websocket_budget.BoundedSocket) -> None:
    for _ in range(100):
        for _ in range(6):
            unread.sendMessage(SCREEN)
        unread.transport.doWrite()
        assert unread.transport.held == 0
    assert not unread.transport.aborted


def test_a_player_on_turn_gains_no_time_by_a_flood(site: Site, guests: list[Guest], said: Callable[..., Any]) -> None:
    """Bursts of pings by six sockets of the player on turn once stopped the pulse, and the turn lasted as long as they
    did. Each is cut after as few frames as one alone would be."""
    before = guests[0].board()
    for _ in range(tries(1, 3)):
        with contextlib.ExitStack() as open_ones:
            sockets = [open_ones.enter_context(shaken(site, guest)) for guest in guests for _ in range(6)]
            with ThreadPoolExecutor(len(sockets)) as pool:
                heard = list(pool.map(flood_of_pings, sockets))
        assert max(heard) <= websocket_budget.FRAMES_AT_ONCE
    assert guests[0].board() == before


def flood_of_pings(one: socket.socket) -> int:
    """Four million bytes of pings, or as many as the server lets in; how many it answers until it cuts the socket."""
    with contextlib.suppress(OSError):
        for _ in range(40):
            one.sendall(PING * 17_000)
    return heard_until_cut(one).count(b"\x8a\x00")


# Handshakes -----------------------------------------------------------------------------------------------------


ODD = [
    ("Daphne-Root-Path: \xff\xfe", 101),
    ("User-Agent: caf\xe9", 400),
    ("User-Agent: \xe2\x82\xac", 400),
    ("Sec-WebSocket-Protocol: \xe9", 400),
    ("Sec-WebSocket-Protocol: %ff%00", 101),
    ("Sec-WebSocket-Extensions: permessage-deflate; ; =", None),
    ("Sec-WebSocket-Version: 99", 400),
    ("Sec-WebSocket-Key: x", 400),
    ("X-Forwarded-For: ,,,", 101),
    ("X-Forwarded-Port: none", 101),
    ("Connection: close", 400),
    ("Content-Length: 6\r\nX: x", 400),
    ("Transfer-Encoding: chunked", None),
    ("Upgrade: WebSocket", 101),
    ("Under_Score: x", 101),
]


@pytest.mark.parametrize(
    ("header", "answer"),
    [
        ("Daphne-Root-Path: /elsewhere", 101),  # it led to a traceback and a 500
        ("Daphne-Root-Path: https://evil.example", 101),
        *(pytest.param(*odd, marks=pytest.mark.long) for odd in ODD),
    ],
)
def test_a_handshake_with_odd_headers_leaves_no_trace(
    site: Site, guests: list[Guest], said: Callable[..., Any], header: str, answer: int | None
) -> None:
    if answer is None:  # it may be a refusal, or nothing
        heard = site.raw(guests[1].handshake(header) + b"CANARY", patience=1)
    else:
        heard = site.raw(guests[1].handshake(header) + b"CANARY", until=b"\r\n\r\n")
        assert heard.startswith(f"HTTP/1.1 {answer} ".encode()), heard[:200]
    assert not heard.startswith(b"HTTP/1.1 500")

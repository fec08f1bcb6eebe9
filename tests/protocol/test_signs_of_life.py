"""A short whole frame is read at once, and says what it would have said to autobahn; and is sent at once, as the very
bytes that autobahn would send. Everything else is autobahn's."""

import asyncio
import os
from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import main
from twisted.internet.abstract import FileDescriptor
from twisted.internet.tcp import Connection

from alfapower.web import connection_limits
from game import unchanged_page
from tests.protocol.conftest import connected
from tests.support.calls import calls_of

SEEN = b'{"kind":"seen","version":12}'
BEAT = unchanged_page.beat(12)
MOST_CALLS = 30
"""Of functions, for what a page says at every beat; by autobahn it is some sixty."""
MOST_CALLS_TO_SEND = 20
"""By autobahn and Twisted's reactor it is some eighty, before the reactor comes round to write."""


def frame(text: bytes, head: int = 0x81, mask: bytes | None = None) -> bytes:
    """A frame as a browser sends it."""
    mask = os.urandom(4) if mask is None else mask
    size = bytes([0x80 + len(text)]) if len(text) < 126 else bytes([0xFE]) + len(text).to_bytes(2)
    return bytes([head]) + size + mask + bytes(octet ^ mask[at % 4] for at, octet in enumerate(text))


def opened(*, plainly: bool = False) -> connection_limits.BoundedSocket:
    """An open socket that notes what it hears; `plainly`: only as autobahn does."""
    one = connected()
    one.heard = []
    one.state, one.current_frame, one.inside_message, one.websocket_version = one.STATE_OPEN, None, False, 13
    one.onMessage = lambda text, is_binary: one.heard.append((text, is_binary))
    one.onClose = lambda *why: None
    if plainly:
        one._short_text = lambda data: None
    return one


@pytest.mark.parametrize(
    "parts",
    [
        [frame(SEEN)],
        [frame(SEEN, mask=b"\x00\x00\x00\x00")],
        [frame(b"x")],
        [frame(b"x" * 125)],
        [frame(b"x" * 126)],
        [frame(b"")],
        [frame(SEEN) + frame(b"next")],
        [frame(SEEN)[:5], frame(SEEN, mask=b"abcd")[5:]],
        [frame(b"begin", 0x01), frame(SEEN), frame(b"end", 0x80)],
        [frame(b"begin", 0x01), frame(b"", 0x89), frame(b"end", 0x80), frame(SEEN)],
        [frame("é".encode())],
        [frame(b"\xff\xfe")],
        [frame(SEEN, 0x82)],
        [frame(SEEN, 0xC1)],
        [b"\x81\x04text"],
        [frame(b"\x03\xe8", 0x88), frame(SEEN)],
    ],
    ids=range(16),
)
def test_what_is_read_at_once_is_what_autobahn_reads(parts: Sequence[bytes]) -> None:
    at_once, plainly = opened(), opened(plainly=True)
    for part in parts:
        for one in (at_once, plainly):
            one.dataReceived(part)
    assert (at_once.heard, at_once.state, at_once.transport.value()) == (
        plainly.heard, plainly.state, plainly.transport.value(),
    )  # fmt: skip
    assert at_once.frames_left.left == pytest.approx(plainly.frames_left.left, abs=0.9)


def test_the_word_of_a_page_at_rest_takes_few_calls() -> None:
    counts = []
    for plainly in (False, True):
        one, words = opened(plainly=plainly), frame(SEEN)
        one.dataReceived(frame(SEEN))
        counts.append(calls_of(partial(one.dataReceived, words)))
    assert counts[0] <= MOST_CALLS and counts[0] < counts[1] / 2, counts


def test_short_frames_count_against_the_budget() -> None:
    one, most = opened(), int(connection_limits.FRAMES_AT_ONCE)
    for _ in range(3 * most):
        one.dataReceived(frame(b"x"))
    assert most <= len(one.heard) < 2 * most and one.state == one.STATE_CLOSED


@pytest.mark.parametrize("waiting", [[], ["a message"]], ids=["nothing waits", "a message waits"])
@pytest.mark.parametrize("is_usual", [True, False])
def test_a_sign_of_life_is_given_to_who_takes_it_unless_others_wait(waiting: Sequence[Any], is_usual: bool) -> None:
    one, signs = opened(), []
    one.application_queue = asyncio.Queue()
    for message in waiting:
        one.application_queue.put_nowait(message)
    one.sign = lambda text: signs.append(text) or is_usual
    one.dataReceived(frame(SEEN))
    assert signs == ([] if waiting else [SEEN.decode()])
    assert one.heard == ([] if signs and is_usual else [(SEEN, False)])


def test_who_takes_signs_of_life_is_named_as_the_socket_is_accepted_and_forgotten_at_its_end() -> None:
    one = opened()
    one.serverAccept = lambda subprotocol: None
    sign: Any = print
    one.handle_reply({"type": "websocket.accept", "subprotocol": None, "sign": sign})
    assert one.sign is sign
    one.handle_reply({"type": "websocket.send", "text": BEAT})
    assert one.sign is sign
    connection_limits.BoundedSocket.onClose(one, True, 1000, None)
    assert one.sign is None


class Line(Connection):
    """Twisted's own end of a connection that takes so many bytes at once, none of them when it is lost (None)."""

    def __init__(self, takes: int | None) -> None:
        FileDescriptor.__init__(self, cast(Any, SimpleNamespace()))
        self.connected, self.takes, self.taken = 1, takes, b""

    def writeSomeData(self, data: bytes) -> Any:
        if self.takes is None:
            return main.CONNECTION_LOST
        part = bytes(data[: self.takes])
        self.taken += part
        return len(part)

    def startWriting(self) -> None:
        """Whoever waits is written when a test has it so."""

    stopWriting = startWriting

    def waiting(self) -> bytes:
        """What is still to be written."""
        return self.dataBuffer[self.offset :] + b"".join(self._tempDataBuffer)


def to(one: connection_limits.BoundedSocket, line: Line) -> Line:
    """Send by that line from now on."""
    one.transport = line
    line.registerProducer(one, True)
    return line


@pytest.mark.parametrize(
    "text", [BEAT, "x", "x" * 125, "x" * 126, "", "é", BEAT + "x" * 32_000, b"\x00\x01"], ids=range(8)
)
def test_what_is_sent_at_once_is_what_autobahn_sends(text: str) -> None:
    at_once, plainly = opened(), opened(plainly=True)
    line = to(at_once, Line(takes=100_000))
    at_once.serverSend(text, isinstance(text, bytes))
    WebSocketProtocol.serverSend(plainly, text, isinstance(text, bytes))
    assert line.taken + line.waiting() == plainly.transport.value()
    assert bool(line.taken) is (text in (BEAT, "x", "x" * 125))


@pytest.mark.parametrize("takes", [0, 10, None], ids=["nothing", "a part", "lost"])
def test_what_a_connection_does_not_take_at_once_waits_and_what_follows_waits_behind_it(takes: int) -> None:
    one, two = opened(), opened(plainly=True)
    line = to(one, Line(takes))
    for text in (BEAT, "next"):
        one.serverSend(text)
        WebSocketProtocol.serverSend(two, text, False)
    assert len(line.taken) == (takes or 0)
    assert line.taken + line.waiting() == two.transport.value()


def test_a_beat_takes_few_calls() -> None:
    counts = []
    for send in (connection_limits.BoundedSocket.serverSend, WebSocketProtocol.serverSend):
        one = opened()
        to(one, Line(takes=1_000))
        counts.append(calls_of(partial(send, one, BEAT)))
    assert counts[0] <= MOST_CALLS_TO_SEND and counts[0] < counts[1] / 3, counts

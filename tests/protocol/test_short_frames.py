"""A short whole frame is read at once, and says what it would have said to autobahn; everything else is autobahn's."""

import os
import sys
from types import SimpleNamespace

import pytest
from twisted.internet.testing import StringTransport

from alfapower.web import connection_limits

SEEN = b'{"kind":"seen","version":12}'
MOST_CALLS = 30
"""Of functions, for what a page says at every beat; by autobahn it is some sixty."""


def frame(text: bytes, head: int = 0x81, mask: bytes | None = None) -> bytes:
    """A frame as a browser sends it."""
    mask = os.urandom(4) if mask is None else mask
    size = bytes([0x80 + len(text)]) if len(text) < 126 else bytes([0xFE]) + len(text).to_bytes(2)
    return bytes([head]) + size + mask + bytes(octet ^ mask[at % 4] for at, octet in enumerate(text))


@pytest.fixture
def opened(monkeypatch):
    """Makes open sockets, and notes what each of them hears."""

    def open_one(*, plainly: bool):
        one = connection_limits.BoundedSocketFactory(None).buildProtocol(None)
        one.transport, one.heard = StringTransport(), []
        one.transport.registerProducer(SimpleNamespace(), True)
        one.connectionMade()
        one.state, one.current_frame, one.inside_message, one.websocket_version = one.STATE_OPEN, None, False, 13
        one.onMessage = lambda text, is_binary: one.heard.append((text, is_binary))
        one.onClose = lambda *why: None
        if plainly:
            one._short_text = lambda data: None
        return one

    return open_one


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
def test_what_is_read_at_once_is_what_autobahn_reads(opened, parts):
    at_once, plainly = opened(plainly=False), opened(plainly=True)
    for part in parts:
        for one in (at_once, plainly):
            one.dataReceived(part)
    assert (at_once.heard, at_once.state, at_once.transport.value()) == (
        plainly.heard, plainly.state, plainly.transport.value(),
    )  # fmt: skip
    assert at_once.frames_left.left == pytest.approx(plainly.frames_left.left, abs=0.9)


def test_the_word_of_a_page_at_rest_takes_few_calls(opened):
    counts = []
    for plainly in (False, True):
        one, calls = opened(plainly=plainly), []
        words = frame(SEEN)
        one.dataReceived(frame(SEEN))
        sys.setprofile(lambda _, event, __, calls=calls: calls.append(event) if event in ("call", "c_call") else None)
        try:
            one.dataReceived(words)
        finally:
            sys.setprofile(None)
        counts.append(len(calls))
    assert counts[0] <= MOST_CALLS and counts[0] < counts[1] / 2, counts


def test_short_frames_count_against_the_budget(opened):
    one, most = opened(plainly=False), int(connection_limits.FRAMES_AT_ONCE)
    for _ in range(3 * most):
        one.dataReceived(frame(b"x"))
    assert most <= len(one.heard) < 2 * most and one.state == one.STATE_CLOSED

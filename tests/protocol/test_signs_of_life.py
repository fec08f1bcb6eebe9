"""Sockets that are refused before they are open: whoever may come back is told so, and when. What is kept of one that
is opened; and a page's sign of life, which goes to who takes it at once and is no message of the application."""

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from autobahn.websocket.types import ConnectionRequest
from twisted.internet import defer

from alfapower.web import websocket_budget
from alfapower.web.websocket_budget import FRAMES_AT_ONCE, BoundedSocket
from alfapower.web.websocket_frames import LONGEST, is_whole, text_of
from game import unchanged_page
from tests.protocol.conftest import connected

SEEN = b'{"kind":"seen","version":12}'
BEAT = unchanged_page.beat(12)


def frame(text: bytes, head: int = 0x81) -> bytes:
    """A frame as a browser sends it."""
    mask = b"\x9a\x03\xf1\x58"
    return bytes([head, 0x80 + len(text)]) + mask + bytes(octet ^ mask[at % 4] for at, octet in enumerate(text))


def opened(*waiting: Any, is_between_frames: bool = True) -> Any:
    """An open socket whose application has these messages before it."""
    one = connected()
    one.is_between_frames = is_between_frames
    one.state, one.current_frame, one.inside_message, one.websocket_version = one.STATE_OPEN, None, False, 13
    one.muted, one.application_queue = False, asyncio.Queue()
    for message in waiting:
        one.application_queue.put_nowait(message)
    return one


def heard(one: Any) -> list[Any]:
    """What the application is told."""
    return [one.application_queue.get_nowait() for _ in range(one.application_queue.qsize())]


@pytest.mark.parametrize("waiting", [[], ["a message"]], ids=["nothing waits", "a message waits"])
@pytest.mark.parametrize("is_usual", [True, False])
@pytest.mark.parametrize("is_short", [True, False], ids=["from its bytes", "by autobahn"])
def test_a_sign_of_life_is_given_to_who_takes_it_unless_others_wait(
    waiting: Sequence[Any], is_usual: bool, is_short: bool
) -> None:
    one, signs = opened(*waiting, is_between_frames=is_short), []
    one.sign = lambda text: signs.append(text) or is_usual
    one.dataReceived(frame(SEEN))
    assert signs == ([] if waiting else [SEEN.decode()])
    told = heard(one)[len(waiting) :]
    assert [message["text"] for message in told] == ([] if signs and is_usual else [SEEN.decode()])


def test_what_is_no_text_is_no_sign_of_life() -> None:
    one, signs = opened(), []
    one.sign = lambda text: signs.append(text) or True
    one.dataReceived(frame(SEEN, 0x82))
    assert not signs and [message["bytes"] for message in heard(one)] == [SEEN]


def test_who_takes_signs_of_life_is_named_as_the_socket_is_accepted_and_forgotten_at_its_end() -> None:
    one = opened()
    one.serverAccept = lambda subprotocol: None
    sign: Any = print
    one.handle_reply({"type": "websocket.accept", "subprotocol": None, "sign": sign})
    assert one.sign is sign
    one.handle_reply({"type": "websocket.send", "text": BEAT})
    assert one.sign is sign
    BoundedSocket.onClose(one, True, 1000, None)
    assert one.sign is None


# Short frames read from their bytes ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (frame(SEEN), SEEN),
        (frame(b"x"), b"x"),
        (frame(b"x" * LONGEST), b"x" * LONGEST),
        (frame(b""), None),
        (frame("Å".encode()), None),
        (frame(SEEN, 0x82), None),  # bytes
        (frame(b"", 0x89), None),  # a ping
        (frame(SEEN, 0xC1), None),  # with a bit that no extension gave a meaning
    ],
)
def test_a_whole_short_frame_is_known_and_the_text_of_ascii_in_one_read(data: bytes, text: bytes | None) -> None:
    assert is_whole(data) and text_of(data) == text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        frame(SEEN)[:-1],
        frame(SEEN)[:1],
        frame(SEEN) + b"\x81",
        frame(SEEN) + frame(SEEN),
        frame(SEEN, 0x01),  # a piece, and more to come
        bytes([0x81, len(SEEN)]) + SEEN + b"1234",  # not masked
        b"\x81\xfe\x00\x7e1234" + b"x" * 126,  # a longer head
    ],
)
def test_anything_else_is_not_a_whole_short_frame(data: bytes) -> None:
    assert not is_whole(data)


@pytest.mark.parametrize(
    ("before", "is_read_so"),
    [
        ([], True),
        ([frame(SEEN)], True),
        ([frame(b"still there", 0x8A)], True),  # a pong
        ([frame(b"\xff", 0x82)], True),
        ([frame(SEEN, 0x01), frame(b"", 0x80)], False),  # a message in two pieces
        ([frame(SEEN)[:9], frame(SEEN)[9:]], False),  # not of one frame: only its sizes are those of one
        ([frame(SEEN) + frame(SEEN)], False),
    ],
)
def test_only_behind_whole_short_frames_is_one_read_from_its_bytes(before: Sequence[bytes], is_read_so: bool) -> None:
    one = opened()
    one.sign = None
    for data in before:
        one.dataReceived(data)
    assert one.is_between_frames is is_read_so


def test_a_text_within_a_message_in_pieces_is_no_message_of_its_own() -> None:
    one = opened()
    one.dataReceived(frame(b"the beginning", 0x01))
    one.dataReceived(frame(SEEN))
    assert not heard(one) and one.state != one.STATE_OPEN


def test_short_frames_count_in_the_budget_of_frames() -> None:
    one, signs = opened(), []
    one.sign = lambda text: signs.append(text) or True
    for _ in range(int(FRAMES_AT_ONCE) + 5):
        one.dataReceived(frame(SEEN))
    assert len(signs) == int(FRAMES_AT_ONCE) and one.state == one.STATE_CLOSED


Socket = websocket_budget.BoundedSocket


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ({"code": 1013, "retry_after": 17}, b"HTTP/1.1 503 Try again\r\nRetry-After: 17\r\n\r\n"),
        ({"code": 1012}, b"HTTP/1.1 503 Try again\r\nRetry-After: 2\r\n\r\n"),
        ({}, b"HTTP/1.1 403 Access denied\r\n\r\n"),
    ],
)
def test_a_handshake_that_may_come_back_is_told_when(message: dict[str, int], answer: bytes) -> None:
    one, gone = shaking()
    one.handle_reply({"type": "websocket.close", **message})
    assert one.transport.value() == answer and one.transport.disconnecting
    assert gone == [one]


@pytest.mark.parametrize(("seconds", "is_told"), [(4.9, False), (5.1, True)])
def test_a_handshake_that_waits_for_too_long_may_come_back(
    monkeypatch: pytest.MonkeyPatch, seconds: float, is_told: bool
) -> None:
    one, gone = shaking()
    monkeypatch.setattr(one, "duration", lambda: seconds)
    one.check_timeouts()
    assert one.transport.value().startswith(b"HTTP/1.1 503 ") is is_told and gone == [one] * is_told


def test_of_the_handshake_of_an_open_socket_nothing_is_kept() -> None:
    one = connected(autoPingTimeout=30, maxFramePayloadSize=4096)
    headers = {"cookie": "sessionid=CANARY", "user-agent": "CANARY"}
    one.server = SimpleNamespace(log_action=lambda *_: None)
    one.clean_headers = [(b"cookie", b"sessionid=CANARY")]
    scope = {"headers": one.clean_headers}
    one.http_headers, one.http_request_params, one.http_request_data = headers, {"shows": "CANARY"}, b"CANARY"
    one.request = ConnectionRequest(None, headers, "host", "/ws/match/x/", {"shows": "CANARY"}, 13, None, [], [])
    assert "CANARY" in str(held_by(one))
    one.onOpen()
    assert scope == {"headers": []} and "CANARY" not in str(held_by(one))
    assert one.request.path == "/ws/match/x/"
    assert (one.autoPingTimeout, one.maxFramePayloadSize) == (30, 4096)
    assert one.perMessageCompressionAccept([]) is None  # a function of the settings, not of the socket
    assert not set(vars(one)) & {*one.CONFIG_ATTRS_COMMON, *one.CONFIG_ATTRS_SERVER}  # twice the bytes a socket
    assert not hasattr(websocket_budget.BoundedSocket, "autoPingTimeout")  # each factory's sockets have its own


def held_by(one: Socket) -> dict[str, Any]:
    """All that a socket has, and its request."""
    return {**vars(one), "request": {name: getattr(one.request, name) for name in ConnectionRequest.__slots__}}


def shaking() -> tuple[Socket, list[Socket]]:
    """A websocket in its handshake, and the list of those of which the server was told that they are gone."""
    one, gone = connected(), list[Socket]()
    one.server = SimpleNamespace(
        protocol_disconnected=gone.append, log_action=lambda *_: None, websocket_timeout=-1, websocket_connect_timeout=5
    )
    one.request = SimpleNamespace(path="/")
    one.handshake_deferred = defer.Deferred()
    one.handshake_deferred.addErrback(lambda failure: one.failHandshake(failure.value.reason, failure.value.code))
    return one, gone

"""A sign of life of a page goes to who takes it at once, and is no message of the application then."""

import asyncio
import os
from collections.abc import Sequence
from typing import Any

import pytest

from alfapower.web.websocket_budget import BoundedSocket
from game import unchanged_page
from tests.protocol.conftest import connected

SEEN = b'{"kind":"seen","version":12}'
BEAT = unchanged_page.beat(12)


def frame(text: bytes, head: int = 0x81) -> bytes:
    """A frame as a browser sends it."""
    mask = os.urandom(4)
    return bytes([head, 0x80 + len(text)]) + mask + bytes(octet ^ mask[at % 4] for at, octet in enumerate(text))


def opened(*waiting: Any) -> Any:
    """An open socket whose application has these messages before it."""
    one = connected()
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
def test_a_sign_of_life_is_given_to_who_takes_it_unless_others_wait(waiting: Sequence[Any], is_usual: bool) -> None:
    one, signs = opened(*waiting), []
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

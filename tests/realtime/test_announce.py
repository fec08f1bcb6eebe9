"""Who waits for a ping, and what becomes of one that cannot be sent."""

import asyncio
import contextvars
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from game.services import announce
from game.services.announce import Pings

told_beside = sync_to_async(announce.session_changed, thread_sensitive=False)


class Layer:
    """A layer that sends when it is allowed to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may_send, self.sent = asyncio.Event(), list[tuple[str, dict[str, Any]]]()
        monkeypatch.setattr(get_channel_layer(), "group_send", self.send)

    async def send(self, group: str, message: dict[str, Any]) -> None:
        await self.may_send.wait()
        self.sent.append((group, message))


def served(tell: Callable[[int, int], None] = lambda match_id, version: None, *, is_held: bool = False) -> Pings:
    """Those of a connection to a web process, from here on in this context."""
    pings = Pings(asyncio.get_running_loop(), tell, is_held=is_held)
    pings.serve()
    return pings


@pytest.mark.parametrize("is_served", [True, False])
async def test_an_answer_of_a_web_process_does_not_wait_for_its_ping_and_any_other_does(
    monkeypatch: pytest.MonkeyPatch, is_served: bool
) -> None:
    """Without the loop the thread is held until it is sent, or for as long as one may take at most."""
    layer = Layer(monkeypatch)
    monkeypatch.setattr(announce, "LONGEST_SEND_SECONDS", 60.0)
    if is_served:
        served()
    thread = asyncio.ensure_future(told_beside(7))
    if is_served:
        await thread  # it would never end, for nothing has been sent
    else:
        done, _ = await asyncio.wait({thread}, timeout=0.2)
        assert not done
    assert not layer.sent
    layer.may_send.set()
    await thread
    while not layer.sent:
        await asyncio.sleep(0)
    assert layer.sent == [("player.7", {"type": "session.changed", "user": 7})]


@pytest.mark.parametrize("is_served", [True, False])
async def test_one_that_cannot_be_sent_is_a_line_in_the_log_and_no_fault(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, is_served: bool
) -> None:
    async def fail(group: str, message: dict[str, Any]) -> None:
        raise OSError("away")

    monkeypatch.setattr(get_channel_layer(), "group_send", fail)
    if is_served:
        served()
    await told_beside(7)
    while not caplog.records:
        await asyncio.sleep(0)
    assert [record.getMessage() for record in caplog.records] == ["player.7: ping not sent (OSError)"]


@pytest.mark.django_db(transaction=True)
async def test_a_request_is_answered_before_anybody_is_told_and_its_own_process_is_told_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layer, told = Layer(monkeypatch), list[tuple[int, int]]()
    pings = served(lambda match_id, version: told.append((match_id, version)), is_held=True)
    commit = sync_to_async(announce.after_commit, thread_sensitive=False)
    layer.may_send.set()
    await commit(7, 3)
    await asyncio.sleep(0.01)
    assert not told
    assert not layer.sent
    pings.answered()
    assert told == [(7, 3)]
    assert not layer.sent
    await commit(7, 4)  # a stream goes on after the beginning of its answer
    while len(layer.sent) < 2:
        await asyncio.sleep(0)
    assert told == [(7, 3), (7, 4)]
    assert [message["version"] for _group, message in layer.sent] == [3, 4]


@pytest.mark.django_db(transaction=True)
async def test_what_is_drawn_for_a_ping_is_no_part_of_the_request_that_sent_it() -> None:
    asked_by, seen = ContextVar("asked_by", default="nobody"), list[str]()
    pings = served(lambda match_id, version: seen.append(asked_by.get()), is_held=True)
    asked_by.set("anna")
    await sync_to_async(announce.after_commit, thread_sensitive=False)(7, 3)
    pings.answered()
    await sync_to_async(announce.after_commit, thread_sensitive=False)(7, 4)
    while len(seen) < 2:
        await asyncio.sleep(0)
    assert seen == ["nobody", "nobody"]


async def test_a_loop_that_has_been_closed_is_left_alone() -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    context = contextvars.copy_context()
    context.run(Pings(loop, lambda match_id, version: None, is_held=False).serve)
    context.run(announce.session_changed, 7)

"""Who waits for a ping, and what becomes of one that cannot be sent."""

import asyncio
import contextvars
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from game.services import announce

told_beside = sync_to_async(announce.session_changed, thread_sensitive=False)


class Layer:
    """A layer that sends when it is allowed to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may_send, self.sent = asyncio.Event(), list[tuple[str, dict[str, Any]]]()
        monkeypatch.setattr(get_channel_layer(), "group_send", self.send)

    async def send(self, group: str, message: dict[str, Any]) -> None:
        await self.may_send.wait()
        self.sent.append((group, message))


@pytest.mark.parametrize("is_served", [True, False])
async def test_an_answer_of_a_web_process_does_not_wait_for_its_ping_and_any_other_does(
    monkeypatch: pytest.MonkeyPatch, is_served: bool
) -> None:
    """Without the loop the thread is held until it is sent, or for as long as one may take at most."""
    layer = Layer(monkeypatch)
    monkeypatch.setattr(announce, "LONGEST_SEND_SECONDS", 60.0)
    if is_served:
        announce.ping_beside(asyncio.get_running_loop())
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
        announce.ping_beside(asyncio.get_running_loop())
    await told_beside(7)
    while not caplog.records:
        await asyncio.sleep(0)
    assert [record.getMessage() for record in caplog.records] == ["player.7: ping not sent (OSError)"]


async def test_a_loop_that_has_been_closed_is_left_alone() -> None:
    loop = asyncio.new_event_loop()
    loop.close()
    context = contextvars.copy_context()
    context.run(announce.ping_beside, loop)
    context.run(announce.session_changed, 7)

"""What the settings promise about the real Redis."""

import asyncio

import pytest
from channels.layers import get_channel_layer

LONGER_THAN_REDIS_PY_WAITS = 6  # seconds


@pytest.mark.long
@pytest.mark.needs_redis
async def test_a_channel_that_is_silent_for_long_still_hears() -> None:
    """redis-py 8 gives sockets a read timeout of 5 s; with it every quiet player was cut off."""
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add("quiet", channel)
    receiving = asyncio.ensure_future(layer.receive(channel))
    await asyncio.sleep(LONGER_THAN_REDIS_PY_WAITS)
    assert not receiving.done()
    await layer.group_send("quiet", {"type": "ping"})
    assert await asyncio.wait_for(receiving, 2) == {"type": "ping"}
    await layer.group_discard("quiet", channel)

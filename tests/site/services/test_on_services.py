"""What the settings promise about the real Postgres and the real Redis."""

import asyncio
from typing import cast

import pytest
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import connection
from django.db.backends.postgresql.base import DatabaseWrapper

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


@pytest.mark.needs_redis
def test_the_cache_is_shared_through_redis() -> None:
    cache.set("house", "stands", 10)
    assert cache.get("house") == "stands"


@pytest.mark.needs_postgres
@pytest.mark.django_db(transaction=True)
def test_connections_come_from_a_pool_with_a_cap() -> None:
    connection.ensure_connection()
    assert cast(DatabaseWrapper, connection).pool.max_size == 8
    assert connection.settings_dict["CONN_MAX_AGE"] == 0


@pytest.mark.needs_postgres
@pytest.mark.django_db
def test_rows_are_locked_for_real() -> None:
    assert connection.features.has_select_for_update_skip_locked

"""A Redis that acknowledges and says nothing: every client of it gives up in time and finds it again."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest
import redis
from django.conf import settings
from django.core.cache.backends.redis import RedisCache

from alfapower import redis_options
from alfapower.processes import channel_layer as layers
from tests.support.silent_proxy import Swallowing
from tests.support.types import certain

pytestmark = pytest.mark.needs_redis
BEATS = 30


@pytest.fixture
def network() -> Iterator[Swallowing]:
    # This worker's own database: the one of REDIS_URL is another worker's, and its tests empty it.
    with Swallowing(certain(settings.CACHES["default"]["LOCATION"])) as between:
        yield between


@pytest.fixture
def layer(network: Swallowing, monkeypatch: pytest.MonkeyPatch) -> layers.PatientChannelLayer:
    monkeypatch.setattr(layers, "SAID_EVERY_SECONDS", 0.1)
    monkeypatch.setattr(layers, "DEAF_AFTER_SECONDS", 0.3)
    return layers.PatientChannelLayer(hosts=[{"address": network.url, **redis_options.patient(network.url)}])


async def heard(layer: layers.PatientChannelLayer, channel: str, word: str) -> bool:
    """Whether a message to the group comes to the channel."""
    try:
        await asyncio.wait_for(layer.group_send("group", {"type": "word", "word": word}), 1)
        while True:
            if (await asyncio.wait_for(layer.receive(channel), 0.5))["word"] == word:
                return True
    except (redis.RedisError, TimeoutError):
        return False


async def heard_in_time(layer: layers.PatientChannelLayer, word: str) -> str:
    """The channel to which such a message to the group came at last."""
    for number in range(BEATS):
        channel = await layer.new_channel()  # `receive` gives a channel up when it is cancelled
        await layer.group_add("group", channel)
        if await heard(layer, channel, f"{word}-{number}"):
            return channel
    raise AssertionError(f"never heard a word {word}")


async def beats_until(layer: layers.PatientChannelLayer, channel: str, is_so: Callable[[], Awaitable[bool]]) -> bool:
    """Renew the membership as a socket does at each of its beats, until something is so; whether it came to be."""
    for _ in range(BEATS):
        await layer.group_add("group", channel)
        if await is_so():
            return True
        await asyncio.sleep(0.1)
    return False


async def test_a_stranded_subscription_is_noticed_and_made_anew(
    layer: layers.PatientChannelLayer, network: Swallowing
) -> None:
    channel = await heard_in_time(layer, "before")
    network.swallow()
    assert not await heard(layer, channel, "meanwhile")
    network.recover()
    accepted = network.accepted
    await heard_in_time(layer, "after")
    await layer.flush()
    assert network.accepted > accepted


async def test_the_layer_says_how_long_it_has_heard_nothing(
    layer: layers.PatientChannelLayer, network: Swallowing
) -> None:
    channel = await layer.new_channel()

    async def hears() -> bool:
        return bool(layer.deaf_seconds() < 0.2)

    async def is_deaf() -> bool:
        return bool(layer.deaf_seconds() > 0.2)

    assert await beats_until(layer, channel, hears)
    ear = next(iter(layer._ears.values()))
    ear.layer._shards[0]._receive_task.cancel()  # what is said is sent, and not heard
    assert await beats_until(layer, channel, is_deaf)
    assert await beats_until(layer, channel, hears)
    await layer.flush()


def test_the_cache_gives_up_and_comes_back(network: Swallowing) -> None:
    cache = RedisCache(network.url, {"OPTIONS": redis_options.patient(network.url), "KEY_PREFIX": "silent"})
    cache.set("word", "before", 10)
    network.swallow()
    with pytest.raises(redis.TimeoutError):
        cache.get("word")
    network.recover()
    assert cache.get("word") == "before"


def test_what_celery_sends_gives_up_and_comes_back(network: Swallowing) -> None:
    from kombu.connection import Connection
    from kombu.entity import Exchange
    from kombu.exceptions import OperationalError
    from kombu.messaging import Producer

    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS | {"global_keyprefix": "silent:", "socket_timeout": 0.5}
    with Connection(network.url, transport_options=options) as connection:
        producer = Producer(connection, Exchange("silent", "direct"))
        producer.publish("before", routing_key="silent")
        network.swallow()
        with pytest.raises((OperationalError, redis.TimeoutError)):
            producer.publish("meanwhile", routing_key="silent")
        network.recover()
        producer.publish("after", routing_key="silent", retry=True, retry_policy={"max_retries": 3})

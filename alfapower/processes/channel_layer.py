"""The Redis channel layer, made fault-tolerant: Redis may be gone, slow or emptied, and no socket is closed for it.

A ping that cannot be sent is repaired by the heartbeat, a membership that was lost is renewed within a beat; so nothing
here is worth an exception. Sending to a single channel is not needed and not subscribed to.

A subscription is a connection on which nothing need ever come: a stranded one looks like a silent one. So the process
sends itself a message now and then, and subscribes anew when it does not receive it.
"""

import asyncio
import logging
import time
import uuid
from collections.abc import Awaitable, Iterable
from typing import Any
from weakref import WeakKeyDictionary

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer, RedisSingleShardConnection
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.0
SAID_EVERY_SECONDS = 2.0
DEAF_AFTER_SECONDS = 2.0


class SubscriptionHealth:
    """Whether this process receives what it is subscribed to. `deaf_since`: when the first lost message was sent."""

    def __init__(self, layer: RedisPubSubLoopLayer) -> None:
        self.layer = layer
        self.channel = f"{layer.prefix}specific.{uuid.uuid4().hex}"
        self.said_at = float("-inf")
        self.deaf_since: float | None = None
        self.is_told = False  # of this outage
        self.closing: asyncio.Future[Any] | None = None

    async def listen(self) -> None:
        """Called at every renewal of memberships: sends a message, or checks whether the last one came back."""
        now = time.monotonic()
        if not self.is_deaf():
            if now - self.said_at >= SAID_EVERY_SECONDS:
                self.said_at = now
                await _tried(self._say())
        elif now - self.said_at > DEAF_AFTER_SECONDS:
            self.said_at = now
            await self._subscribe_anew()

    def is_deaf(self) -> bool:
        """Whether a message that was sent has not come back yet."""
        if self.deaf_since is not None and not self.layer.channels[self.channel].empty():
            self.deaf_since, self.is_told = None, False
        return self.deaf_since is not None

    async def _say(self) -> None:
        self.layer.channels[self.channel] = asyncio.Queue()
        shard = self.layer._get_shard(self.channel)
        await shard.subscribe(self.channel)
        await shard.publish(self.channel, b"")
        if self.deaf_since is None:
            self.deaf_since = self.said_at

    async def _subscribe_anew(self) -> None:
        """Subscribe on new connections to all groups in use; then send a message there. The old connections are closed
        separately: a task that holds one may wait for it for a while."""
        if not self.is_told:
            log.warning("The channel layer hears nothing: subscribing anew.")
            self.is_told = True
        given_up, layer = self.layer._shards, self.layer
        layer._shards = [RedisSingleShardConnection(shard.host, layer) for shard in given_up]
        self.closing = asyncio.gather(*map(_closed, given_up), return_exceptions=True)
        for group in list(layer.groups):
            await _tried(layer._get_shard(group).subscribe(group))
        await _tried(self._say())


async def _closed(shard: RedisSingleShardConnection) -> None:
    if shard._receive_task is not None:
        shard._receive_task.cancel()
    if shard._redis is not None:
        await asyncio.wait_for(shard._redis.aclose(close_connection_pool=True), 2 * PATIENCE_SECONDS)


class PatientChannelLayer(RedisPubSubChannelLayer):
    """Groups over Redis pub/sub; `group_send` fails as ever, for its caller to ignore."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._ears: WeakKeyDictionary[RedisPubSubLoopLayer, SubscriptionHealth] = WeakKeyDictionary()
        self._away_until = float("-inf")  # then one call tries to join again: not each of a thousand, a second each

    def _layer(self) -> RedisPubSubLoopLayer:
        return self._get_layer()

    def deaf_seconds(self) -> float:
        """How long this process has not received its own message, in any loop; 0 where it does, or never tried."""
        since = [ear.deaf_since for ear in list(self._ears.values()) if ear.is_deaf() and ear.deaf_since is not None]
        return time.monotonic() - min(since) if since else 0.0

    async def new_channel(self, prefix: str = "specific.") -> str:
        """A queue of this process; Redis knows it only through its groups."""
        layer = self._layer()
        channel = f"{layer.prefix}{prefix}{uuid.uuid4().hex}"
        layer.channels[channel] = asyncio.Queue()
        return channel

    async def group_add(self, group: str, channel: str) -> None:
        """Join, or renew a membership that was lost; does nothing while Redis is away."""
        layer = self._layer()
        is_worth_it = not _is_member(layer, group, channel) and time.monotonic() >= self._away_until
        if is_worth_it and not await _tried(layer.group_add(group, channel)):
            self._away_until = time.monotonic() + PATIENCE_SECONDS
        if layer not in self._ears:
            self._ears[layer] = SubscriptionHealth(layer)
        await self._ears[layer].listen()

    async def forgotten(self, groups: Iterable[str], channel: str) -> list[str]:
        """The groups in which the channel is no longer a member. For many at once, every second or so."""
        layer = self._layer()
        lost = [group for group in groups if not _is_member(layer, group, channel)]
        if layer in self._ears:
            await self._ears[layer].listen()
        return lost

    async def group_discard(self, group: str, channel: str) -> None:
        """Leave; does nothing while Redis is away."""
        await _tried(self._layer().group_discard(group, channel))


def _is_member(layer: RedisPubSubLoopLayer, group: str, channel: str) -> bool:
    name = layer._get_group_channel_name(group)
    return channel in layer.groups.get(name, ()) and name in layer._get_shard(name)._subscribed_to


async def _tried(call: Awaitable[Any]) -> bool:
    """Whether the call succeeded; if not, the layer is away."""
    try:
        await asyncio.wait_for(call, PATIENCE_SECONDS)
    except (RedisError, OSError, TimeoutError) as error:
        log.info("The channel layer is away (%s).", type(error).__name__)
        return False
    return True

"""The Redis channel layer, made patient: Redis may be gone, slow or emptied, and no socket is closed for it.

A ping that cannot be sent is healed by the heartbeat, a membership that was lost is renewed at the next beat; so
nothing here is worth an exception. Addressing a single channel is not needed and not subscribed to.
"""

import asyncio
import logging
import uuid
from collections.abc import Awaitable
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer
from redis.exceptions import RedisError

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.0


class PatientChannelLayer(RedisPubSubChannelLayer):
    """Groups over Redis pub/sub; `group_send` fails as ever, for its caller to shrug at."""

    def _layer(self) -> RedisPubSubLoopLayer:
        return self._get_layer()

    async def new_channel(self, prefix: str = "specific.") -> str:
        """A queue of this process; Redis hears of it only through its groups."""
        layer = self._layer()
        channel = f"{layer.prefix}{prefix}{uuid.uuid4().hex}"
        layer.channels[channel] = asyncio.Queue()
        return channel

    async def group_add(self, group: str, channel: str) -> None:
        """Join, or renew a membership; does nothing while Redis is away."""
        await _tried(self._layer().group_add(group, channel))

    async def group_discard(self, group: str, channel: str) -> None:
        """Leave; does nothing while Redis is away."""
        await _tried(self._layer().group_discard(group, channel))


async def _tried(call: Awaitable[Any]) -> None:
    try:
        await asyncio.wait_for(call, PATIENCE_SECONDS)
    except (RedisError, OSError, TimeoutError) as error:
        log.info("The channel layer is away (%s).", type(error).__name__)

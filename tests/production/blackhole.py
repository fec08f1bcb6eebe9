"""A channel layer that loses everything, for showing that nothing of a match rests on one."""

import asyncio

from channels.layers import BaseChannelLayer


class BlackHole(BaseChannelLayer):
    """Takes every message and delivers none."""

    extensions = ["groups"]

    async def new_channel(self, prefix="specific."):
        return f"{prefix}nowhere"

    async def receive(self, channel):
        await asyncio.Event().wait()

    async def send(self, channel, message):
        pass

    async def group_add(self, group, channel):
        pass

    async def group_discard(self, group, channel):
        pass

    async def group_send(self, group, message):
        pass

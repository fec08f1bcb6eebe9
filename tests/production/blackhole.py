"""A channel layer that loses everything, for showing that nothing of a match rests on one."""

import asyncio
from typing import Any

from channels.layers import BaseChannelLayer


class BlackHole(BaseChannelLayer):
    """Takes every message and delivers none."""

    extensions = ["groups"]

    async def new_channel(self, prefix: str = "specific.") -> str:
        return f"{prefix}nowhere"

    async def receive(self, channel: str) -> None:
        await asyncio.Event().wait()

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        pass

    async def group_add(self, group: str, channel: str) -> None:
        pass

    async def group_discard(self, group: str, channel: str) -> None:
        pass

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        pass

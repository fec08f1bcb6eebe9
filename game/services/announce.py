"""Telling the keepers of all processes, after the commit, that a match has a newer version. Nothing else of the match
is in the message."""

import asyncio
import logging
from contextvars import ContextVar
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

log = logging.getLogger(__name__)

LONGEST_SEND_SECONDS = 0.25

_serving_loop: ContextVar[asyncio.AbstractEventLoop | None] = ContextVar("serving_loop", default=None)


def ping_beside(loop: asyncio.AbstractEventLoop) -> None:
    """From here on in this context the loop sends the pings, and nobody waits for them. Without this, as in a worker,
    they are waited for."""
    _serving_loop.set(loop)


def group_of(match_id: int) -> str:
    """The channel group of the processes that show a match."""
    return f"match.{match_id}"


def group_of_user(user_id: int) -> str:
    """The channel group of the processes where a user has a socket, in whatever match."""
    return f"player.{user_id}"


def after_commit(match_id: int, version: int) -> None:
    """Ping the match's sockets once the transaction is through. A ping that is lost is healed by the heartbeat."""
    message = {"type": "match.changed", "match": match_id, "version": version}
    transaction.on_commit(lambda: _ping(group_of(match_id), message))


def session_changed(user_id: int) -> None:
    """Have every socket of a user look at once whether its session is still good."""
    _ping(group_of_user(user_id), {"type": "session.changed", "user": user_id})


def _ping(group: str, message: dict[str, Any]) -> None:
    loop = _serving_loop.get()
    if loop is None:
        async_to_sync(_send)(group, message)
    elif not loop.is_closed():
        asyncio.run_coroutine_threadsafe(_send(group, message), loop)


async def _send(group: str, message: dict[str, Any]) -> None:
    """What is committed stays, whatever ails the layer: a ping that cannot be sent is one line in the log."""
    try:
        layer = get_channel_layer()
        if layer is not None:
            await asyncio.wait_for(layer.group_send(group, message), LONGEST_SEND_SECONDS)
    except Exception as error:
        log.warning("%s: ping not sent (%s)", group, type(error).__name__)

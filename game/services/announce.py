"""Telling the sockets, after the commit, that a match has a newer version. Nothing of the match is in the message."""

import asyncio
import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

log = logging.getLogger(__name__)

LONGEST_SEND_SECONDS = 0.25


def group_of(match_id: int) -> str:
    """The channel group of a match's sockets."""
    return f"match.{match_id}"


def after_commit(match_id: int, version: int) -> None:
    """Ping the match's sockets once the transaction is through. A ping that is lost is healed by the heartbeat."""
    transaction.on_commit(lambda: _ping(match_id, version), robust=True)


def _ping(match_id: int, version: int) -> None:
    try:
        async_to_sync(_send)(match_id, version)
    except Exception as error:
        log.warning("match %s: ping of version %s not sent (%s)", match_id, version, type(error).__name__)


async def _send(match_id: int, version: int) -> None:
    layer = get_channel_layer()
    if layer is not None:
        message = {"type": "match.changed", "version": version}
        await asyncio.wait_for(layer.group_send(group_of(match_id), message), LONGEST_SEND_SECONDS)

"""Notify the socket keepers of all processes, after the commit, that a match has a newer version. The message holds
nothing else of the match.

In a web process the event loop sends the pings in the background: those of a request once it is answered, so that
drawing for other players does not slow its answer. The process's own keeper is notified directly.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Iterable
from contextvars import Context, ContextVar, copy_context
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

log = logging.getLogger(__name__)

LONGEST_SEND_SECONDS = 0.25

Message = dict[str, Any]


class Pings:
    """The pings of one connection to a web process, sent by its `loop`: held until the request is `answered`, or at
    once where there is no request. `tell` is the process's own keeper, which is notified of a match and its version."""

    context: Context
    """That of the connection before anything was done for it: what is drawn when a ping comes is no part of that."""

    def __init__(self, loop: asyncio.AbstractEventLoop, tell: Callable[[int, int], None], *, is_held: bool) -> None:
        self.loop, self.tell = loop, tell
        self.held: list[tuple[str, Message]] | None = [] if is_held else None
        self.lock = threading.Lock()  # a request is answered on the loop, and commits in a thread

    def serve(self) -> None:
        """From here on in this context pings go by these. Without any, as in a worker, each is waited for."""
        _pings.set(self)
        self.context = copy_context()

    def add(self, group: str, message: Message) -> None:
        """A ping, from whatever thread."""
        with self.lock:
            if self.held is not None:
                self.held.append((group, message))
                return
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._send, group, message, context=self.context)

    def answered(self) -> None:
        """Send those that were held; from now on none is. Called on the loop, any number of times."""
        with self.lock:
            held, self.held = self.held or (), None
        for group, message in held:
            self.context.run(self._send, group, message)

    def _send(self, group: str, message: Message) -> None:
        if "match" in message:
            self.tell(message["match"], message["version"])
        sending = self.loop.create_task(_send(group, message))
        _sending.add(sending)
        sending.add_done_callback(_sending.discard)


_pings: ContextVar[Pings | None] = ContextVar("pings", default=None)
_sending: set[asyncio.Task[None]] = set()
"""What is under way: the loop itself keeps no task alive."""


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


def onlookers_look_again(match_id: int) -> None:
    """Have the match's onlookers look anew whether they may stay, once the transaction is through."""
    message = {"type": "onlookers.look_again", "look_again": match_id}
    transaction.on_commit(lambda: _ping(group_of(match_id), message))


def beside_changed(match_id: int, user_ids: Iterable[int]) -> None:
    """Notify these users' pages of a match, once the transaction is committed, that something beside it has changed for
    them, as talk.

    Each asks for what it may show; none of its panels is drawn. A ping that is lost is made good by the next one, and
    by the page that asks as its socket opens. The match has a key of its own in it, which the release before passes by.
    """
    message = {"type": "match.beside", "beside": match_id, "users": sorted(set(user_ids))}
    transaction.on_commit(lambda: _ping(group_of(match_id), message))


def session_changed(user_id: int) -> None:
    """Have every socket of a user look at once whether its session is still good."""
    _ping(group_of_user(user_id), {"type": "session.changed", "user": user_id})


def persons_changed(user_ids: Iterable[int]) -> None:
    """Notify every page of these users, once the transaction is committed, that something of theirs has changed."""
    told = sorted(set(user_ids))

    def tell() -> None:
        for user_id in told:
            _ping(group_of_user(user_id), {"type": "person.changed", "user": user_id})

    transaction.on_commit(tell)


def _ping(group: str, message: Message) -> None:
    pings = _pings.get()
    if pings is None:
        async_to_sync(_send)(group, message)
    else:
        pings.add(group, message)


async def _send(group: str, message: Message) -> None:
    """What is committed stays, even if the layer fails: a ping that cannot be sent is one line in the log."""
    try:
        layer = get_channel_layer()
        if layer is not None:
            await asyncio.wait_for(layer.group_send(group, message), LONGEST_SEND_SECONDS)
    except Exception as error:
        log.warning("%s: ping not sent (%s)", group, type(error).__name__)

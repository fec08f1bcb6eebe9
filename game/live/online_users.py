"""The leases of the users who have a page open in this process (common/online.py), for all of them by one call."""

import contextlib
import time
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from common import online
from game.live.open_sockets import in_thread

_THREADS = ThreadPoolExecutor(max_workers=1, thread_name_prefix="online")


class OnlineUsers:
    """Renews the leases of `users`, whom the process's keeper adds and removes as their sockets open and close."""

    def __init__(self, users: Collection[int]) -> None:
        self.users = users
        self.renewed_at: dict[int, float] = {}
        self.is_renewing = False

    async def come(self) -> None:
        """A socket has opened: its user is here at once. While a renewal runs, many who come at once wait for the next
        one; so does whoever meets a cache that is away."""
        if not self.is_renewing:
            with contextlib.suppress(Exception):  # what is done again and again says so
                await self.renew_online(0)

    async def renew_online(self, number: int) -> None:
        """Renew what is due: at once for whoever has just come, for the others as the lease wants it."""
        now = time.monotonic()
        fresh = {who: at for who, at in self.renewed_at.items() if now - at < online.RENEWED_EVERY_SECONDS}
        due = [user_id for user_id in self.users if user_id not in fresh]
        if due:
            self.is_renewing = True
            try:
                await _renew(due)
            finally:
                self.is_renewing = False
        self.renewed_at = {**fresh, **dict.fromkeys(due, now)}


@partial(in_thread, threads=_THREADS)
def _renew(user_ids: list[int]) -> None:
    online.renew(user_ids)

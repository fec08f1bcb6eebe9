"""The onlookers of a match in one process: what they are sent is drawn once for all of them, by version and language.

To the process's keeper a gallery is one page of its match, however many look on. It lets the players' pages be drawn
first; then its sockets are notified a few at a time, so that the event loop turns to the players between. Each socket
sends by itself: one that does not read holds up no other.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Collection, Coroutine, Mapping
from typing import Any, Protocol

from django.utils import translation

from common import onlookers
from game.live import watched_screen
from game.live.onlooker_marks import SEEN
from game.live.open_sockets import Close, in_thread
from game.live.screens import Reading
from game.live.socket_interface import MatchPage
from game.live.watched_screen import Shared
from game.services import clock, watching
from game.services.announce import group_of

log = logging.getLogger(__name__)

PLAYERS_FIRST_SECONDS = 0.5
"""So long at most onlookers wait for the drawings of the players."""
IN_ONE_GO = 25
"""So many onlookers are notified before the event loop, and the threads in which acts are applied, have a pause to
themselves."""
PAUSE_SECONDS = 0.003
MATCHES_AT_ONCE = 1_000
"""Of so many matches it is asked at once who may watch them."""


class Onlooker(Protocol):
    """A socket of an onlooker as its gallery knows it; `user_id` 0 is a visitor's."""

    user_id: int
    language: str

    def told(self, version: int) -> None:
        """The match is at this version."""

    async def told_how_many(self, number: int) -> None:
        """So many watch."""

    async def close(self, code: int) -> None:
        """Close it."""


class Keeper(Protocol):
    """The keeper of a process as its galleries know it (socket_keeper.py)."""

    def pages_of(self, match_id: int | None) -> list[MatchPage]:
        """The pages that show that match here."""

    async def read(self, match_id: int, *, is_new: bool) -> Reading:
        """The match with all that was due applied."""

    async def show(self, match_id: int, page: MatchPage, group: str) -> None:
        """Show a match to its onlookers, too."""

    async def hide(self, match_id: int, page: MatchPage, group: str) -> None:
        """Show it to them no more."""

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Have a piece of work done meanwhile."""


class Gallery:
    """One match's onlookers here. The keeper has it among the pages of its match, of no seat and no user."""

    place = None
    user_id = 0
    drawing = None  # nobody waits for it

    def __init__(self, keeper: Keeper, match_id: int) -> None:
        self.keeper, self.match_id = keeper, match_id
        self.sockets: set[Onlooker] = set()
        self.version = 0
        self.shared: dict[str, Shared] = {}
        self.locks: dict[str, asyncio.Lock] = {}
        self.spreading: asyncio.Task[None] | None = None

    def told(self, version: int) -> None:
        """The match is at this version: its onlookers are shown it when its players have been."""
        self.version = max(self.version, version)
        if self.spreading is None:
            self.spreading = asyncio.create_task(self._spread())

    async def told_of_beside(self) -> None:
        """What is beside a match, as talk, is none of an onlooker's."""

    async def told_how_many(self, number: int) -> None:
        """So many watch: its sockets are notified a few at a time."""
        for count, socket in enumerate(list(self.sockets), 1):
            self.keeper.run(_tell(socket, number))
            if count % IN_ONE_GO == 0:
                await asyncio.sleep(PAUSE_SECONDS)

    async def shared_in(self, language: str) -> Shared:
        """The match as onlookers of that language are sent it, drawn once for all who ask."""
        lock = self.locks.setdefault(language, asyncio.Lock())
        async with lock:
            before = self.shared.get(language)
            if before is None or before.version < self.version or _is_stale(before):
                reading = await self.keeper.read(self.match_id, is_new=False)
                self.shared[language] = await _share(reading, before, language)
            return self.shared[language]

    async def _spread(self) -> None:
        try:
            told = -1
            while told != self.version:
                told = self.version
                await self._players_drawn()
                for language in {socket.language for socket in self.sockets}:
                    await self.shared_in(language)
                for number, socket in enumerate(list(self.sockets), 1):
                    socket.told(told)
                    if number % IN_ONE_GO == 0:
                        await asyncio.sleep(PAUSE_SECONDS)
        except Exception as error:
            # The next version, or the sockets' next beat, tries again.
            log.warning("match %s: onlookers could not be shown it (%s)", self.match_id, type(error).__name__)
        finally:
            self.spreading = None

    async def _players_drawn(self) -> None:
        await asyncio.sleep(0)  # those who were notified at the same time have begun by then
        if players := {page.drawing for page in self.keeper.pages_of(self.match_id) if page.drawing is not None}:
            await asyncio.wait(players, timeout=PLAYERS_FIRST_SECONDS)

    async def look_again(self, socket: Onlooker) -> None:
        """Close that one if it may watch no more."""
        await _close_shut_out({self.match_id: [socket]})


class Galleries:
    """All galleries of a process, and how many watch which match, for the pages of players too."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.by_match: dict[int, Gallery] = {}
        self.numbers: dict[int, int] = {}

    async def enter(self, match_id: int, socket: Onlooker) -> Gallery:
        """The gallery of a match, with this onlooker in it; the first one has the match shown here."""
        gallery = self.by_match.get(match_id)
        if gallery is None:
            gallery = self.by_match[match_id] = Gallery(self.keeper, match_id)
            gallery.sockets.add(socket)
            await self.keeper.show(match_id, gallery, group_of(match_id))
        gallery.sockets.add(socket)
        return gallery

    async def leave(self, gallery: Gallery, socket: Onlooker) -> None:
        """Take an onlooker out; with the last one the gallery is closed."""
        gallery.sockets.discard(socket)
        if not gallery.sockets and self.by_match.get(gallery.match_id) is gallery:
            del self.by_match[gallery.match_id]
            await self.keeper.hide(gallery.match_id, gallery, group_of(gallery.match_id))

    async def look_again(self, match_id: int) -> None:
        """Have the onlookers of a match looked at anew."""
        if match_id in self.by_match:
            with contextlib.suppress(Exception):  # the next beat looks again
                await _close_shut_out({match_id: list(self.by_match[match_id].sockets)})

    # What the keeper does again and again ----------------------------------------------------------------------

    async def look_at_all(self, number: int) -> None:
        """Look at all onlookers anew: what shuts one out need not tell the process."""
        watched = list(self.by_match.items())
        for start in range(0, len(watched), MATCHES_AT_ONCE):
            part = watched[start : start + MATCHES_AT_ONCE]
            await _close_shut_out({match_id: list(gallery.sockets) for match_id, gallery in part})

    async def count(self, number: int) -> None:
        """Keep whom this process has seen, read how many watch, and send the number where it is another: to onlookers
        and to players, and to nobody where nobody has come or gone."""
        numbers = await _count()
        changed = {one for one in {*numbers, *self.numbers} if numbers.get(one, 0) != self.numbers.get(one, 0)}
        self.numbers = numbers
        for match_id in changed:
            await self._send(match_id, numbers.get(match_id, 0))

    async def _send(self, match_id: int, number: int) -> None:
        for page in self.keeper.pages_of(match_id):
            self.keeper.run(_tell(page, number))


async def _close_shut_out(asked: Mapping[int, Collection[Onlooker]]) -> None:
    """Close those sockets, each of the match it stands by, that may watch it no more."""
    users = {match_id: {socket.user_id or None for socket in sockets} for match_id, sockets in asked.items()}
    open_to = await _still_open(users)
    shut_out = [
        socket
        for match_id, sockets in asked.items()
        for socket in sockets
        if (socket.user_id or None) not in open_to[match_id]
    ]
    await asyncio.gather(*(socket.close(Close.NOT_OPEN) for socket in shut_out), return_exceptions=True)


def _is_stale(shared: Shared) -> bool:
    return time.monotonic() - shared.drawn_at >= watched_screen.FRESH_SECONDS


async def _tell(page: MatchPage | Onlooker, number: int) -> None:
    """A page that has gone is not notified; its beat finds that out."""
    with contextlib.suppress(RuntimeError):
        await page.told_how_many(number)


@in_thread
def _share(reading: Reading, before: Shared | None, language: str) -> Shared:
    with translation.override(language):
        return watched_screen.share(reading, before, clock.now_ms())


_still_open = in_thread(watching.still_open)


@in_thread
def _count() -> dict[int, int]:
    SEEN.keep()
    return {match_id: found.how_many for match_id, found in onlookers.all_of_them().items()}

"""The socket keeper of a process: it queries, writes and sends what its open pages need at every beat, in batches.

* Versions: each second one statement reads which matches shown here have changed, or have something due. A page whose
  ping was lost draws within that second; what the sweep has missed is applied.
* Leases: the pages' signs of life are written twice a second, all by one statement.
* Sessions: once a beat they and their users are compared with what they were when they were validated.
* Beats: every page is sent one each `BEAT_SECONDS`, a part of the pages each second. One that has long answered nothing
  is closed.
* The channel layer: the process has one channel, in a group for each match and each user shown here.
* Online: the leases of the users shown here (online_users.py).

Each is a task that queries the database in the keeper's own threads: none waits for another, and no socket for any.
While the database or the layer is away they go on trying, and beats go on being sent. The tasks begin with the first
socket and end with the last.
"""

import asyncio
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from common.postgres.answer_deadline import LOST
from game.kernel.deadlines import LEASE
from game.live import keeper_statements as statements
from game.live.arrivals import Arrivals
from game.live.gallery import Galleries
from game.live.online_users import OnlineUsers
from game.live.open_sockets import LONGEST_LIFE_SECONDS, Close
from game.live.screens import Reading
from game.live.socket_interface import MatchPage, Socket, groups_of, tell_of_beside, tell_of_person
from game.services import sessions
from game.services.match_faults import MatchFailed
from game.services.presence import Place

log = logging.getLogger(__name__)

BEAT_SECONDS = 4.0
"""Often enough that the answer to each keeps the player's lease alive, and a goodbye of another page of the player's is
made good before it takes effect."""
PARTS = 4
LEASES_A_BEAT = 8
UNANSWERED_SECONDS = 30.0  # a page that has answered nothing for this long is not reading
RENEW_AFTER_SECONDS = LEASE / 1000 / 3
AT_ONCE = 1_000  # matches, seats or sessions in one statement
SINGLY_AT_ONCE = 4
FIRST_SCREENS_AT_ONCE = 4  # half of the threads that sockets have: the others are for sockets that are open
BEATS_IN_ONE_GO = 25  # so many pages are sent their beat before the event loop turns to something else


@dataclass
class _Shown:
    """A match that is shown here: by which sockets, the newest version they were notified of, and the players' names
    once they were read. `reading` is the one under way, begun when `read_for` was the newest version."""

    sockets: set[MatchPage] = field(default_factory=set)
    version: int = 0
    names: tuple[str, ...] | None = None
    reading: asyncio.Task[Reading] | None = None
    read_for: int = 0


class SocketKeeper:
    """Keeps the sockets of one event loop, from the first to the last."""

    def __init__(self) -> None:
        self.parts: tuple[set[Socket], ...] = tuple(set() for _ in range(PARTS))
        self.matches: defaultdict[int, _Shown] = defaultdict(_Shown)
        self.users: defaultdict[int, set[Socket]] = defaultdict(set)
        self.online = OnlineUsers(self.users)
        self.members: Counter[str] = Counter()  # how many sockets each group is joined for
        self.channel = ""
        self.arrivals = Arrivals()
        self.galleries = Galleries(self)
        self.first_screens = asyncio.Semaphore(FIRST_SCREENS_AT_ONCE)
        self.signs: dict[Place, float] = {}  # signs of life that are not written yet
        self.looking: set[Place] = set()  # those of them that came from a visible page
        self.shelf_looks: dict[int, float] = {}
        self.renewed_at: dict[Place, float] = {}
        self.due: set[int] = set()
        self.lapsed: set[Place] = set()
        self.failing: set[str] = set()
        self.tasks: set[asyncio.Task[None]] = set()

    async def add(self, socket: Socket) -> None:
        """Count in a socket, and join its groups. The first one begins the work."""
        min(self.parts, key=len).add(socket)
        if socket.place is not None:
            self.matches[socket.place.match_id].sockets.add(socket)
        if socket.user_id:
            self.users[socket.user_id].add(socket)
        await self._come_in(groups_of(socket))
        self.run(self.online.come())

    async def _come_in(self, groups: Sequence[str]) -> None:
        self.members.update(groups)
        if not self.channel:
            self.channel = await get_channel_layer().new_channel()
            self._begin()
        await self._join(groups)

    async def _go_out(self, groups: Sequence[str]) -> None:
        try:
            self.members.subtract(groups)
            for group in groups:
                if not self.members[group]:
                    del self.members[group]
                    await get_channel_layer().group_discard(group, self.channel)
        finally:
            if not any(self.parts):
                self._end()

    async def show(self, match_id: int, page: MatchPage, group: str) -> None:
        """Show a match to its onlookers, too."""
        self.matches[match_id].sockets.add(page)
        await self._come_in((group,))

    async def hide(self, match_id: int, page: MatchPage, group: str) -> None:
        """Show it to them no more."""
        self._forget_page(match_id, page)
        await self._go_out((group,))

    async def remove(self, socket: Socket) -> None:
        """Count it out again. The last one ends the work. Does nothing for one that is not counted in."""
        part = next((part for part in self.parts if socket in part), None)
        if part is None:
            return
        part.discard(socket)
        self._forget(socket)
        await self._go_out(groups_of(socket))

    def _forget(self, socket: Socket) -> None:
        if socket.place is not None:
            self._forget_place(socket, socket.place)
        self.users[socket.user_id].discard(socket)
        if not self.users[socket.user_id]:
            del self.users[socket.user_id]

    def _forget_page(self, match_id: int, page: MatchPage) -> set[MatchPage]:
        others = self.matches[match_id].sockets
        others.discard(page)
        if not others:
            del self.matches[match_id]
        return others

    def _forget_place(self, socket: Socket, place: Place) -> None:
        others = self._forget_page(place.match_id, socket)
        if all(other.place != place for other in others):
            for noted in (self.signs, self.renewed_at):
                noted.pop(place, None)
            self.lapsed.discard(place)
            self.looking.discard(place)

    def answered(self, place: Place, at: float, *, looks: bool = False) -> None:
        """Queue a sign of life of a seat, from a visible page or not, to be written with those of others."""
        self.signs[place] = at
        if looks:
            self.looking.add(place)

    def looked_at_shelf(self, user_id: int, at: float) -> None:
        """Note a visible page that shows the user's shelf; that is written once a beat for all of them."""
        self.shelf_looks[user_id] = at

    def told(self, match_id: int, version: int) -> None:
        """The match is at this version. By this alone its screens here are notified to redraw."""
        shown = self.matches.get(match_id)
        if shown is not None and version > shown.version:
            shown.version = version
            for socket in shown.sockets:
                socket.told(version)

    def pages_of(self, match_id: int | None) -> list[MatchPage]:
        """The sockets that show that match here; none of none."""
        return [] if match_id is None or match_id not in self.matches else list(self.matches[match_id].sockets)

    async def read(self, match_id: int, *, is_new: bool) -> Reading:
        """The match with all that was due applied.

        All pages that were notified of the same version are drawn from one reading, unless it has to be new.
        """
        shown = self.matches.get(match_id, _Shown())  # or it is closed while it is drawn
        if shown.reading is None or is_new or shown.read_for < shown.version:
            shown.read_for = shown.version
            shown.reading = asyncio.create_task(statements.read(match_id, shown.names))
            shown.reading.add_done_callback(partial(_is_read, shown))
        return await asyncio.shield(shown.reading)  # a socket that leaves meanwhile does not cancel it for the others

    # Its tasks -------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        for often, work in (
            (PARTS, self._beats),
            (PARTS, self._groups),
            (PARTS, self._versions),
            (PARTS, self._singly),
            (PARTS, self.online.renew_online),
            (LEASES_A_BEAT, self._leases),
            (1, self._sessions),
            (1, self._shelves),
            (1, self.galleries.look_at_all),
            (2, self.galleries.count),
        ):
            self.run(self._repeat(often, work))
        self.run(self._hear())

    def _end(self) -> None:
        ended, self.tasks = self.tasks, set()  # each is cancelled once: its reader has to leave the layer in peace
        for task in ended:
            task.cancel()
        self.channel = ""  # it ends with its reader; a socket that found this keeper before begins anew

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Have a piece of work done meanwhile, at the latest until the last socket is gone."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _repeat(self, often: int, work: Callable[[int], Awaitable[None]]) -> None:
        """Do the work so often a beat, each time with its number, even if it fails: the next time tries again."""
        number, at = 0, time.monotonic()
        while True:
            at = max(at + BEAT_SECONDS / often, time.monotonic())
            await asyncio.sleep(at - time.monotonic())
            name = work.__name__.strip("_")
            try:
                await work(number)
            except Exception as error:
                if name not in self.failing:  # one line, and not for as long as it lasts
                    log.warning("The keeper fails at %s, and goes on trying (%s).", name, type(error).__name__)
                self.failing.add(name)
            else:
                self.failing.discard(name)
            number += 1

    async def _hear(self) -> None:
        """What the channel layer brings. A message of the release before has no recipient: while both run the readings
        find the changes."""
        while True:
            message = await get_channel_layer().receive(self.channel)
            if "match" in message:
                self.told(message["match"], message["version"])
            for page in self.pages_of(message.get("beside")):
                if page.user_id in message["users"]:
                    self.run(tell_of_beside(page))
            if "look_again" in message:
                self.run(self.galleries.look_again(message["look_again"]))
            of_person = message.get("type") == "person.changed"
            for socket in self.users.get(message.get("user"), ()):
                self.run(tell_of_person(socket) if of_person else socket.told_of_session())

    async def _beats(self, number: int) -> None:
        now = time.monotonic()
        for count, socket in enumerate(list(self.parts[number % PARTS])):
            if count % BEATS_IN_ONE_GO == 0:
                await asyncio.sleep(0)
            try:
                if now - socket.answered_at > UNANSWERED_SECONDS:
                    await socket.close(Close.SILENT)
                elif now - socket.opened_at > LONGEST_LIFE_SECONDS:
                    await socket.close(Close.RESTART)
                else:
                    await socket.beat()
            except RuntimeError as error:
                log.info("a socket is gone (%s)", error)
                await self.remove(socket)

    async def _groups(self, number: int) -> None:
        """A layer that was away has lost its groups. One that knows which it has lost gets those back alone; any other
        gets all, in parts."""
        groups, layer = list(self.members)[number % PARTS :: PARTS], get_channel_layer()
        if hasattr(layer, "forgotten"):
            groups = await layer.forgotten(groups, self.channel)
        await self._join(groups)

    async def _join(self, groups: Iterable[str]) -> None:
        for group in groups:
            await get_channel_layer().group_add(group, self.channel)

    async def _versions(self, number: int) -> None:
        for match_ids in _parts_of(self.matches):
            for match_id, version, is_due in await statements.versions_and_due(match_ids):
                self.told(match_id, version)
                if is_due:
                    self.due.add(match_id)

    async def _leases(self, number: int) -> None:
        """Write the signs of life of seats whose lease is a third over."""
        old = {
            place: at
            for place, at in self.signs.items()
            if at - self.renewed_at.get(place, float("-inf")) >= RENEW_AFTER_SECONDS
        }
        for places in _parts_of(old):
            looking = self.looking.intersection(places)
            renewed = await statements.renew({place: old[place] for place in places}, looking)
            self.looking -= looking & renewed
            for place in renewed:
                self.renewed_at[place] = old[place]
                if self.signs.get(place) == old[place]:
                    del self.signs[place]
            self.lapsed.update(place for place in places if place not in renewed and place in self.signs)

    async def _shelves(self, number: int) -> None:
        """Write which users look at their shelf: they are sent no news of what it shows meanwhile."""
        looks, self.shelf_looks = self.shelf_looks, {}
        if looks:
            await statements.note_shelf_looks(looks)

    async def _singly(self, number: int) -> None:
        """What is rare and takes a transaction each: what is due, and who comes back."""
        while self.due or self.lapsed:
            due, lapsed = set(islice(self.due, SINGLY_AT_ONCE)), set(islice(self.lapsed, SINGLY_AT_ONCE))
            self.due -= due
            self.lapsed -= lapsed
            works = [*(statements.settle(match_id) for match_id in due), *(self._come_back(place) for place in lapsed)]
            for error in await asyncio.gather(*works, return_exceptions=True):
                if isinstance(error, Exception) and not isinstance(error, MatchFailed):  # already logged
                    raise error

    async def _come_back(self, place: Place) -> None:
        """A sign of life that met a lapsed lease, or a seat that another transaction was writing."""
        at = self.signs.get(place)
        if at is not None:
            await statements.touch(place, place in self.looking)
            self.looking.discard(place)
            self.renewed_at[place] = at
            if self.signs.get(place) == at:
                del self.signs[place]

    async def _sessions(self, number: int) -> None:
        """A fault of one socket does not stop the session checks of the others. Raises the last one at the end."""
        failed: Exception | None = None
        for sockets in _parts_of(socket for part in self.parts for socket in part if socket.user_id):
            keys, user_ids = {socket.session_key for socket in sockets}, {socket.user_id for socket in sockets}
            found = await statements.found(keys, user_ids)
            for socket in sockets:
                mine = found.of(socket.session_key, socket.user_id)
                if mine is not None and mine == socket.found:
                    continue  # and what is known is kept, or thousands of texts would be kept anew at each beat
                try:
                    if _is_as_begun(socket, mine) or await socket.check_session():
                        socket.found = mine
                except LOST:
                    raise  # as it would be for each: the next beat asks again
                except Exception as error:
                    failed = error
        if failed is not None:
            raise failed


_keepers: WeakKeyDictionary[asyncio.AbstractEventLoop, SocketKeeper] = WeakKeyDictionary()


def of_this_loop() -> SocketKeeper:
    """The keeper of the running event loop, which is one that does nothing yet while there is no socket."""
    loop = asyncio.get_running_loop()
    if loop not in _keepers:
        _keepers[loop] = SocketKeeper()
    return _keepers[loop]


def _is_as_begun(socket: Socket, found: sessions.Found | None) -> bool:
    """Whether session and user are what the socket was opened with, where they are asked about for the first time."""
    return found is not None and socket.found is None and socket.began_with(found)


def _is_read(shown: _Shown, reading: asyncio.Task[Reading]) -> None:
    """Keep of it what stays as it is."""
    if shown.reading is reading:
        shown.reading = None
    if not reading.cancelled() and reading.exception() is None:
        shown.names = reading.result().names


def _parts_of(things: Iterable[Any]) -> list[list[Any]]:
    """The same in parts of a statement each."""
    whole = list(things)
    return [whole[at : at + AT_ONCE] for at in range(0, len(whole), AT_ONCE)]

"""Pipelines side by side, each moved on one database statement at a time, in every order the locks permit.

A lane is a piece of work in a thread with a connection of its own. It stops before each statement it sends and before
each commit, until it is told to go on: no code of the project knows of it. A lane that goes and meets a lock of
another one is seen waiting by Postgres itself (`pg_blocking_pids`), so no order is guessed by time. What a pipeline
does between two statements touches nothing that is shared, so these orders are all there are.

`every_order` runs a case once for each order; `at_once` merely lets go of many threads together, on any database.
"""

import re
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django.db import connection, connections

WATCHDOG_SECONDS = 60
LOOK_SECONDS = 0.003
TABLES = (
    "logentry", "seatrow", "seeker", "preset", "outage", "pulse", "user", "match", "block", "room", "roomseat",
    "rematch", "slowseek", "staying",
)  # fmt: skip
NEVER_WRITTEN = ("select outage", "select pulse", "select preset", "select user")
"""Reads of what no lane of these tests writes: nothing can come between."""
THE_CLOCK = "clock_timestamp()"
"""A process measures its clock anew every ten seconds, in whichever lane and order that comes due: no stop, or the same
order would not run twice alike."""


class Lane(threading.Thread):
    """One pipeline; `stop` is the statement it is about to send, `result` or `error` what it came to.

    `stops` names the statements it stops at, where the others can make no difference: what is written is seen by
    nobody before the commit, unless somebody else locks or writes the same row.
    """

    def __init__(self, work: Callable[[], Any], stops: Collection[str] = ()) -> None:
        super().__init__(daemon=True)
        self.work, self.stops = work, stops
        self.stop = ""
        self.result: Any = None
        self.error: Exception | None = None
        self.done = self.waits = False
        self.pid = 0
        self._still, self._go = threading.Event(), threading.Semaphore(0)

    def run(self) -> None:
        try:
            connection.ensure_connection()
            self.pid = connection.connection.info.backend_pid
            commit = connection.commit

            def commit_when_told() -> None:
                self._pause("commit")
                commit()

            connection.commit = commit_when_told  # type: ignore[method-assign]  # of this lane's own connection
            with connection.execute_wrapper(self._before):
                self.result = self.work()
        except Exception as error:
            self.error = error
        finally:
            connections.close_all()
            self.done = True
            self._still.set()

    def _before(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        stop = _named(sql)
        if stop not in NEVER_WRITTEN and THE_CLOCK not in sql and (not self.stops or stop in self.stops):
            self._pause(stop)
        return execute(sql, params, many, context)

    def _pause(self, stop: str) -> None:
        self.stop = stop
        self._still.set()
        if not self._go.acquire(timeout=WATCHDOG_SECONDS):
            raise TimeoutError("the test has forgotten this lane")

    def advance(self) -> None:
        """Let it send its statement; comes back when it stands still again, has ended, or waits for a lock."""
        self._still.clear()
        self._go.release()
        self.settle()

    def settle(self) -> None:
        """Come back when it stands still, has ended, or waits for a lock of another lane."""
        for _ in range(int(WATCHDOG_SECONDS / LOOK_SECONDS)):
            if self._still.wait(LOOK_SECONDS):
                self.waits = False
                return
            if _waits_for_a_lock(self.pid):
                self.waits = True
                return
        raise TimeoutError(f"a lane neither went on nor waited for a lock after {self.stop!r}")

    @property
    def ready(self) -> bool:
        """Whether it can be told to go on."""
        return not self.done and not self.waits


Work: TypeAlias = Callable[[], Any] | Lane


@dataclass
class Order:
    """One order that was run: (lane, statement) as they were let go; what each lane came to."""

    lanes: list[Lane]
    told: list[tuple[int, str]] = field(default_factory=list)
    choices: list[list[int]] = field(default_factory=list)

    @property
    def picks(self) -> list[int]:
        return [lane for lane, _ in self.told]

    @property
    def results(self) -> list[Any]:
        return [lane.result for lane in self.lanes]

    def clean(self) -> list[Any]:
        """The results; a lane that raised is a failure of the test."""
        for number, lane in enumerate(self.lanes):
            assert lane.error is None, f"lane {number} raised {lane.error!r}\n{self}"
        return self.results

    def __str__(self) -> str:
        return " · ".join(f"{lane}:{stop}" for lane, stop in self.told)


def every_order(begin: Callable[[], Sequence[Work]], *, alike: bool = False) -> Iterator[Order]:
    """Each order of the works (or lanes) that `begin` makes anew, with rows of their own, for every run.

    `alike`: the lanes do the very same, so that it is enough to let the first one begin.
    """
    open_ends: list[list[int]] = [[]]
    while open_ends:
        prefix = open_ends.pop()
        order = run_order(begin(), prefix)
        yield order
        for at in range(max(len(prefix), int(alike)), len(order.told)):
            for other in order.choices[at]:
                if other != order.told[at][0]:
                    open_ends.append([*order.picks[:at], other])


def run_order(works: Sequence[Work], prefix: Sequence[int] = ()) -> Order:
    """Run the works, letting go of the lanes in the order of `prefix`, and after it of the first that can go."""
    order = Order([work if isinstance(work, Lane) else Lane(work) for work in works])
    for lane in order.lanes:
        lane.start()
        lane.settle()
    while not all(lane.done for lane in order.lanes):
        ready = [number for number, lane in enumerate(order.lanes) if lane.ready]
        assert ready, f"every lane waits for another: a deadlock\n{order}"
        at = len(order.told)
        pick = prefix[at] if at < len(prefix) else ready[0]
        assert pick in ready, f"the same order does not run twice alike\n{order}"
        order.choices.append(ready)
        order.told.append((pick, order.lanes[pick].stop))
        order.lanes[pick].advance()
        for lane in order.lanes:
            if lane.waits:
                lane.settle()
    for lane in order.lanes:
        lane.join(WATCHDOG_SECONDS)
    return order


def until_it_waits(lane: Lane) -> None:
    """Let a lane run on until it waits for somebody's lock."""
    while not lane.waits:
        assert not lane.done, f"it ended before it had to wait: {lane.error or lane.result!r}"
        lane.advance()


def to_the_end(lane: Lane) -> Any:
    """Let a lane run out; its result."""
    lane.settle()
    while not lane.done:
        lane.advance()
        assert not lane.waits, "it waits for a lock that nobody gives back"
    assert lane.error is None, lane.error
    return lane.result


_BLOCKED = """
    SELECT EXISTS (SELECT 1 FROM unnest(pg_blocking_pids(%s)) AS blocking JOIN pg_stat_activity ON pid = blocking
                    WHERE backend_type = 'client backend')
"""


def _waits_for_a_lock(pid: int) -> bool:
    """Whether somebody's transaction holds it up. Vacuum does for a moment, where it gives the end of a table back."""
    with connection.cursor() as cursor:
        cursor.execute(_BLOCKED, [pid])
        return bool(cursor.fetchone()[0])


def _named(sql: str) -> str:
    """A statement in a word or two, to tell an order by: "select match for update"; of what it asks within brackets
    nothing is said."""
    sql, within = " ".join(sql.split()), 1
    while within:
        sql, within = re.subn(r"\([^()]*\)", "", sql)
    verb, _, rest = sql.partition(" ")
    told = (sql.partition(" FROM ")[2] if verb == "SELECT" else rest).split(" WHERE ")[0]
    table = next((name for name in TABLES if f'_{name}"' in told), "")
    return f"{verb.lower()} {table}{' for update' if 'FOR UPDATE' in sql else ''}".rstrip()

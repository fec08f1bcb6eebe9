"""The pulse stamper: a small process beside each web process, which stamps the pulse for it every 250 ms.

A process of its own with a connection of its own, so that no load on the web process makes a stamp late: neither a busy
event loop, nor threads that contend for the interpreter, nor an empty pool. A stamp says that the database takes writes
and that the web process is there: the stamper ends when the pipe from it ends, and rests while its event loop has not
come round for 30 s, which is a fault and no load.

Run by `alfapower/processes/pulse.py` as `python -m game.services.pulse_stamper`, without Django, which costs 60 MB. The
first line it reads are its orders (`outages.orders`), every byte after it a sign of life. It writes a line of JSON
for each stamp, `{"stamped": moment}`, and for other reports: `{"outage": [from, to]}`, `{"failed": why}`, `{"silent":
seconds}`.
"""

import json
import os
import select
import signal
import sqlite3
import sys
import time
from abc import ABC, abstractmethod
from typing import Any

EVERY_SECONDS = 0.25
LONGEST_SILENCE_SECONDS = 30.0
STATEMENT_SECONDS = 0.7
ANSWER_SECONDS = 0.9  # a little more, so that a database that can still say what is wrong does
CONNECT_SECONDS = 2  # the least that libpq knows; for each host
TRY_AGAIN_SECONDS = 0.002
_ONLY = 1

_LAST = "SELECT stamped_at FROM game_pulse WHERE id = ?"
_FIRST = "INSERT INTO game_pulse (id, stamped_at) VALUES (?, ?) ON CONFLICT DO NOTHING"
_OUTAGE = "INSERT INTO game_outage (from_at, to_at) VALUES (?, ?)"
_STAMP = "UPDATE game_pulse SET stamped_at = ? WHERE id = ? AND stamped_at < ?"


class Late(Exception):
    """The database has not answered in time."""


class Store(ABC):
    """The database, by a connection that is made when it is needed and dropped after every fault."""

    begin: str
    lock: str

    def __init__(self, longest_gap: int) -> None:
        self.longest_gap = longest_gap

    @abstractmethod
    def run(self, statement: str, *values: int) -> Any:
        """The cursor after a statement. Raises what the driver raises."""

    @abstractmethod
    def now(self) -> int:
        """The site's time, in milliseconds since the epoch."""

    @abstractmethod
    def drop(self) -> None:
        """Forget the connection."""

    def stamp(self) -> tuple[int, tuple[int, int] | None]:
        """Note that the web process stands ready; gives the moment, and the outage that this has ended and written
        down, if any."""
        self.run(self.begin)
        last = self.run(_LAST + self.lock, _ONLY).fetchone()
        now = self.now()  # with the lock in hand: whatever was waited for it is part of the gap
        outage = (last[0], now) if last and now - last[0] > self.longest_gap else None
        if not last:
            self.run(_FIRST, _ONLY, now)
        if outage:
            self.run(_OUTAGE, *outage)
        self.run(_STAMP, now, _ONLY, now)
        self.run("COMMIT")
        return now, outage


class Sqlite(Store):
    """The file of an embedded site. Stamping holds its lock for less than a millisecond, and asks for it far more often
    than other writers do, so that many of them cannot keep it away."""

    begin, lock = "BEGIN IMMEDIATE", ""

    def __init__(self, longest_gap: int, path: str, offset: int) -> None:
        super().__init__(longest_gap)
        self.path, self.offset = path, offset
        self.connection: sqlite3.Connection | None = None

    def now(self) -> int:
        """As `clock.now_ms` has it, which this process gets as a distance from the machine's steady clock."""
        return self.offset + time.monotonic_ns() // 1_000_000

    def run(self, statement: str, *values: int) -> Any:
        """The cursor after a statement; waits for other writers."""
        if self.connection is None:
            self.connection = sqlite3.connect(self.path, timeout=0, isolation_level=None)
            self.connection.execute("PRAGMA synchronous = NORMAL")
            self.connection.execute("PRAGMA wal_autocheckpoint = 0")  # that takes long, and others do it
        late_at = time.monotonic() + STATEMENT_SECONDS
        while True:
            try:
                return self.connection.execute(statement, values)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > late_at:
                    raise
            time.sleep(TRY_AGAIN_SECONDS)

    def drop(self) -> None:
        """Forget the connection."""
        if self.connection is not None:
            self.connection.close()
        self.connection = None


class Postgres(Store):
    """Postgres, by libpq's parameters as they are. No answer is waited for longer than a deadline of our own, for a
    server may acknowledge packets and say nothing."""

    begin, lock = "BEGIN", " FOR UPDATE"

    def __init__(self, longest_gap: int, parameters: dict[str, Any]) -> None:
        super().__init__(longest_gap)
        self.parameters = parameters
        self.connection: Any = None
        signal.signal(signal.SIGALRM, _late)

    def now(self) -> int:
        """The database's clock."""
        cursor = self.run("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        return int(cursor.fetchone()[0])

    def run(self, statement: str, *values: int) -> Any:
        """The cursor after a statement."""
        if self.connection is None:
            self._connect()
        signal.setitimer(signal.ITIMER_REAL, ANSWER_SECONDS)
        try:
            return self.connection.execute(statement.replace("?", "%s"), values)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _connect(self) -> None:
        import psycopg

        milliseconds = round(STATEMENT_SECONDS * 1000)
        asked = {**self.parameters, "connect_timeout": CONNECT_SECONDS}
        if "options" in asked:  # else a pooler stands there, which refuses any
            asked["options"] += f" -c statement_timeout={milliseconds} -c lock_timeout={milliseconds}"
        hosts = 1 + str(self.parameters.get("host", "")).count(",")
        signal.setitimer(signal.ITIMER_REAL, (CONNECT_SECONDS + 0.5) * hosts)
        try:
            self.connection = psycopg.connect(**asked, autocommit=True, prepare_threshold=None)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def drop(self) -> None:
        """Forget the connection."""
        if self.connection is not None:
            self.connection.close()
        self.connection = None


class WebProcess:
    """The process that this one beats for, as seen through its pipe."""

    def __init__(self) -> None:
        self.heard_at = time.monotonic()

    def orders(self) -> dict[str, Any]:
        """Its first line. Raises ValueError when it ended before."""
        line = b""
        while not line.endswith(b"\n"):
            byte = os.read(0, 1)
            if not byte:
                raise ValueError("no orders")
            line += byte
        return dict(json.loads(line))

    def is_there(self, until: float) -> bool:
        """Listen until that moment of the steady clock; False as soon as the process has ended."""
        while True:
            ready, _, _ = select.select([0], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                return True
            if not os.read(0, 4096):
                return False
            self.heard_at = time.monotonic()

    def silence(self) -> float:
        """Seconds since its event loop last came round."""
        return time.monotonic() - self.heard_at


def _late(number: int, frame: Any) -> None:
    raise Late("no answer in time")


def _tell(**what: Any) -> None:
    os.write(1, json.dumps(what).encode() + b"\n")


def _beat(store: Store, web: WebProcess) -> None:
    """One stamp, and word of it."""
    if web.silence() > LONGEST_SILENCE_SECONDS:
        _tell(silent=round(web.silence()))
        return
    try:
        moment, outage = store.stamp()
    except Exception as error:
        store.drop()
        _tell(failed=f"{type(error).__name__}: {error}".strip())
        return
    if outage:
        _tell(outage=outage)
    _tell(stamped=moment)


def main() -> None:
    """Beat until the web process has ended."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # for the web process, which may have answers to finish
    web = WebProcess()
    orders = web.orders()
    store: Store
    if "parameters" in orders:
        store = Postgres(orders["longest_gap"], orders["parameters"])
    else:
        store = Sqlite(orders["longest_gap"], orders["path"], orders["offset"])
    beat_at = time.monotonic()
    while web.is_there(beat_at):
        _beat(store, web)
        beat_at = max(beat_at + EVERY_SECONDS, time.monotonic())


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, ValueError):
        sys.exit(0)

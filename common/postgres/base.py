"""The Postgres backend of settings.DATABASES: Django's own, whose connections and pool time out.

Postgres ends statements that take too long; only our own clock ends the wait for a Postgres that cannot be reached, and
decides when a connection must be checked before it is used again. The network's part (keep-alives, the time for an
acknowledgement, for a connection) is libpq's: settings.DATABASES.
"""

import time
from collections.abc import Callable
from typing import Any, ClassVar, Self

import psycopg
from django.conf import settings
from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper
from psycopg import IsolationLevel
from psycopg.errors import _WaitTimeout
from psycopg.types.numeric import Int8
from psycopg_pool import ConnectionPool, PoolTimeout

from common.postgres.answer_deadline import answer_within, seconds_left

FRESH_SECONDS = 1.0
"""A connection that was heard so lately is handed out unseen."""
CHECK_SECONDS = 1.0
BEYOND_THE_STATEMENT_SECONDS = 1.0
"""What we wait longer than Postgres lets a statement run: it should be the one that ends it."""
FATAL = "FATAL"
"""The severity of what Postgres says as it ends a connection: whatever the reason, it is lost. Some reasons, such as a
transaction that was idle for too long (our process, or Postgres, was paused in it), are no OperationalError of their
own."""
PREPARE_THRESHOLD = 5
"""The driver's own. It is for cursors that bind their values on Postgres's side; Django's do not."""
POOLER = (
    "a pooler stands between the site and Postgres: set DATABASE_POOLER=1 and the role's limits (docs/operating.md)"
)


def _prepare_threshold() -> int | None:
    """None behind a pooler, where the next transaction's connection has no statement of this one's."""
    return None if settings.DATABASE_POOLER else PREPARE_THRESHOLD


def _usual_seconds() -> float | None:
    """How long an answer may take; None where statements have no limit (in a release)."""
    limit: int = getattr(settings, "STATEMENT_TIMEOUT_MS", 0)
    return limit / 1000 + BEYOND_THE_STATEMENT_SECONDS if limit else None


class _Common:
    """What the connections of a process share."""

    lost_at = float("-inf")
    last_good: tuple[str, str] | None = None
    is_direct = False
    """Whether one of them was seen to be Postgres's own."""
    why_none = ""
    """What the last attempt to connect failed of; empty since one succeeded."""


class BoundConnection(psycopg.Connection[Any]):
    """A psycopg connection with a limit to each wait. `heard_at`: its last answer, on the monotonic clock."""

    heard_at = float("-inf")

    @classmethod
    def connect(cls, conninfo: str = "", **params: Any) -> "BoundConnection":
        """Connect; of several hosts the one that served last is tried first, so that a dead one delays only once."""
        try:
            connection = super().connect(conninfo, **_last_good_first(params))
            connection.prepare_threshold = _prepare_threshold()  # Django says "never": for our own as well
            connection._refuse_a_pooler()
        except psycopg.Error as error:
            _Common.why_none = " ".join(str(error).split())
            if "unsupported startup parameter" in _Common.why_none:
                _Common.why_none += f": {POOLER}"
                raise psycopg.OperationalError(_Common.why_none) from error
            raise
        _Common.why_none = ""
        if "," in str(params.get("host", "")):
            _Common.last_good = (connection.info.host, str(connection.info.port))
        connection.heard_at = time.monotonic()
        return connection

    def _refuse_a_pooler(self) -> None:
        """Detect an undeclared pooler, which would give a connection's state to another one's transactions: some pages
        fail, late and now and then. It is detected by the process id of the server that answers. Checked once per
        process: the address does not change."""
        if _Common.is_direct or settings.DATABASE_POOLER:
            return
        [answering] = self.execute("SELECT pg_backend_pid()").fetchone() or (None,)
        if not self.autocommit:
            self.rollback()
        if answering != self.info.backend_pid:
            self.close()
            raise psycopg.OperationalError(POOLER)
        _Common.is_direct = True

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Like psycopg's, with a limit: a caller without an answer in time has lost the connection."""
        limit = seconds_left()
        if limit is None:
            limit = _usual_seconds()
        try:
            answer = super().wait(gen, interval, limit if timeout is None else timeout)
        except _WaitTimeout as error:
            if timeout is not None:
                raise
            self.pgconn.finish()  # does not block: the socket never does
            self._is_lost()
            raise psycopg.OperationalError("the database did not answer in time") from error
        except (psycopg.OperationalError, psycopg.InterfaceError):
            self._is_lost()
            raise
        except psycopg.Error as error:
            # psycopg itself raises InternalError for an answer to no query, as when Postgres, or a pooler before it,
            # has ended a transaction whose first answer was not yet read: what else is on the way is unknown.
            fits_nothing = isinstance(error, psycopg.InternalError) and error.sqlstate is None
            if error.diag.severity_nonlocalized != FATAL and not fits_nothing:
                raise
            self.pgconn.finish()
            self._is_lost()
            raise psycopg.OperationalError("the database ended the connection") from error
        self.heard_at = time.monotonic()
        return answer

    def _is_lost(self) -> None:
        if self.closed:
            _Common.lost_at = time.monotonic()

    def is_fresh(self) -> bool:
        """Whether it answered a moment ago, and no connection of this process has been lost since."""
        return time.monotonic() - self.heard_at < FRESH_SECONDS and self.heard_at > _Common.lost_at


class PreparingCursor(psycopg.Cursor[Any]):
    """A cursor that prepares each statement at once, with whole numbers as eight bytes."""

    def execute(self, query: Any, params: Any = None, **options: Any) -> Self:
        """Like psycopg's, with a list of values."""
        values = [Int8(value) if type(value) is int else value for value in params or ()]
        return super().execute(query, values, prepare=not settings.DATABASE_POOLER, **options)


def why_none() -> str:
    """Why this process cannot connect, in libpq's words; empty when it can."""
    return _Common.why_none


def check(connection: BoundConnection) -> None:
    """The pool's check before it hands a connection out: raises if it cannot be trusted any more."""
    if connection.is_fresh():
        return
    left = seconds_left()
    with answer_within(CHECK_SECONDS if left is None else min(CHECK_SECONDS, left)):
        ConnectionPool.check_connection(connection)


def _last_good_first(params: dict[str, Any]) -> dict[str, Any]:
    """The parameters with the hosts reordered: the one that answered last comes first."""
    hosts, good = str(params.get("host") or "").split(","), _Common.last_good
    ports = str(params.get("port") or "").split(",")
    if len(hosts) == 1 or "hostaddr" in params or good is None:
        return params
    pairs = list(zip(hosts, ports * len(hosts) if len(ports) == 1 else ports, strict=False))
    first = [pair for pair in pairs if pair[0] == good[0] and (pair[1] or good[1]) == good[1]]
    ordered = first + [pair for pair in pairs if pair not in first]
    return {**params, "host": ",".join(host for host, _ in ordered), "port": ",".join(port for _, port in ordered)}


class DatabaseWrapper(base.DatabaseWrapper):
    """One thread's database connection."""

    # Django's own, missing in its type information.
    _connection_pools: ClassVar[dict[str, "ConnectionPool[BoundConnection]"]]
    _configure_connection: Callable[..., Any]

    @property
    def pool(self) -> "ConnectionPool[BoundConnection] | None":
        """The process's pool, which checks what it hands out unless it answered a moment ago; None without a pool."""
        options = self.settings_dict["OPTIONS"].get("pool")
        if self.alias == NO_DB_ALIAS or not options:
            return None
        if self.alias not in self._connection_pools:
            pool = ConnectionPool(
                connection_class=BoundConnection,
                kwargs=self.get_connection_params() | {"autocommit": True},  # Django sets it later on
                open=False,
                configure=self._configure_connection,
                check=check,
                **options,
            )
            self._connection_pools.setdefault(self.alias, pool)  # of two threads that come first, one wins
        return self._connection_pools[self.alias]

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """From the pool, or a new one of the same kind. An empty pool reports why."""
        if self.pool:
            try:
                return super().get_new_connection(conn_params)
            except PoolTimeout as error:
                raise PoolTimeout(f"{error}: {why_none()}" if why_none() else str(error)) from error
        self.isolation_level = IsolationLevel.READ_COMMITTED
        return BoundConnection.connect(**conn_params)

    def prepared_cursor(self) -> CursorWrapper:
        """A cursor whose statements Postgres plans once per connection (common/prepared_statements.py); while queries
        are recorded, a usual one, for Django records no other."""
        if self.queries_logged:
            return self.cursor()
        self.ensure_connection()
        asked = self.connection  # it may be replaced, or dropped, by the check
        usual, asked.cursor_factory = asked.cursor_factory, PreparingCursor
        try:
            return self.cursor()
        finally:
            asked.cursor_factory = usual

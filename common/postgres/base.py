"""The backend that settings.DATABASES names: Django's own, with connections and a pool that give up in time."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper
from psycopg import IsolationLevel
from psycopg_pool import ConnectionPool, PoolTimeout

from common.postgres.connection import BoundConnection, PreparingCursor, check, why_none


class DatabaseWrapper(base.DatabaseWrapper):
    """One thread's database."""

    # Django's own, of which its type information knows nothing.
    _connection_pools: ClassVar[dict[str, "ConnectionPool[BoundConnection]"]]
    _configure_connection: Callable[..., Any]

    @property
    def pool(self) -> "ConnectionPool[BoundConnection] | None":
        """The process's pool, which looks at what it hands out unless that was heard a moment ago; None without one."""
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
        """From the pool, or a new one of the same kind. A pool that has none says why."""
        if self.pool:
            try:
                return super().get_new_connection(conn_params)
            except PoolTimeout as error:
                raise PoolTimeout(f"{error}: {why_none()}" if why_none() else str(error)) from error
        self.isolation_level = IsolationLevel.READ_COMMITTED
        return BoundConnection.connect(**conn_params)

    def prepared_cursor(self) -> CursorWrapper:
        """A cursor whose statements Postgres plans once a connection (common/prepared_statements.py); where they are
        recorded, a usual one, for Django tells of no other what was asked."""
        if self.queries_logged:
            return self.cursor()
        self.ensure_connection()
        asked = self.connection  # it may be given up for another one, or for none, as it is looked at
        usual, asked.cursor_factory = asked.cursor_factory, PreparingCursor
        try:
            return self.cursor()
        finally:
            asked.cursor_factory = usual

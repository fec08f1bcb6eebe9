"""The database of settings.py: Postgres where its address is set, a SQLite file otherwise."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any


def postgres(address: Mapping[str, Any], *, pooler: bool, pool: bool, statement_timeout_ms: int) -> dict[str, Any]:
    """Postgres there, behind a `pooler` such as PgBouncer or not, by a `pool` of connections of the process's own or
    not."""
    options = {**address.get("OPTIONS", {})}
    # No statement runs longer than a player would wait; one that is cut off is retried. Migrations set their own
    # (release in the Procfile).
    idle_ms = 5_000 if statement_timeout_ms else 0  # a migration may think between two statements, on a slow host
    if not pooler:  # which refuses connection options: the role's own apply (docs/operating.md)
        options["options"] = (
            f"-c statement_timeout={statement_timeout_ms} -c lock_timeout=2000"
            f" -c idle_in_transaction_session_timeout={idle_ms} -c timezone=UTC"
        )
    # A network that drops packets is detected in seconds: by what is sent and not acknowledged, and by a
    # connection on which nothing is sent. The wait for an answer is limited in common/postgres.
    options |= {"connect_timeout": 2, "tcp_user_timeout": 3_000}
    options |= {"keepalives": 1, "keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 3}
    if "," in address["HOST"]:
        options.setdefault("target_session_attrs", "read-write")  # the primary, not a replica
    if pool:
        # Reconnecting is not delayed longer and longer: the next request tries again.
        options["pool"] = {"min_size": 1, "max_size": 8, "timeout": 1, "reconnect_timeout": 1}
    return {
        **address,
        "ENGINE": "common.postgres",
        # Connections kept by thread (CONN_MAX_AGE) leak under ASGI: threads come and go. The pool has a cap.
        "CONN_MAX_AGE": 0,
        # Each transaction may get another connection: nothing may be kept in one.
        "DISABLE_SERVER_SIDE_CURSORS": pooler,
        "OPTIONS": options,
        "TEST": {"NAME": f"test_{address['NAME']}"},
    }


def sqlite(folder: Path) -> dict[str, Any]:
    """A file in that folder."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": folder / "alfapower.sqlite3",
        "OPTIONS": {
            # A transaction takes the write lock when it begins; one that reads first and writes later
            # would fail with "database is locked" instead of waiting.
            "transaction_mode": "IMMEDIATE",
            "timeout": 5,
            "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;",
        },
        "TEST": {"NAME": folder / "test.sqlite3"},
    }

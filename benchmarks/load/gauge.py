"""What the processes of a run cost: processor time and memory of each part, statements and transactions of a database.

Read from outside, from Linux's /proc and from Postgres's own counts, so that measuring costs those measured nothing.
"""

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self

import psycopg

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Reading:
    """Sums since the start: the moment `at`, seconds of processor by part, counts of the database. Or what lies between
    two of them, or an average of it."""

    at: float
    web: float
    others: float
    postgres: float
    redis: float
    client: float
    statements: float
    transactions: float

    def __sub__(self, earlier: Self) -> "Reading":
        return Reading(*(getattr(self, f.name) - getattr(earlier, f.name) for f in fields(self)))

    def __truediv__(self, count: float) -> "Reading":
        return Reading(*(getattr(self, f.name) / count for f in fields(self)))

    def beyond(self, at_rest: "Reading") -> "Reading":
        """The same without what the site costs in that time when nobody is there; `at_rest` is a second of it."""
        return Reading(self.at, *(getattr(self, f.name) - self.at * getattr(at_rest, f.name) for f in fields(self)[1:]))


class Gauge:
    """Reads a server whose processes are `web`, `others`, `postgres` and `redis` by their ids, on one database."""

    def __init__(self, parts: Mapping[str, list[int]], server: str, database: str) -> None:
        self.parts, self.database = parts, database
        self.connection = psycopg.connect(server, autocommit=True)
        self.connection.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements")

    def read(self) -> Reading:
        """All of it now."""
        tree = _tree()
        spent = {part: sum(_with_children(pid, tree) for pid in pids) for part, pids in self.parts.items()}
        web = sum(tree[pid][1] for pid in self.parts["web"] if pid in tree)
        spent["others"] += spent["web"] - web  # the pulse stamper beside it
        counted = self.connection.execute(_COUNTS, [self.database]).fetchone()
        assert counted is not None
        return Reading(
            time.perf_counter(), web, spent["others"], spent["postgres"], spent["redis"], time.process_time(),
            float(counted[0] or 0), float(counted[1]),
        )  # fmt: skip

    def memory(self) -> int:
        """The bytes of real memory that the web processes hold."""
        return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE for pid in self.parts["web"])

    def close(self) -> None:
        """Leave the server."""
        self.connection.close()


_COUNTS = """
SELECT (SELECT sum(calls) FROM pg_stat_statements WHERE dbid = d.datid AND query !~* '^(BEGIN|COMMIT|ROLLBACK)'),
       d.xact_commit + d.xact_rollback
FROM pg_stat_database d WHERE d.datname = %s
"""


def _tree() -> dict[int, tuple[int, float, float]]:
    """All processes: id → (parent, seconds of its own, seconds of its children that have ended)."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                words = (folder / "stat").read_text().rpartition(") ")[2].split()
            except OSError:
                continue
            own, children = int(words[11]) + int(words[12]), int(words[13]) + int(words[14])
            found[int(folder.name)] = (int(words[1]), own / TICKS, children / TICKS)
    return found


def _with_children(root: int, tree: Mapping[int, tuple[int, float, float]]) -> float:
    total, waiting = 0.0, [root]
    while waiting:
        pid = waiting.pop()
        if pid in tree:
            total += tree[pid][1] + tree[pid][2]
            waiting += [child for child, (parent, _, _) in tree.items() if parent == pid]
    return total

"""`test`: everything on SQLite, then what depends on services again on Postgres and Redis if they answer.

`python3 manage.py test` runs all but what is marked `long` and what takes minutes (`LONG_FOLDERS`): those run too
with REQUIRE_SERVICES=1. With arguments they all go to one plain run of pytest
(`python3 manage.py test tests/rules -k swap`).

Where PYTHONDONTWRITEBYTECODE is set, as in most container images, each of the some fifty processes of a run would
compile all that it imports: seconds each. Bytecode is then kept within `.venv`, and the source folders stay clean.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand

POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = "redis://127.0.0.1:6379/15"
# What behaves differently on Postgres and Redis: whatever locks, races or runs side by side.
ON_SERVICES = (
    "tests/realtime",
    "tests/site/services",
    "tests/site/test_prepared_statements.py",
    "tests/site/test_rate_limits.py",
    "tests/services/test_pacemaker.py",
    "tests/races",
    "tests/accounts/test_people_races.py",
    "tests/accounts/test_ranking_races.py",
    "tests/dictionary/test_list_races.py",
    "tests/dictionary/test_uploads.py",
    "tests/lobby/test_quick_join_races.py",
    "tests/lobby/test_rematch_races.py",
    "tests/lobby/test_rooms_races.py",
)
# And what probably does not, only where nothing may be left out. The rules, for one, do not know that a database
# exists.
MORE_ON_SERVICES = (
    "tests/accounts",
    "tests/dictionary/test_versions.py",
    "tests/lobby",
    "tests/services",
)
# Bots on the whole stack while its processes are killed: minutes of waiting, so only where nothing may be left out.
LONG_FOLDERS = ("tests/production",)
BYTECODE = settings.BASE_DIR / ".venv" / "bytecode"
# Four workers on two processors: browsers, servers and locks are waited for. Who has nothing left takes from another.
WORKERS = ("-n", "4", "--dist", "worksteal")


class Command(BaseCommand):
    help = "Run the tests. Arguments, if any, are pytest's."
    requires_system_checks: list[str] = []

    def run_from_argv(self, argv: list[str]) -> None:
        """Takes the arguments as they are: they are pytest's, not Django's."""
        sys.exit(self.handle(argv[2:]))

    def handle(self, *args: Any, **options: Any) -> Any:
        given = list(args[0]) if args else []
        if given:
            return self.pytest(given, {})
        embedded = {"DATABASE_URL": "", "REDIS_URL": "", "ALFAPOWER_TEST_PART": "embedded"}
        results = [self.run_part("on SQLite", [*WORKERS], embedded)]
        services = {
            "ALFAPOWER_TEST_PART": "services",
            "DATABASE_URL": os.environ.get("TEST_DATABASE_URL", POSTGRES),
            "REDIS_URL": os.environ.get("TEST_REDIS_URL", REDIS),
        }
        silent = [name for name in ("DATABASE_URL", "REDIS_URL") if not answers(services[name])]
        everything = os.environ.get("REQUIRE_SERVICES") == "1"
        if silent:
            self.stdout.write(f"NOT RUN on Postgres and Redis: nothing answers for {' and '.join(silent)}.")
            results.append(int(everything))
            return max(results)
        folders = (*ON_SERVICES, *MORE_ON_SERVICES) if everything else ON_SERVICES
        results.append(self.run_part("on Postgres and Redis", [*WORKERS, *folders], services))
        if everything:
            results.append(self.run_part("the whole site", [*LONG_FOLDERS], services))
        else:
            what = f"{', '.join(LONG_FOLDERS)} and tests marked long"
            self.stdout.write(f"NOT RUN: {what}, minutes in all. REQUIRE_SERVICES=1 runs them too.")
        return max(results)

    def run_part(self, title: str, arguments: list[str], variables: dict[str, str]) -> int:
        self.stdout.write(f"\n{title}: pytest {' '.join(arguments)}")
        self.stdout.flush()
        return self.pytest(arguments, variables)

    def pytest(self, arguments: list[str], variables: dict[str, str]) -> int:
        command = [sys.executable, "-m", "pytest", *arguments]
        environment = {**os.environ, **bytecode_kept(os.environ), **variables}
        return subprocess.run(command, cwd=settings.BASE_DIR, env=environment).returncode  # nosec B603  # no shell


def bytecode_kept(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables by which Python keeps what it compiles, where these forbid it beside the source."""
    if not environment.get("PYTHONDONTWRITEBYTECODE"):
        return {}
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(BYTECODE)}


def answers(address: str) -> bool:
    """Does anything accept a connection there within half a second?"""
    parts = urlsplit(address)
    port = parts.port or {"redis": 6379}.get(parts.scheme, 5432)
    try:
        socket.create_connection((parts.hostname or "127.0.0.1", port), timeout=0.5).close()
    except OSError:
        return False
    return True

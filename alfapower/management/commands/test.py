"""`test`: runs the tests in parts, each a pytest of its own: the rules without Django, the site on SQLite, browsers,
and the tests that depend on services again on Postgres and Redis if they answer.

`python3 manage.py test` runs all but inherently slow tests (marked `long`, or in PRODUCTION): those are `.ci/long`.
With arguments they all go to one plain run of pytest (`python3 manage.py test tests/rules -k swap`). TEST_PARTS names
the parts to run, LONG_TESTS=1 runs the long tests of each too and all others at their full length, REQUIRE_SERVICES=1
fails tests that lack a service or a browser instead of listing them.

Where PYTHONDONTWRITEBYTECODE is set, as in most container images, each of the some fifty processes of a run would
compile all that it imports: seconds each. Bytecode is then kept within `.venv`, and the source folders stay clean.
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand

from alfapower.management import test_times

POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = "redis://127.0.0.1:6379/15"
# Tests that need neither a database nor Django.
RULES = ("tests/rules", "tests/records")
BROWSERS = ("tests/browser",)
# Bots on the whole stack while its processes are killed: minutes of waiting, so only in `.ci/long`.
PRODUCTION = ("tests/production",)
# Tests that behave differently on Postgres and Redis: those that lock, race or run in parallel.
ON_SERVICES = (
    "tests/realtime",
    "tests/site/services",
    "tests/site/test_model_rows.py",
    "tests/site/test_rate_limits.py",
    "tests/services/test_match_statements.py",
    "tests/services/test_pulse_stamper.py",
    "tests/races",
    "tests/accounts/test_people_races.py",
    "tests/accounts/test_ranking_races.py",
    "tests/dictionary/test_list_races.py",
    "tests/dictionary/test_uploads.py",
    "tests/lobby/test_quick_join_races.py",
    "tests/people/test_finding.py",
    "tests/people/test_friends_races.py",
    "tests/people/test_challenges_races.py",
    "tests/lobby/test_rated_closed_races.py",
    "tests/people/test_talk_races.py",
    "tests/people/test_cases_races.py",
    "tests/lobby/test_rematch_races.py",
    "tests/lobby/test_rooms_races.py",
    "tests/lobby/test_slow_seeks_races.py",
)
# And those that probably do not, only in the long runs. The rules, for one, use no database.
MORE_ON_SERVICES = (
    "tests/accounts",
    "tests/dictionary/test_versions.py",
    "tests/lobby",
    "tests/services",
)
WITHOUT_DJANGO = ("-p", "no:django", "-o", "strict_config=false", "-W", "ignore::pytest.PytestConfigWarning")
PLAIN = ("rules", "site", "browsers", "services")
ALL = ("programs", *PLAIN, "production")
# Needs of tests outside BROWSERS and PRODUCTION (tests/support/needs.py): but for RIGS they are in the parts of a plain
# run too, and by themselves in the part for machines on which that run had none of them.
PROGRAMS = (
    "git", "node", "proxies", "pgbouncer", "prometheus", "container_engine", "redis_server", "postgres_server",
    "systemd",
)  # fmt: skip
# Whole sites behind proxies, poolers and alarms: a minute and a half, in that part alone.
RIGS = ("proxies", "pgbouncer", "prometheus", "container_engine", "postgres_server", "redis_server")
FOLDER = "ALFAPOWER_TESTS_FOLDER"
"""The variable that names the folder that all parts of a run share: they copy the migrated database that is there."""
BYTECODE = settings.BASE_DIR / ".venv" / "bytecode"


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
        wanted = os.environ.get("TEST_PARTS", "").split() or PLAIN
        if strange := set(wanted) - set(ALL):
            self.stderr.write(f"TEST_PARTS names no part: {', '.join(sorted(strange))}. There are {', '.join(ALL)}.")
            return 2
        begun = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="alfapower-times-") as folder:
            times = Path(folder) / "times"
            shared = {test_times.VARIABLE: str(times), FOLDER: folder}
            results = [getattr(self, f"run_{name}")(shared) for name in ALL if name in wanted]
            self.stdout.write(test_times.summary(times, time.monotonic() - begun))
        if os.environ.get("LONG_TESTS") != "1":
            self.stdout.write(f"NOT RUN: {', '.join(PRODUCTION)} and tests marked long, minutes in all: see .ci/long.")
            if "programs" not in wanted:
                self.stdout.write("NOT RUN: sites behind proxies, poolers and alarms: see TEST_PARTS=programs.")
        return max(results)

    def run_programs(self, variables: dict[str, str]) -> int:
        """Two rigs at a time: much of each is waiting for what it has started. What a rig serves stays together."""
        markers = [f"needs_{name}" for name in PROGRAMS]
        arguments = ["-n", "2", "--dist", "loadgroup", "-m", " or ".join(markers), *map(str, marked_files(markers))]
        return self.run_part("with programs", arguments, {**variables, **EMBEDDED})

    def run_rules(self, variables: dict[str, str]) -> int:
        arguments = [*workers(2), *WITHOUT_DJANGO, *RULES]
        return self.run_part("the rules, without Django", arguments, {**variables, **EMBEDDED})

    def run_site(self, variables: dict[str, str]) -> int:
        elsewhere = [f"--ignore={folder}" for folder in (*RULES, *BROWSERS, *PRODUCTION)]
        not_rigs = ["-m", " and ".join(f"not needs_{name}" for name in RIGS)]
        return self.run_part("the site on SQLite", [*workers(2), *not_rigs, *elsewhere], {**variables, **EMBEDDED})

    def run_browsers(self, variables: dict[str, str]) -> int:
        """More workers than processors: tests wait for browsers and servers."""
        return self.run_part("in browsers", [*workers(3), *BROWSERS], {**variables, **EMBEDDED})

    def run_services(self, variables: dict[str, str]) -> int:
        more = MORE_ON_SERVICES if os.environ.get("LONG_TESTS") == "1" else ()
        return self.run_on_services("on Postgres and Redis", [*workers(4), *ON_SERVICES, *more], variables)

    def run_production(self, variables: dict[str, str]) -> int:
        return self.run_on_services("the whole site", [*PRODUCTION], variables)

    def run_on_services(self, title: str, arguments: list[str], variables: dict[str, str]) -> int:
        services = {
            "ALFAPOWER_TEST_PART": "services",
            "DATABASE_URL": os.environ.get("TEST_DATABASE_URL", POSTGRES),
            "REDIS_URL": os.environ.get("TEST_REDIS_URL", REDIS),
        }
        silent = [name for name in ("DATABASE_URL", "REDIS_URL") if not answers(services[name])]
        if not silent:
            return self.run_part(title, arguments, {**variables, **services})
        self.stdout.write(f"NOT RUN {title}: nothing answers for {' and '.join(silent)}.")
        return int(os.environ.get("REQUIRE_SERVICES") == "1")

    def run_part(self, title: str, arguments: list[str], variables: dict[str, str]) -> int:
        self.stdout.write(f"\n{title}: pytest {' '.join(arguments)}")
        self.stdout.flush()
        return self.pytest(arguments, variables)

    def pytest(self, arguments: list[str], variables: dict[str, str]) -> int:
        command = [sys.executable, "-m", "pytest", *arguments]
        environment = {**os.environ, **bytecode_kept(os.environ), **variables}
        return subprocess.run(command, cwd=settings.BASE_DIR, env=environment).returncode  # nosec B603  # no shell


EMBEDDED = {"DATABASE_URL": "", "REDIS_URL": "", "ALFAPOWER_TEST_PART": "embedded"}


def marked_files(markers: Sequence[str]) -> Iterator[Path]:
    """The test files, but for those of browsers and of the whole site, that contain one of these markers."""
    elsewhere = [settings.BASE_DIR / folder for folder in (*BROWSERS, *PRODUCTION)]
    for path in sorted((settings.BASE_DIR / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if any(f"mark.{marker}" in text for marker in markers) and not any(map(path.is_relative_to, elsewhere)):
            yield path.relative_to(settings.BASE_DIR)


def workers(count: int) -> tuple[str, ...]:
    """Options for so many processes, of which an idle one takes tests from another."""
    return ("-n", str(count), "--dist", "worksteal")


def bytecode_kept(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that make Python keep bytecode, where these forbid it beside the source."""
    if not environment.get("PYTHONDONTWRITEBYTECODE"):
        return {}
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(BYTECODE)}


def answers(address: str) -> bool:
    """Whether a server accepts a connection there within half a second."""
    parts = urlsplit(address)
    port = parts.port or {"redis": 6379}.get(parts.scheme, 5432)
    try:
        socket.create_connection((parts.hostname or "127.0.0.1", port), timeout=0.5).close()
    except OSError:
        return False
    return True

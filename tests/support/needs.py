"""What some tests need besides Python and the project: services, browsers, programs, the history.

This is the one place that looks for them. A test says what it needs by a marker (`needs_browser`), and whatever hands
such a thing out (a fixture, a helper) asks `require` or `program` first, so that a test without the marker cannot get
at it unnoticed. What is missing is skipped with its reason, which the end of a run lists; with REQUIRE_SERVICES=1 it
fails. tests/architecture/test_needs.py holds the other files to it: none asks PATH itself.
"""

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REQUIRED = os.environ.get("REQUIRE_SERVICES") == "1"
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Any of them drives the browser tests. The shell is the same engine without a browser's own surface, for a quarter of
the processor."""
POSTGRES_FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
"""Where Debian keeps the programs of a Postgres server, which are not on PATH; the newest last."""


@cache
def find(name: str) -> str | None:
    """The path of a program, or None."""
    folders = [os.environ.get("PATH", os.defpath), *(str(folder) for folder in reversed(POSTGRES_FOLDERS))]
    return shutil.which(name, path=os.pathsep.join(folders))


@cache
def chromium() -> str | None:
    """The path of the browser that tests drive, or None."""
    return next(filter(None, map(find, CHROMIUM_NAMES)), None)


@dataclass(frozen=True)
class Need:
    """Something outside Python: whether it is there, and what is said where it is not. What nobody can install, such as
    a right, is skipped even with REQUIRE_SERVICES=1."""

    is_there: Callable[[], bool]
    why_not: str
    installable: bool = True


def _programs(*names: str) -> Callable[[], bool]:
    return lambda: all(map(find, names))


@cache
def _engine_answers() -> bool:
    """The program alone builds nothing: it asks a server."""
    docker = find("docker")
    return docker is not None and subprocess.run([docker, "info"], capture_output=True, check=False).returncode == 0


NEEDS = {
    "postgres": Need(lambda: os.environ.get("DATABASE_URL", "").startswith("postgres"), "no DATABASE_URL here"),
    "redis": Need(lambda: bool(os.environ.get("REDIS_URL")), "no REDIS_URL here"),
    "browser": Need(lambda: bool(chromium()), "no chromium on PATH"),
    "systemd": Need(_programs("systemd-analyze"), "no systemd-analyze on PATH"),
    "proxies": Need(_programs("nginx", "caddy"), "no nginx or no caddy on PATH"),
    "pgbouncer": Need(_programs("pgbouncer"), "no pgbouncer on PATH"),
    "prometheus": Need(_programs("prometheus", "promtool"), "no prometheus or no promtool on PATH"),
    "container_engine": Need(_engine_answers, "no docker on PATH, or no engine that answers it", False),
    "node": Need(_programs("node"), "no node on PATH, which alone runs a script without a browser"),
    "git": Need(lambda: (ROOT / ".git").exists() and bool(find("git")), "no git on PATH, or no repository here"),
    "redis_server": Need(_programs("redis-server"), "no redis-server on PATH"),
    "postgres_server": Need(
        lambda: bool(find("initdb")) and (os.geteuid() != 0 or bool(find("runuser"))),
        "no initdb on PATH or under /usr/lib/postgresql, or no runuser, as Postgres refuses to run as root",
    ),
    "proc": Need(Path("/proc/self/stat").exists, "no /proc, by which processes are told apart", False),
    "namespaces": Need(lambda: os.geteuid() == 0 and bool(find("ip")), "no ip on PATH, or not root", False),
}
"""By the name that a marker has after `needs_`."""


def require(name: str, refused: str = "") -> None:
    """Go on only where this need is met: the running test is skipped, or fails with REQUIRE_SERVICES=1. `refused` is
    what the machine said when it was asked for what is there."""
    need = NEEDS[name]
    if refused or not need.is_there():
        (missing if need.installable else pytest.skip)(f"needs_{name}: {refused or need.why_not}")


def program(name: str) -> str:
    """The path of a program; the running test is skipped, or fails, where there is none."""
    return find(name) or missing(f"no {name} on PATH")


def missing(why: str) -> str:
    """End the running test, since something is not there."""
    (pytest.fail if REQUIRED else pytest.skip)(why)

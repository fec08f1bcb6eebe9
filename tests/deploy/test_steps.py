"""The numbered steps of docs/operating.md, "From nothing to a running site", run line by line on a machine that is but
a folder: what they write lies there, the database, Redis and Caddy are real, and so is every process of the units. What
would change the machine itself (apt-get, useradd, git clone from an address) has a stand-in."""

import json
import os
import re
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.deploy.conftest import NAME, ask, ask_plainly
from tests.support import data_folder, needs, project_files
from tests.support.containers import PROGRAMS
from tests.support.ports import free_port
from tests.support.postgres import Postgres
from tests.support.processes import command_of
from tests.support.stack import Redis
from tests.support.timeouts import HANGING, wait_until
from tests.support.types import certain

pytestmark = [
    pytest.mark.needs_proxies,
    pytest.mark.needs_postgres_server,
    pytest.mark.needs_redis_server,
    pytest.mark.needs_proc,
    pytest.mark.xdist_group("steps"),
]
STEP = re.compile(r"^(\d+)\. .*?(?=^\d+\. |^\S)", re.MULTILINE | re.DOTALL)
STAND_INS = {
    "apt-get": 'echo "$@" >> "$ROOT/apt-get"',
    "useradd": 'echo "$@" >> "$ROOT/useradd"',
    "chown": "true",
    "git": 'test "$1" = clone && cp -r "$ROOT/copy/." "$3"',
    "python3": 'test "$1 $2" = "-m venv" && ln -s "$ENVIRONMENT" "$3"',
    "runuser": 'shift 3; exec "$@"',
    "systemctl": 'cd "$PROJECT" && exec "$ENVIRONMENT/bin/python" -m tests.support.systemctl "$ROOT" "$@"',
}
"""What a command does here, by its name. Nobody is somebody else: all is done by who runs the tests."""
CADDY = """[Service]
ExecStart={program} run --config /etc/caddy/Caddyfile --adapter caddyfile
Environment=HOME={home}
"""
"""The unit that the package brings."""
CADDY_HERE = """{{
	admin off
	local_certs
	skip_install_trust
	http_port {http}
	https_port {https}
}}
"""
"""What stands before the steps' own file: a certificate of its own making, on ports that anybody may use."""
FOR_A_TEST = (
    ("systemctl restart caddy", 'echo "$CADDY_HERE$(cat $CADDYFILE)" > $CADDYFILE; systemctl restart caddy'),
    ("createsuperuser", "createsuperuser --noinput"),
)
"""What is typed otherwise."""


def steps() -> list[str]:
    """The lines of each step, as they are typed."""
    text = (project_files.ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    section = certain(re.search(r"^## From nothing to a running site$(.*?)^## ", text, re.M | re.S))[1]
    found = [(int(step[1]), step[0]) for step in STEP.finditer(section)]
    assert [number for number, _text in found] == list(range(1, len(found) + 1)) and len(found) > 5
    return [_typed(text) for _number, text in found]


def _typed(step: str) -> str:
    """The indented lines behind the words of a step."""
    width = 8 if step.startswith("10") else 7
    lines = [line for line in step.splitlines() if line.startswith(" " * width)]
    return textwrap.dedent("\n".join(lines))


@dataclass
class Machine:
    """The folder, and which of its ports stand for the steps' own."""

    root: Path
    places: dict[str, str]
    variables: dict[str, str]
    https: int

    @property
    def web(self) -> int:
        """The port of the first web process."""
        return int(self.places["127.0.0.1:8000"].rpartition(":")[2])

    def run(self, script: str) -> subprocess.CompletedProcess[str]:
        """A script in one shell that ends at the first command which fails."""
        for said, ours in self.places.items():
            script = script.replace(said, ours)
        owners = re.compile(r" -[og] \w+")  # there is nobody but us
        command = [needs.program("bash"), "-euo", "pipefail", "-c", owners.sub("", script)]
        return subprocess.run(
            command, env=self.variables, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=HANGING
        )

    def logs(self) -> str:
        """The ends of what its processes said."""
        paths = sorted((self.root / "run").glob("*.log"))
        return "\n".join(f"{path.name}:\n{path.read_text(errors='replace')[-1500:]}" for path in paths)

    def stop(self) -> None:
        """End what its units began."""
        groups = [int(file.read_text()) for file in (self.root / "run").glob("*.pid")]
        for group in groups:
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGTERM)
        try:
            wait_until(lambda: not any(command_of(group) for group in groups), "the end of the site")
        finally:
            for group in groups:
                with suppress(ProcessLookupError):
                    os.killpg(group, signal.SIGKILL)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """One with a Postgres, a Redis and a Caddy that were installed and not yet told of anything."""
    root, redis, first, https = tmp_path_factory.mktemp("machine"), Redis(), free_port(2), free_port()
    for folder in ("bin", "copy", "srv", "etc/systemd/system", "etc/caddy", "etc/cron.d", "var/lib", "var/backups"):
        (root / folder).mkdir(parents=True)
    for name, script in STAND_INS.items():
        (root / "bin" / name).write_text(f"#!/bin/sh\n{script}\n")
        (root / "bin" / name).chmod(0o755)
    for path in project_files.files():
        copied = root / "copy" / project_files.named(path)
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_bytes(path.read_bytes())
        copied.chmod(path.stat().st_mode)
    (root / "var/lib/alfapower").mkdir(mode=0o700)
    data_folder.lend_lexicons(root / "var/lib/alfapower")
    (root / "etc/systemd/system/caddy.service").write_text(CADDY.format(program=needs.program("caddy"), home=root))
    (root / ".curlrc").write_text(f"insecure\nconnect-to = {NAME}:443:127.0.0.1:{https}\n")
    with Postgres() as postgres:
        redis.start()
        places = {
            "/srv/": f"{root}/srv/", "/etc/": f"{root}/etc/", "/var/": f"{root}/var/",
            "127.0.0.1:5432": f"127.0.0.1:{postgres.port}", "127.0.0.1:6379": f"127.0.0.1:{redis.port}",
            "127.0.0.1:8000": f"127.0.0.1:{first}", "127.0.0.1:8001": f"127.0.0.1:{first + 1}",
            "web@8000": f"web@{first}", "web@8001": f"web@{first + 1}",
        }  # fmt: skip
        (root / "places.json").write_text(json.dumps(places))
        variables = {
            "ROOT": str(root), "PROJECT": str(project_files.ROOT), "ENVIRONMENT": sys.prefix, "HOME": str(root),
            "CURL_HOME": str(root), "PATH": f"{root}/bin:{Path(needs.program('psql')).parent}:{PROGRAMS}",
            "PGHOST": "127.0.0.1", "PGPORT": str(urlsplit(postgres.url).port), "PGUSER": "postgres",
            "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "DJANGO_SUPERUSER_PASSWORD": "a-long-word-to-try",
            "CADDYFILE": f"{root}/etc/caddy/Caddyfile", "CADDY_HERE": CADDY_HERE.format(http=free_port(), https=https),
        }  # fmt: skip
        made = Machine(root, places, variables, https)
        try:
            yield made
        finally:
            made.stop()
            redis.kill()


def test_from_nothing_to_a_running_site(machine: Machine) -> None:
    """Every step is run, and at the end players are served, those who watch are told that all is well, and the first of
    the staff can sign in."""
    needs.program("curl")
    needs.program("openssl")
    typed = "\n".join(steps())
    for said, ours in FOR_A_TEST:
        assert said in typed
        typed = typed.replace(said, ours)
    done = machine.run(typed)
    assert done.returncode == 0, f"{done.stdout[-3000:]}\n{done.stderr[-3000:]}\n{machine.logs()}"

    status, headers, page = ask(machine.https, "/")
    assert status == 200 and "<title>" in page and headers["Strict-Transport-Security"]
    status, _headers, told = ask_plainly(machine.web, "/health/deep")
    assert status == 200 and json.loads(told)["faults"] == [], told
    wait_until(lambda: ask_plainly(machine.web + 1, "/health/ready")[0] == 200, "the second web process")
    address = dict(line.split("=", 1) for line in (machine.root / "etc/alfapower/environment").read_text().splitlines())
    with psycopg.connect(address["DATABASE_URL"]) as connection:
        assert connection.execute("SELECT username, is_superuser FROM accounts_user WHERE is_staff").fetchall() == [
            ("anna", True)
        ]
    assert oct((machine.root / "etc/alfapower/environment").stat().st_mode)[-3:] == "640"


def test_the_steps_install_what_they_use() -> None:
    """What is typed is a part of Debian, of the shell, or named in the first step."""
    said = steps()
    installed = set(certain(re.search(r"--yes (.*)", said[0]))[1].split())
    assert {"git", "python3-venv", "postgresql", "redis-server", "caddy", "curl", "openssl"} <= installed
    assert not (set(STAND_INS) - set(re.findall(r"[\w-]+", "\n".join(said)))), "each stand-in stands for something"

"""What deploy/compose.yaml runs, with an operator's deploy/.env of a public name: each container starts, counts as
healthy, and tells those who watch it."""

import os
import re
import subprocess
from urllib.parse import urlencode

import pytest

from alfapower.processes import procfile
from tests.deploy.conftest import NAME, TOKEN, PublicSite, ask_plainly
from tests.support import needs
from tests.support.containers import DEPLOY, Compose, Container, left_out_of_the_image
from tests.support.types import certain

OPERATING = DEPLOY.parent / "docs" / "operating.md"

pytestmark = [pytest.mark.needs_postgres_server, pytest.mark.needs_redis_server, pytest.mark.xdist_group("site")]


@pytest.fixture(scope="module")
def web(site: PublicSite) -> tuple[Container, int]:
    """One of the web containers, and its port."""
    return site.web()


def test_a_web_container_counts_as_healthy(web: tuple[Container, int]) -> None:
    container, _port = web
    checked = container.check()
    assert checked.returncode == 0, checked.stderr


def test_each_process_tells_on_its_own_port_those_who_watch(web: tuple[Container, int]) -> None:
    """In http, by an address or by what Compose calls it; Prometheus follows a redirect to another process."""
    _container, port = web
    for host in (f"127.0.0.1:{port}", "web:8000", NAME):
        for path in ("/health/live", "/health/ready"):
            assert ask_plainly(port, path, Host=host)[0] == 200, (path, host)
        for path in ("/health/deep", "/metrics"):
            status, _headers, body = ask_plainly(port, path, Host=host, Authorization=f"Bearer {TOKEN}")
            assert status in (200, 503) and "alfapower" in body, (path, host)


def test_the_security_log_outlives_the_container_that_wrote_it(site: PublicSite) -> None:
    """It cannot be made again (docs/operating.md, "Back-up"), and a new release is a new container."""
    container, port = site.web()
    browser = {"Host": NAME, "X-Forwarded-Proto": "https", "Referer": f"https://{NAME}/accounts/login/"}
    _status, headers, page = ask_plainly(port, "/accounts/login/", **browser)
    [cookie] = [one.partition(";")[0] for one in headers.get_all("Set-Cookie", []) if "csrftoken" in one]
    token = certain(re.search(r'csrfmiddlewaretoken" value="(\w+)"', page))[1]
    form = urlencode({"login": "nobody", "password": "wrong", "csrfmiddlewaretoken": token}).encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    assert ask_plainly(port, "/accounts/login/", form, **browser, **kind)[0] == 200
    written = [path.name for path in (container.data / "security").iterdir()]
    assert written
    container.stop()
    newer, _port = site.web()
    for name in written:
        assert "password_wrong" in (newer.data / "security" / name).read_text()


def documented() -> set[str]:
    """The variables that docs/operating.md tells operators of; those of the tests aside."""
    table = certain(re.search(r"^## Variables$(.*?)^## ", OPERATING.read_text(encoding="utf-8"), re.M | re.S))[1]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    names = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    return {name for name in names if "TEST" not in name and name != "REQUIRE_SERVICES"}


def test_every_variable_of_the_docs_reaches_every_process(site: PublicSite) -> None:
    """By deploy/.env, or since the files set it themselves."""
    assert len(documented()) > 25
    given = {name: "given" for name in documented()} | site.compose.variables
    compose = Compose(site.folder / "another", given)
    for service in procfile.commands():
        found = compose.environment(service)
        lacking = {name for name in documented() if not found.get(name)}
        assert not lacking, (service, lacking)
        own = {name for name in documented() if found[name] != given[name]}
        assert own <= {"DATABASE_URL", "REDIS_URL", "HTTPS", "WEB_CONCURRENCY"}, service


@pytest.mark.parametrize(
    ("name", "left_out"),
    [
        ("deploy/.env", True), (".env", True), ("var/secret_key", True), (".git/config", True), ("tests/x.py", True),
        ("game/__pycache__/x.pyc", True), ("deploy/x.log", True), (".venv/bin/python", True),
        ("deploy/run", False), ("Procfile", False), ("manage.py", False), ("dictionary/data/x.txt", False),
    ],
)  # fmt: skip
def test_nothing_secret_lies_in_the_image(name: str, left_out: bool) -> None:
    assert left_out_of_the_image(name) is left_out


@pytest.mark.needs_container_engine
def test_the_image_is_built_and_runs_a_process_of_the_procfile() -> None:
    docker, image = needs.program("docker"), f"alfapower-test-{os.getpid()}"
    built = subprocess.run(
        [docker, "build", "-f", "deploy/Dockerfile", "-t", image, "."],
        cwd=DEPLOY.parent,
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    try:
        run = subprocess.run([docker, "run", "--rm", image, "wob"], capture_output=True, text=True)
        assert run.returncode == 64 and "'wob'" in run.stderr
        check = [docker, "run", "--rm", "--entrypoint", "python", image, "manage.py", "check"]
        run = subprocess.run(check, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
    finally:
        subprocess.run([docker, "image", "rm", "--force", image], capture_output=True)

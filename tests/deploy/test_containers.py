"""What deploy/compose.yaml runs, with an operator's deploy/.env of a public name: each container starts, counts as
healthy, and tells those who watch it."""

import pytest

from tests.deploy.conftest import NAME, TOKEN, PublicSite, ask_plainly
from tests.support.containers import Container

pytestmark = [pytest.mark.needs_postgres_server, pytest.mark.needs_redis_server]


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

"""A server of its own for all tests of a file, and guests who talk to it; and a websocket of ours without one."""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from twisted.internet.testing import StringTransport

from alfapower.web import connection_limits
from tests.support import data_folder
from tests.support.live_server import Guest, Site, meet


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the site."""
    made = tmp_path_factory.mktemp("site")
    data_folder.lend(made)
    return made


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[Site]:
    """The server, killed in the end."""
    running = Site(folder)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def guests(site: Site) -> list[Guest]:
    """Two guests in one match."""
    return meet(site)


@pytest.fixture
def said(site: Site) -> Iterator[Callable[..., Any]]:
    """`said()`: what the server, which must go on, has printed since the test began. It must be no traceback and
    nothing that was sent."""
    before = len(site.output)
    yield lambda: site.output[before:]
    assert site.process.poll() is None
    assert "Traceback" not in site.output[before:] and "CANARY" not in site.output[before:]


def connected(transport: Any = None, **options: Any) -> Any:
    """A websocket of ours as its connection is made: to a transport that keeps what is sent, unless one is given."""
    factory = connection_limits.BoundedSocketFactory(None)
    factory.setProtocolOptions(**options)
    one = factory.buildProtocol(None)
    one.transport = transport or StringTransport()  # type: ignore[no-untyped-call]  # Twisted's
    one.client_addr = None
    one.transport.registerProducer(SimpleNamespace(), True)  # the request's
    one.connectionMade()
    return one

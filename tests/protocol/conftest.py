"""A server, guests who talk to it, and what it says; and a websocket of ours without one."""

import contextlib
import re
import socket
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker
from twisted.internet.testing import StringTransport

from alfapower.web import websocket_budget
from tests.support import shared_site
from tests.support.live_server import Guest, Site
from tests.support.timeouts import PATIENCE

OF_A_SLOW_MACHINE = re.compile(r"^.* game\.services\.outages: .*\n", re.MULTILINE)
"""Where the server had no processor for a second, it says that nobody could act."""


@pytest.fixture
def site(pytestconfig: pytest.Config) -> Site:
    """The server that this worker's tests share: no test ends it."""
    return shared_site.of_this_worker(pytestconfig)


@pytest.fixture
def guests(site: Site, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> list[Guest]:
    """Two guests in a match of their own, which has no clock."""
    with django_db_blocker.unblock():
        return shared_site.guests_of_a_match(site)


@pytest.fixture
def said(site: Site) -> Iterator[Callable[..., Any]]:
    """`said()`: what the server, which must go on, has printed since the test began. It must be no traceback and
    nothing that was sent."""
    before = len(site.output)
    yield lambda: OF_A_SLOW_MACHINE.sub("", site.output[before:])
    assert site.process.poll() is None
    assert "Traceback" not in site.output[before:] and "CANARY" not in site.output[before:]


def connected(transport: Any = None, **options: Any) -> Any:
    """A websocket of ours as its connection is made: to a transport that keeps what is sent, unless one is given."""
    factory = websocket_budget.BoundedSocketFactory(None)
    factory.setProtocolOptions(**options)
    one = factory.buildProtocol(None)
    one.transport = transport or StringTransport()  # type: ignore[no-untyped-call]  # Twisted's
    one.client_addr = None
    one.transport.registerProducer(SimpleNamespace(), True)  # the request's
    one.connectionMade()
    return one


def shaken(site: Site, guest: Guest) -> socket.socket:
    """A socket to the match after the handshake; what it is sent can be bytes of any kind."""
    one = socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE)
    one.sendall(guest.handshake())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += one.recv(1)
    assert b" 101 " in answer
    return one


def heard_until_cut(one: socket.socket) -> bytes:
    """All that comes until the server ends the connection."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while some := one.recv(65536):
            heard += some
    return heard

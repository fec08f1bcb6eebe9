"""Over the wire, on a server of its own: no header that a client may send becomes an address of the site."""

import re
import socket
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.headers import EVIL, FOREIGN
from tests.support.live_server import Guest, Site
from tests.support.timeouts import PATIENCE

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize("headers", [FOREIGN, {"Daphne-Root-Path": f"https://{EVIL}"}])
def test_pages_and_mails_keep_to_the_address_of_the_site(
    site: Site, said: Callable[..., Any], headers: dict[str, str]
) -> None:
    sent = {name: value for name, value in headers.items() if name != "Referer"}  # Django's own check would refuse
    browser = Guest(site)
    assert browser.ask("GET", "/accounts/password/reset/", **sent)[0] == 200
    body = "email=nobody%40example.org"
    assert browser.ask("POST", "/accounts/password/reset/", body, **FORM, **sent)[0] == 302
    status, page = browser.ask("GET", "/", **sent)
    assert status == 200 and EVIL not in page
    links = re.findall(r"https?://\S+", said())
    assert f"{site.origin}/accounts/signup/" in links, said()
    assert all(link.startswith(site.origin) for link in links) and EVIL not in said()


@pytest.mark.parametrize("prefix", [f"https://{EVIL}", "/x"])
def test_a_socket_finds_its_way_all_the_same(site: Site, said: Callable[..., Any], prefix: str) -> None:
    """It led to a traceback and a 500."""
    guest = Guest(site)
    guest.match = "nothing"
    with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE) as line:
        line.sendall(guest.handshake(f"Daphne-Root-Path: {prefix}"))
        assert line.recv(13) in (b"HTTP/1.1 101 ", b"HTTP/1.1 403 ")

"""Over the wire, on a running server: no header that a client may send becomes an address of the site."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.support.headers import EVIL, FOREIGN
from tests.support.live_server import Guest, Site
from tests.support.timeouts import wait_until

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
    wait_until(lambda: f"{site.origin}/accounts/signup/" in said(), "the mail", said)
    links = re.findall(r"https?://\S+", said())
    assert all(link.startswith(site.origin) for link in links) and EVIL not in said()

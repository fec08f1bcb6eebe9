"""Over the wire, on a server of its own: no header that a client may send becomes an address of the site."""

import http.client
import re

import pytest

from tests.support import data_folder
from tests.support.headers import EVIL, FOREIGN
from tests.support.timeouts import PATIENCE
from tests.support.wire import Guest, Site

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
UPGRADE = {
    "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    data_folder.lend(folder)
    running = Site(folder)
    yield running
    running.stop()


@pytest.mark.parametrize("headers", [FOREIGN, {"Daphne-Root-Path": f"https://{EVIL}"}])
def test_pages_and_mails_keep_to_the_address_of_the_site(site, headers):
    sent = {name: value for name, value in headers.items() if name != "Referer"}  # Django's own check would refuse
    browser = Guest(site)
    assert browser.ask("GET", "/accounts/password/reset/", **sent)[0] == 200
    before = len(site.output)
    body = "email=nobody%40example.org"
    assert browser.ask("POST", "/accounts/password/reset/", body, **FORM, **sent)[0] == 302
    status, page = browser.ask("GET", "/", **sent)
    assert status == 200 and EVIL not in page
    said = site.output[before:]
    links = re.findall(r"https?://\S+", said)
    assert f"{site.origin}/accounts/signup/" in links, said
    assert all(link.startswith(site.origin) for link in links) and EVIL not in said


@pytest.mark.parametrize("prefix", [f"https://{EVIL}", "/x"])
def test_a_socket_finds_its_way_all_the_same(site, prefix):
    """It led to a traceback and a 500."""
    before = len(site.output)
    line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
    line.request("GET", "/ws/match/nothing/", headers=UPGRADE | {"Origin": site.origin, "Daphne-Root-Path": prefix})
    assert line.getresponse().status in (101, 403)
    line.close()
    assert "Traceback" not in site.output[before:]

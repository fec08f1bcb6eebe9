"""The two proxy examples of deploy/, each really run before the site."""

import os
import re
import subprocess
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.core import signing
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from common import upload_permits
from tests.browser.conftest import Site, running
from tests.support.ports import free_port, listens
from tests.support.timeouts import PATIENCE, end, wait_until
from tests.support.types import certain

DEPLOY = Path(__file__).parents[2] / "deploy"
UPLOAD = "/admin/dictionary/listversion/add/"

pytestmark = [pytest.mark.needs_proxies, pytest.mark.long]


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """The site as it stands behind one proxy."""
    with running(TRUSTED_PROXIES="1") as started:
        yield started


def nginx(port: int, site: str, folder: Path) -> list[str]:
    """nginx with our file in the place of the operator's conf.d."""
    ours = (DEPLOY / "nginx" / "alfapower.conf").read_text().replace("listen 8080", f"listen 127.0.0.1:{port}")
    (folder / "alfapower.conf").write_text(re.sub(r"server 127\.0\.0\.1:800\d", f"server {site}", ours))
    paths = "".join(f"{kind}_temp_path {folder};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    mine = "user root;\n" if os.geteuid() == 0 else ""  # whose workers keep large bodies in the test's own folder
    whole = folder / "nginx.conf"
    whole.write_text(
        f"{mine}daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{paths}include {folder}/alfapower.conf;\n}}\n"
    )
    return ["nginx", "-c", str(whole), "-p", str(folder), "-e", "stderr"]


def caddy(port: int, site: str, folder: Path) -> list[str]:
    """Caddy with our file and its two variables."""
    whole = folder / "Caddyfile"
    whole.write_text("{\n\tadmin off\n\tauto_https off\n}\n" + (DEPLOY / "Caddyfile").read_text())
    own = [f"SITE=http://127.0.0.1:{port}", f"WEB={site}", f"HOME={folder}", f"XDG_DATA_HOME={folder}"]
    return ["env", *own, "caddy", "run", "--config", str(whole), "--adapter", "caddyfile"]


@pytest.fixture(scope="module", params=[nginx, caddy], ids=lambda made: made.__name__)
def proxied(request: pytest.FixtureRequest, site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site behind the proxy."""
    port, folder = free_port(), tmp_path_factory.mktemp("proxy")
    folder.chmod(0o755)
    command = request.param(port, site.url.partition("://")[2], folder)
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        wait_until(lambda: listens(port), "the proxy", (folder / "log").read_text, process)
        yield f"http://127.0.0.1:{port}"
    finally:
        end(process)


def ask(address: str, data: bytes | None = None, /, **headers: Any) -> tuple[int, Message, str]:
    """Status, headers and body."""
    try:
        with urlopen(Request(address, data=data, headers=headers), timeout=PATIENCE) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except HTTPError as error:
        return error.code, error.headers, error.read().decode(errors="replace")


def test_pages_come_with_their_headers(proxied: str) -> None:
    status, headers, body = ask(proxied + "/")
    assert status == 200 and "<title>" in body
    assert "default-src 'none'" in headers["Content-Security-Policy"]


def test_the_site_is_asked_under_the_name_that_the_player_typed(proxied: str) -> None:
    """A socket is judged by it: the page's own origin is let through, another is not."""
    for origin, refused in ((proxied, False), ("http://evil.example", True)):
        address = proxied.replace("http", "ws") + "/ws/match/none/?lang=en"
        try:
            with connect(address, origin=Origin(origin)) as held:
                with pytest.raises(ConnectionClosed) as closed:
                    held.recv(timeout=PATIENCE)
                assert certain(closed.value.rcvd).code == 4401 and not refused
        except InvalidStatus as status:
            assert refused and status.response.status_code == 403


def test_nobody_reaches_the_inside_through_it(proxied: str) -> None:
    assert ask(proxied + "/health/live")[0] == 200
    for path in ("/health/deep", "/metrics"):
        assert ask(proxied + path)[0] == 404
        assert ask(proxied + path, **{"X-Forwarded-For": ""})[0] == 404


def test_a_large_body_is_refused_at_the_door(proxied: str) -> None:
    status, _headers, _body = ask(proxied + "/guide/", b"x" * 200_000)
    assert status == 413


def test_a_word_list_is_let_through_to_who_was_shown_its_page(site: Site, proxied: str) -> None:
    """Both servers' bounds leave room there: the answer is the site's, which has one who is nobody yet sign in."""
    key = (site.data / "secret_key").read_text().strip()
    invited = f"{upload_permits.COOKIE}={signing.dumps(UPLOAD, key=key, salt=upload_permits._SALT)}"
    sent = {"Cookie": invited, "Content-Type": "application/octet-stream"}
    status, _headers, body = ask(proxied + UPLOAD, b"x" * 2_500_000, **sent)
    assert status == 200 and 'name="login"' in body
    assert ask(proxied + "/guide/", b"x" * 2_500_000, **sent)[0] == 413


def test_headers_that_a_client_makes_up_lead_nowhere(proxied: str) -> None:
    made_up = {"Daphne-Root-Path": "/x", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    status, _headers, body = ask(proxied + "/accounts/password/reset/", **made_up)
    assert status == 200 and "evil.example" not in body and 'action="/x' not in body

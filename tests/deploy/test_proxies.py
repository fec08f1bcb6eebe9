"""The two proxy examples of deploy/, each really run before a site of a public name and https."""

import datetime
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core import signing
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from common import upload_permits
from tests.deploy.conftest import NAME, PublicSite, ask, ask_plainly, trusting
from tests.support import needs
from tests.support.containers import DEPLOY, Container
from tests.support.ports import free_port, listens
from tests.support.timeouts import PATIENCE, end, wait_until
from tests.support.types import certain

UPLOAD = "/admin/dictionary/listversion/add/"

pytestmark = [
    pytest.mark.needs_proxies,
    pytest.mark.needs_postgres_server,
    pytest.mark.needs_redis_server,
    pytest.mark.xdist_group("site"),
]


def nginx(port: int, web: int, folder: Path, site: PublicSite) -> tuple[list[str], dict[str, str]]:
    """nginx with our file in the place of the operator's conf.d, and a certificate where the file says."""
    written_certificate(folder)
    ours = (DEPLOY / "nginx" / "alfapower.conf").read_text(encoding="utf-8")
    ours = ours.replace("listen 8080;", f"listen 127.0.0.1:{port} ssl;").replace("# ssl_", "ssl_")
    ours = ours.replace("/etc/alfapower/", f"{folder}/")
    (folder / "alfapower.conf").write_text(re.sub(r"server 127\.0\.0\.1:800\d", f"server 127.0.0.1:{web}", ours))
    paths = "".join(f"{kind}_temp_path {folder};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    mine = f"user {folder.owner()};\n"  # whose workers keep large bodies in the test's own folder
    whole = folder / "nginx.conf"
    whole.write_text(
        f"{mine}daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{paths}include {folder}/alfapower.conf;\n}}\n"
    )
    return [needs.program("nginx"), "-c", str(whole), "-p", str(folder), "-e", "stderr"], {}


def written_certificate(folder: Path) -> None:
    """A key and a certificate of its own for the site's name."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now - day, now + day)
    pem = serialization.Encoding.PEM
    (folder / "certificate.pem").write_bytes(builder.sign(key, hashes.SHA256()).public_bytes(pem))
    plain = serialization.NoEncryption()
    (folder / "key.pem").write_bytes(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain))


def caddy(port: int, web: int, folder: Path, site: PublicSite) -> tuple[list[str], dict[str, str]]:
    """Caddy with the file and the variables that Compose gives it; it makes the certificate itself."""
    given = site.compose.environment("proxy")
    [mounted] = [path for path in site.compose.mounts("proxy").values() if path.name == "Caddyfile"]
    whole = folder / "Caddyfile"
    options = f"admin off\nlocal_certs\nskip_install_trust\nhttp_port {free_port()}\nhttps_port {port}\n"
    whole.write_text(f"{{\n{options}}}\n{mounted.read_text(encoding='utf-8')}")
    own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    given["WEB"] = given["WEB"].replace("web:8000", f"127.0.0.1:{web}")
    return [needs.program("caddy"), "run", "--config", str(whole), "--adapter", "caddyfile"], given | own


@pytest.fixture(scope="module")
def web(site: PublicSite) -> tuple[Container, int]:
    """A web container, and its port."""
    return site.web()


@pytest.fixture(scope="module", params=[nginx, caddy], ids=lambda made: made.__name__)
def proxied(
    request: pytest.FixtureRequest,
    site: PublicSite,
    web: tuple[Container, int],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[int]:
    """The port on which the proxy serves https."""
    port, folder = free_port(), tmp_path_factory.mktemp("proxy")
    folder.chmod(0o755)
    command, variables = request.param(port, web[1], folder, site)
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, env=variables, stdout=log, stderr=log)
    try:
        wait_until(lambda: listens(port), "the proxy", (folder / "log").read_text, process)
        yield port
    finally:
        end(process)


def test_pages_come_with_their_headers(proxied: int) -> None:
    """The very first one, too, and from then on: the proxy takes the process for a living one."""
    for _ in range(3):
        status, headers, body = ask(proxied, "/")
        assert status == 200 and "<title>" in body
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["Strict-Transport-Security"]


def test_the_proxy_s_own_question_is_answered(proxied: int, web: tuple[Container, int]) -> None:
    """Whatever Host it names. Caddy asks every two seconds; nothing that it asked has been refused."""
    container, port = web
    assert ask_plainly(port, "/health/ready")[0] == 200
    assert "HTTP_HOST" not in container.output() and '"status_code": 400' not in container.output()


def test_the_site_is_asked_under_the_name_that_the_player_typed(proxied: int) -> None:
    """A socket is judged by it: the page's own origin is let through, another is not."""
    for origin, refused in ((f"https://{NAME}", False), (f"http://{NAME}", True), ("https://evil.example", True)):
        address = f"wss://{NAME}/ws/match/none/?lang=en"
        try:
            line = socket.create_connection(("127.0.0.1", proxied), PATIENCE)
            with connect(address, sock=line, origin=Origin(origin), ssl=trusting()) as held:
                with pytest.raises(ConnectionClosed) as closed:
                    held.recv(timeout=PATIENCE)
                assert certain(closed.value.rcvd).code == 4401 and not refused
        except InvalidStatus as status:
            assert refused and status.response.status_code == 403


def test_nobody_reaches_the_inside_through_it(proxied: int) -> None:
    assert ask(proxied, "/health/live")[0] == 200
    for path in ("/health/deep", "/metrics"):
        assert ask(proxied, path)[0] == 404
        assert ask(proxied, path, **{"X-Forwarded-For": ""})[0] == 404
        assert "pulse_age_seconds" not in ask(proxied, path, Host="127.0.0.1")[2]


def test_a_large_body_is_refused_at_the_door(proxied: int) -> None:
    status, _headers, _body = ask(proxied, "/guide/", b"x" * 200_000)
    assert status == 413


def test_a_word_list_is_let_through_to_who_was_shown_its_page(site: PublicSite, proxied: int) -> None:
    """Both servers' bounds leave room there: the answer is the site's, which has one who is nobody yet sign in."""
    key = site.compose.variables["SECRET_KEY"]
    invited = f"{upload_permits.COOKIE}={signing.dumps(UPLOAD, key=key, salt=upload_permits._SALT)}"
    sent = {"Cookie": invited, "Content-Type": "application/octet-stream"}
    status, headers, _body = ask(proxied, UPLOAD, b"x" * 2_500_000, **sent)
    assert status == 302 and headers["Location"].startswith("/admin/login/")
    assert ask(proxied, "/guide/", b"x" * 2_500_000, **sent)[0] == 413


def test_headers_that_a_client_makes_up_lead_nowhere(proxied: int) -> None:
    made_up = {"Daphne-Root-Path": "/x", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    status, _headers, body = ask(proxied, "/accounts/password/reset/", **made_up)
    assert status == 200 and "evil.example" not in body and 'action="/x' not in body

"""A smaller set of bad input over the wire itself: a running server, raw HTTP, raw frames; and no header that a client
may send becomes an address of the site.

What no test client can send: bodies in chunks, lengths that lie, broken requests, frames in pieces, control frames,
bytes that are no UTF-8. The server must answer by the book, go on, and keep its log clean.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.protocol.conftest import heard_until_cut, shaken
from tests.support.headers import EVIL, FOREIGN
from tests.support.live_server import Guest, Site
from tests.support.timeouts import PATIENCE, wait_until


@pytest.fixture(autouse=True)
def _clean_log(said: Callable[..., Any]) -> Iterator[None]:
    """No test leaves a hand in what the server says."""
    yield
    assert not re.search(r"\('[A-Z?]', |\[\"[A-Z?]\",", said())


def bodies() -> list[bytes]:
    """Bodies that are no message."""
    return [
        b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b"\x00" * 100, b"\xef\xbb\xbf{}", b'{"do":"CANARY"}', b"[" * 4000,
        b'{"do":"pass","turn":NaN,"nonce":"nonce-000"}', b'{"do":"pass","do":"pass"}', b'{"do":"pa\\ud800"}',
        b'{"do":"pass","turn":' + b"9" * 4301 + b',"nonce":"nonce-000"}', b"x" * 4097, b"CANARY" * 10_000,
        json.dumps({"do": "pass", "turn": 1}).encode("utf-16"),
    ]  # fmt: skip


def test_bodies_that_are_no_message(guests: list[Guest]) -> None:
    before = guests[0].board()
    for body in bodies():
        status, text = guests[0].act(body)
        assert (status, json.loads(text)["code"]) == (400, "bad_message"), body[:40]
    assert guests[0].board() == before


def test_a_body_in_chunks_is_a_body(guests: list[Guest]) -> None:
    chunks = {"Transfer-Encoding": "chunked"}
    status, text = guests[0].act(iter([b'{"do":', b'"fly"}']), **chunks)
    assert (status, json.loads(text)["code"]) == (400, "bad_message")
    status, text = guests[0].act(iter([b"CANARY" * 1000] * 10), **chunks)
    assert (status, json.loads(text)["code"]) == (400, "bad_message")


def test_addresses_that_are_none(guests: list[Guest]) -> None:
    for name in ("%00", "%FF", "%ED%A0%80", "x%2Fy", "x" * 3000):
        assert guests[0].ask("GET", f"/match/{name}/")[0] in (301, 404), name


@pytest.mark.long
def test_requests_that_are_no_http(site: Site, guests: list[Guest]) -> None:
    at = f"POST /match/{guests[0].match}/act HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\n".encode()
    for request in (
        b"\x00\x01\x02\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        at + b"Content-Length: -1\r\n\r\n",
        at + b"Content-Length: x\r\n\r\n",
        at + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        at + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        at + b'Cookie: sessionid="\\000\\000aaaaaaaa"\r\nContent-Length: 2\r\n\r\n{}',
        at + b"Content-Length: 100\r\n\r\n{",
    ):
        said = site.raw(request, patience=1)
        assert b" 500 " not in said[:40] and b"Traceback" not in said, request
    assert guests[0].ask("GET", "/health/live")[0] == 200


TOO_LARGE = 1009
FRAMES = [
    (b"binary", 4400), ("", 4400), ("[]", 4400), ("null", 4400), ('{"kind":NaN}', 4400), ('{"kind":"place"}', 4400),
    ('{"kind":"seen","kind":"seen"}', 4400), ('{"do":"CANARY"}', 4400), ("[" * 4000, 4400), ("\0", 4400),
    ("\ufeff{}", 4400), ('{"kind":"\\ud800"}', 4400), ("x" * 4096, 4400),
    ("CANARY" * 1000, TOO_LARGE), ("x" * 300_000, TOO_LARGE),
    (["[" * 3000, "]" * 3000], TOO_LARGE), (["x" * 4000] * 80, TOO_LARGE),
]  # fmt: skip


def test_frames_that_are_no_sign_of_life(guests: list[Guest]) -> None:
    before = guests[1].board()
    for frame, code in FRAMES:
        said = _closed_with(guests[1], frame)
        if code == TOO_LARGE:  # what is cut off in the middle of a frame is told nothing; the page comes back
            assert said in (None, TOO_LARGE, 4009, 4400), (str(frame)[:20], said)
        else:
            assert said == code, (str(frame)[:20], said)
    assert guests[1].board() == before


def _closed_with(guest: Guest, frame: Any) -> int | None:
    """The code by which a page's socket is closed that sends this; None when it is told none."""
    with guest.socket() as one:
        one.recv(timeout=PATIENCE)
        with pytest.raises(ConnectionClosed) as closed:
            one.send(frame)
            while True:
                one.recv(timeout=PATIENCE)
    return closed.value.rcvd.code if closed.value.rcvd else None


@pytest.mark.long
def test_bytes_that_are_no_frames(site: Site, guests: list[Guest]) -> None:
    """Reserved bits, an endless control frame, text that is no UTF-8: the connection ends, without a traceback."""
    frames = (
        b"\xf1\x80\0\0\0\0", b"\x89\xfe\xff\xff\0\0\0\0", b"\x81\x82\0\0\0\0\xff\xff", b"\x83\x80\0\0\0\0",
        b"\x81\x01x",
    )  # fmt: skip
    for frame in frames:
        with shaken(site, guests[0]) as one:
            one.sendall(frame)
            assert b"\x03\xf3" not in heard_until_cut(one), frame  # 1011 is ours to avoid
    assert guests[0].ask("GET", "/health/live")[0] == 200


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

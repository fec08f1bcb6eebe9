"""A push service on this machine, and the browsers behind it, which open what is pushed to them as real ones do."""

import base64
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from uuid import uuid4

import httpx
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from news.push_sending import new_client

HOST = "https://fcm.googleapis.com"


def in_base64url(data: bytes) -> str:
    """As browsers write keys."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Browser:
    """A subscription's secrets, and what has been pushed to it."""

    path: str = field(default_factory=lambda: f"/fcm/send/{uuid4().hex}")
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: uuid4().bytes)
    got: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    @property
    def point(self) -> bytes:
        """Its public key."""
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self) -> dict[str, Any]:
        """What `PushSubscription.toJSON()` gives."""
        keys = {"p256dh": in_base64url(self.point), "auth": in_base64url(self.secret)}
        return {"endpoint": HOST + self.path, "expirationTime": None, "keys": keys}

    def take(self, headers: dict[str, str], body: bytes) -> None:
        """Open it: raises where it is for another browser."""
        assert headers["content-encoding"] == "aes128gcm"
        self.got.append(json.loads(opened(body, self.key, self.secret)))
        self.headers.append(headers)


def opened(body: bytes, key: ec.EllipticCurvePrivateKey, secret: bytes) -> bytes:
    """What a browser with this key and secret reads of a push (RFC 8291, RFC 8188): raises where it is for another."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    sender, sealed = body[21 : 21 + length], body[21 + length :]
    assert len(sealed) <= size == 4096, "one record"
    mine = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
    shared = HKDF(SHA256(), 32, secret, b"WebPush: info\x00" + mine + sender).derive(key.exchange(ec.ECDH(), theirs))
    key_of_content = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(shared)
    nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(shared)
    data = AESGCM(key_of_content).decrypt(nonce, sealed, None).rstrip(b"\x00")
    assert data.endswith(b"\x02"), "the last record"
    return data[:-1]


def from_base64url(text: str) -> bytes:
    """What browsers have written."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def claims(headers: dict[str, str]) -> dict[str, Any]:
    """What the sender says of itself, by a signature that is looked at (RFC 8292)."""
    scheme, _, given = headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in given.split(","))
    signed, _, signature = parts["t"].rpartition(".")
    head, said = (json.loads(from_base64url(part)) for part in signed.split("."))
    assert (scheme, head["alg"]) == ("vapid", "ES256")
    both = from_base64url(signature)
    numbers = encode_dss_signature(int.from_bytes(both[:32], "big"), int.from_bytes(both[32:], "big"))
    sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64url(parts["k"]))
    sender.verify(numbers, signed.encode(), ec.ECDSA(SHA256()))
    found: dict[str, Any] = said
    return found


class PushService:
    """Answers 201 and hands on; or `status` with `answer_headers`, by path where `only` names one."""

    def __init__(self) -> None:
        self.browsers: dict[str, Browser] = {}
        self.status: int = 201
        self.answer_headers: dict[str, str] = {}
        self.only: str | None = None
        self.asked: list[str] = []

    def browser(self) -> Browser:
        """A new one."""
        made = Browser()
        self.browsers[made.path] = made
        return made

    def client(self) -> httpx.Client:
        """The site's own, whose connections to anywhere end here."""
        return new_client(ToHere(self.address))

    def __enter__(self) -> "PushService":
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                service._answer(self)

            do_GET = do_POST

            def log_message(self, *args: Any) -> None:
                """Nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _answer(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("content-length", 0)))
        self.asked.append(handler.path)
        ails = self.status != 201 and self.only in (None, handler.path)
        if not ails and handler.path in self.browsers:
            headers = {name.lower(): value for name, value in handler.headers.items()}
            self.browsers[handler.path].take(headers, body)
        handler.send_response(self.status if ails else 201)
        for name, value in self.answer_headers.items():
            handler.send_header(name, value)
        handler.send_header("content-length", "0")
        handler.end_headers()


class ToHere(httpx.BaseTransport):
    """Connects to the service under test, whatever host is asked; `asked` calls are counted."""

    def __init__(self, address: str) -> None:
        self.address, self.wire, self.asked = httpx.URL(address), httpx.HTTPTransport(), 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """As any transport."""
        self.asked += 1
        request.url = self.address.copy_with(path=request.url.path)
        return self.wire.handle_request(request)

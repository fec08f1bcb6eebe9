"""A push service on this machine, and the browsers behind it, which open what is pushed to them as real ones do."""

import base64
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import http_ece
import requests
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from requests.adapters import HTTPAdapter

from news.push_sending import new_session

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
        data = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        self.got.append(json.loads(data))
        self.headers.append(headers)


def claims(headers: dict[str, str]) -> dict[str, Any]:
    """What the sender says of itself, by a signature that is looked at."""
    assert Vapid02.verify(headers["authorization"])
    token = headers["authorization"].removeprefix("vapid t=").split(",")[0].split(".")[1]
    found: dict[str, Any] = json.loads(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)))
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

    def session(self) -> requests.Session:
        """The site's own, whose connections to anywhere end here."""
        session = new_session()
        session.mount("https://", _ToHere(self.address))
        return session

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
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
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


class _ToHere(HTTPAdapter):
    """Connects to the service under test, whatever host is asked."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        """As any adapter."""
        request.url = self.address + urlsplit(request.url or "").path
        return super().send(request, *args, **kwargs)

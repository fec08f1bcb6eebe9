"""A server of its own for a test, and guests who talk to it over the wire without a browser."""

import contextlib
import http.client
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path

from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from tests.support.timeouts import HANGING, PATIENCE, end, wait_until
from tests.support.types import certain

ROOT = Path(__file__).resolve().parents[2]
READY = re.compile(r"^AlfaPower is ready: http://127\.0\.0\.1:(\d+)/$", re.MULTILINE)
IDENTITY = re.compile(r'csrf(?:-token" content|middlewaretoken" value)="([^"]+)"')


Body = str | bytes | Iterable[bytes] | None


def environment(**variables: str) -> dict[str, str]:
    """The variables of a process of the embedded site."""
    ours = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL", "DEBUG")}
    return ours | {"ALFAPOWER_NO_BOOTSTRAP": "1"} | variables


class Play:
    """One `manage.py play` of the sources in `root`, and everything it has printed, read as it comes."""

    def __init__(self, data: Path, *arguments: str, root: Path = ROOT, **variables: str) -> None:
        self.data = data
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "play", "--data", str(data), *arguments],
            cwd=root,
            env=environment(**variables),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.output = ""
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        with certain(self.process.stdout) as lines:
            for line in lines:
                self.output += line

    def ready(self) -> int:
        """The port it says it listens on; waits for that."""
        wait_until(lambda: READY.search(self.output), "ready", lambda: self.output, self.process)
        return int(certain(READY.search(self.output))[1])

    def end(self) -> int:
        """Its exit code; waits for that."""
        code = self.process.wait(HANGING)
        self.reader.join(PATIENCE)
        return code

    def stop(self) -> None:
        """End it; killed if it hangs."""
        end(self.process)
        self.reader.join(PATIENCE)


class Site(Play):
    """A running server on a port of its own, or on that which is given."""

    def __init__(self, data: Path, port: str = "0", root: Path = ROOT, **variables: str) -> None:
        super().__init__(data, "--port", port, root=root, **variables)
        try:
            self.port = self.ready()
        except BaseException:
            self.stop()
            raise

    @property
    def origin(self) -> str:
        """The address that pages come from."""
        return f"http://127.0.0.1:{self.port}"

    def raw(self, request: bytes, patience: float = PATIENCE, until: bytes = b"") -> bytes:
        """What comes back for these bytes, until the server closes, has said `until`, or says no more."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=patience) as one:
            one.sendall(request)
            said = b""
            with contextlib.suppress(TimeoutError, ConnectionResetError):
                while not (until and until in said) and (chunk := one.recv(65536)):
                    said += chunk
            return said


class Guest:
    """A browser without a screen: cookies, the token, requests; at a match, if it is given one and the key of a session
    of a player."""

    def __init__(self, site: Site, match: str = "", session: str = "") -> None:
        self.site, self.cookies, self.token, self.match = site, {"sessionid": session} if session else {}, "", match
        if match:
            assert self.ask("GET", f"/match/{match}/")[0] == 200, site.output

    def ask(self, method: str, path: str, body: Body = None, **headers: str) -> tuple[int, str]:
        """(status, text) of a request; cookies and the token are remembered."""
        line = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=PATIENCE)
        sent = {"Cookie": self.cookie, "X-CSRFToken": self.token, "Origin": self.site.origin, **headers}
        line.request(method, path, body, sent, encode_chunked="Transfer-Encoding" in headers)
        answer = line.getresponse()
        text = answer.read().decode("utf-8", "replace")
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        line.close()
        if found := IDENTITY.search(text):
            self.token = found[1]
        return answer.status, text

    @property
    def cookie(self) -> str:
        """The cookies as a header."""
        return "; ".join(f"{key}={value}" for key, value in self.cookies.items())

    def handshake(self, *others: str) -> bytes:
        """The request that opens a socket to the match, byte by byte; `others` are lines of headers, besides or instead
        of those of the same name."""
        usual = {
            "Host": f"127.0.0.1:{self.site.port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==",
            "Sec-WebSocket-Version": "13",
            "Origin": self.site.origin,
            "Cookie": self.cookie,
        }
        names = {line.partition(":")[0] for line in others}
        lines = [f"{name}: {value}" for name, value in usual.items() if name not in names]
        return "\r\n".join([f"GET /ws/match/{self.match}/ HTTP/1.1", *lines, *others, "", ""]).encode("latin-1")

    def socket(self) -> ClientConnection:
        """A socket to the match."""
        address = f"ws://127.0.0.1:{self.site.port}/ws/match/{self.match}/?lang=en"
        return connect(
            address, origin=Origin(self.site.origin), additional_headers={"Cookie": self.cookie}, open_timeout=PATIENCE
        )

    def act(self, body: Body, **headers: str) -> tuple[int, str]:
        """POST to the match's door."""
        headers.setdefault("Content-Type", "application/json")
        return self.ask("POST", f"/match/{self.match}/act", body, **headers)

    def board(self) -> str:
        """The match as the page has it, but for what changes by itself: the clock, and whether the other is here."""
        text = self.ask("GET", f"/match/{self.match}/panels")[1]
        text = re.sub(r'<div id="banner".*?(?=<\w+[^>]*\bid=")', "", text, flags=re.DOTALL)
        text = re.sub(r'data-opponent="\w+"', "", text)
        return re.sub(r'<[^>]*id="timer".*?(?=<\w+[^>]*id="card-you")', "", text, flags=re.DOTALL)

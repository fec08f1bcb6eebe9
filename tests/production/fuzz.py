"""Hostile requests and frames over the wire, many at once: what a browser may send and its complement, by the grammar
of tests/protocol, in requests to every address of the site, whole ones and ones with mutated bytes.
"""

import asyncio
import base64
import random
import re
import struct
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from types import SimpleNamespace
from typing import Any, TypeAlias, TypeVar
from urllib.parse import quote

from django.urls import get_resolver
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.protocol import grammar
from tests.support.bots import Bot, pairs
from tests.support.routes import filled, paths
from tests.support.stack import Site

AT_ONCE = 16
HUNG_SECONDS = 60  # nothing may take so long, on the slowest machine
PATIENCE_SECONDS = 0.5  # with what may rightly wait for more
FRAMES_A_SOCKET = 25
A_ROUND = 5_000  # requests and frames to the same matches
HAND = "TENSO?RABDEILMNU"  # both hands of a match are of the usual letters
METHODS = ["GET"] * 6 + ["POST"] * 8 + ["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "PRI", "M-SEARCH"]
KINDS = [
    "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "",
    "application/json; charset=utf-16", "application/x-www-form-urlencoded; charset=\xff", "multipart/form-data",
]  # fmt: skip
ODD_HEADERS = [
    ("Accept-Language", "sv;q=1e999, *;q=-1"), ("HX-Request", "true"), ("If-Modified-Since", "never"),
    ("If-None-Match", '"' + "x" * 300), ("X-Forwarded-For", "::1, x, 999.1.1.1"), ("X-Seat", "1:x"),
    ("Expect", "100-continue"), ("Origin", "null"), ("Referer", "http://[::1"), ("Accept", "\x01"),
    ("Upgrade", "h2c"), ("Authorization", "Basic =="), ("Daphne-Root-Path", "/x"), ("X-HTTP-Method-Override", "DELETE"),
    ("Accept-Encoding", "gzip"), ("Range", "bytes=-0"), ("X-Stamp", "9" * 400),
]  # fmt: skip
FIELDS = ["q", "page", "next", "lang", "lg", "preset", "stage", "code", "version", "o", "all", "word", "seat", "login"]
# What would only take the fuzz's own guests away.
AWAY = re.compile(r"logout|delete|resign|leave|sessions")

T = TypeVar("T")
Address: TypeAlias = tuple[str, int]
Sending: TypeAlias = Callable[[Bot, Address], Coroutine[Any, Any, None]]


def drawn(strategy: st.SearchStrategy[T], count: int, number: int) -> list[T]:
    """So many examples of a strategy, the same for the same number."""
    found: list[T] = []

    @seed(number)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(example: T) -> None:
        found.append(example)

    collect()
    return found


class Corpus:
    """What requests and frames are made of; everything by `rng`."""

    def __init__(self, number: int) -> None:
        self.rng = random.Random(number)
        seats = [SimpleNamespace(hand=list(HAND))] * 2
        state: Any = SimpleNamespace(players=seats, board=SimpleNamespace(size=11), turn=1)
        self.bodies = drawn(st.one_of(grammar.bodies(state), grammar.readouts(state)), 500, number)
        self.frames = [
            (b"\x81", one.encode("utf-8", "surrogatepass")) if isinstance(one, str) else (b"\x82", one)
            for one in drawn(grammar.frames(), 300, number)
        ]
        self.frames += [(b"\x81", b'{"kind":"seen","version":1}'), (b"\x81", b'{"kind":"nudge"}')] * 150
        self.odd = [one.encode("utf-8", "surrogatepass") for one in drawn(st.text(max_size=12), 100, number)]
        self.odd += [b"http://[::1", b"//[", b"http://x:99999999/", b"\xff\xfe", b"%00", b"9" * 400] * 4
        self.paths = [filled(path, "{}") for path in paths(get_resolver().url_patterns)]

    def mutated(self, whole: bytes) -> bytes:
        """The bytes with some changed, left out, doubled or put in."""
        data = bytearray(whole)
        for _ in range(self.rng.randrange(1, 6)):
            at = self.rng.randrange(len(data) + 1)
            piece = self.rng.choice([b"\0", b"\r\n", b"\xff", b"%", b":", b" ", bytes(data[at : at + 9]), b""])
            data[at : at + self.rng.choice([0, 0, 1, 4])] = piece
        return bytes(data)

    def path(self, guest: Bot) -> str:
        """An address with good or odd values, and sometimes a query."""
        rng = self.rng
        good = [guest.match, guest.match, "1", "en", "TENSOR", "standard"]
        path = rng.choice([f"/match/{{}}/{door}" for door in ("act", "readout", "draft", "panels", "")] + self.paths)
        while "{}" in path:
            value = rng.choice(good) if rng.random() < 0.7 else quote(rng.choice(self.odd), safe="")
            path = path.replace("{}", value, 1)
        if rng.random() < 0.3:
            path += "?" + "&".join(self.field() for _ in range(rng.randrange(1, 4)))
        return path

    def field(self) -> str:
        return f"{self.rng.choice(FIELDS)}={quote(self.rng.choice(self.odd))}"

    def body(self, kind: str) -> bytes:
        rng = self.rng
        if kind.startswith("multipart"):
            names = f'name="{rng.choice(FIELDS)}"; filename="{rng.choice("ab/")}"'
            part = f"--x\r\nContent-Disposition: form-data; {names}\r\n\r\n"
            return part.encode() + rng.choice(self.odd) + rng.choice([b"\r\n--x--\r\n", b"", b"\r\n--x\r\n"])
        if "urlencoded" in kind and rng.random() < 0.8:
            return "&".join(self.field() for _ in range(rng.randrange(5))).encode()
        body = rng.choice(self.bodies)
        return self.mutated(body) if rng.random() < 0.3 else body

    def request(self, guest: Bot, host: str) -> bytes:
        """A whole request, as its bytes."""
        rng = self.rng
        method, path, kind = rng.choice(METHODS), self.path(guest), rng.choice(KINDS)
        if path.endswith(("/act", "/readout", "/draft")) and rng.random() < 0.7:
            method, kind = "POST", "application/json"
        headers = [("Host", host), ("Connection", "close"), ("Content-Type", kind)]
        if rng.random() < 0.9 and not (method == "POST" and AWAY.search(path)):
            headers += [("Cookie", guest.web.cookie_header), ("X-CSRFToken", guest.web.token), ("X-Seat", guest.seat)]
            headers.append(("Origin", f"http://{host}"))
        headers += rng.sample(ODD_HEADERS, rng.choice([0, 0, 1, 3]))
        body = b"" if method in ("GET", "HEAD") else self.body(kind)
        if method != "GET":
            headers.append(("Content-Length", str(len(body))))
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
        return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1", "replace") + body

    def visit(self, guest: Bot, host: str) -> tuple[bytes, bytes]:
        """A handshake, and some frames with or without a close, as bytes; a third of the visits with mutated bytes."""
        key = base64.b64encode(self.rng.randbytes(16)).decode()
        path = self.rng.choice([f"match/{guest.match}/", f"match/{guest.match}/", f"watch/{guest.match}/", "person/"])
        shake = (
            f"GET /ws/{path}?lang=en HTTP/1.1\r\nHost: {host}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nOrigin: http://{host}\r\n"
            f"Cookie: {guest.web.cookie_header}\r\n\r\n"
        ).encode()
        frames = b"".join(self.framed(*self.rng.choice(self.frames)) for _ in range(FRAMES_A_SOCKET))
        if self.rng.random() < 0.2:  # before the site can say what it thinks of the frames
            frames += self.framed(b"\x88", struct.pack(">H", 1000))
        return shake, self.mutated(frames) if self.rng.random() < 0.3 else frames

    def framed(self, first: bytes, data: bytes) -> bytes:
        """A frame of a client, masked by nothing."""
        size = len(data)
        if size < 126:
            head = bytes([0x80 | size])
        elif size < 65_536:
            head = struct.pack(">BH", 0xFE, size)
        else:
            head = struct.pack(">BQ", 0xFF, size)
        return first + head + bytes(4) + data


class Fuzz:
    """Sends; counts statuses and close codes; keeps in `wrong` what must never be answered."""

    def __init__(self, site: Site, number: int = 1) -> None:
        self.site, self.corpus = site, Corpus(number)
        self.statuses, self.closes = Counter[int](), Counter[int | None]()
        self.wrong: list[tuple[object, bytes]] = []

    async def send(self, count: int, preset: str) -> None:
        """So many requests and frames: half of them frames, a fifth requests with mutated bytes."""
        while count > 0:
            now = min(count, A_ROUND)
            count -= now
            guests = [Bot(self.site.addresses, None, index, journal=[]) for index in range(8)]
            await asyncio.wait_for(pairs(guests, preset), HUNG_SECONDS)
            await asyncio.gather(*(guest.leave() for guest in guests))
            sockets, broken = now // 2 // FRAMES_A_SOCKET, now // 5
            kinds = list[Sending]([self.socket] * sockets + [self.broken] * broken)
            kinds += [self.whole] * (now - sockets * FRAMES_A_SOCKET - broken)
            self.corpus.rng.shuffle(kinds)
            await asyncio.gather(*(self.work(kinds, guests) for _ in range(AT_ONCE)))

    async def work(self, kinds: list[Sending], guests: Sequence[Bot]) -> None:
        while kinds:
            guest = self.corpus.rng.choice(guests)
            await kinds.pop()(guest, self.corpus.rng.choice(self.site.addresses))

    async def whole(self, guest: Bot, address: Address) -> None:
        request = self.corpus.request(guest, named(address))
        said, ended = await exchange(address, [request], HUNG_SECONDS)
        self.judge(request, said)
        if not ended:
            self.wrong.append(("no answer", request))

    async def broken(self, guest: Bot, address: Address) -> None:
        request = self.corpus.mutated(self.corpus.request(guest, named(address)))
        said, _ended = await exchange(address, [request], PATIENCE_SECONDS)
        self.judge(request, said)

    async def socket(self, guest: Bot, address: Address) -> None:
        shake, frames = self.corpus.visit(guest, named(address))
        said, _ended = await exchange(address, [shake, frames], PATIENCE_SECONDS, after=b"\r\n\r\n")
        head, _, rest = said.partition(b"\r\n\r\n")
        self.judge(shake, head)
        code = closing(rest)
        self.closes[code] += 1
        if code == 1011:
            self.wrong.append((code, frames))

    def judge(self, request: bytes, said: bytes) -> None:
        for status in re.findall(rb"(?:^|\n)HTTP/1\.[01] (\d{3}) ", said):
            self.statuses[int(status)] += 1
            if status >= b"500" and status != b"503":
                self.wrong.append((int(status), request))
        if b"Traceback" in said:
            self.wrong.append(("Traceback", request))


def named(address: Address) -> str:
    """The address as requests name it."""
    return "{}:{}".format(*address)


async def exchange(
    address: Address, pieces: Sequence[bytes], patience: float, after: bytes | None = None
) -> tuple[bytes, bool]:
    """(all that is said, whether the other end closed) to these bytes. With `after` the next piece goes out when that
    has been said."""
    said, ended = b"", False
    reader, writer = await asyncio.open_connection(*address)
    try:
        async with asyncio.timeout(HUNG_SECONDS):
            for piece in pieces:
                if after and piece is not pieces[0]:
                    said += await reader.readuntil(after)
                writer.write(piece)
        async with asyncio.timeout(patience):
            while chunk := await reader.read(65_536):
                said += chunk
        ended = True
    except (ConnectionError, asyncio.IncompleteReadError):
        ended = True
    except TimeoutError:
        pass
    finally:
        writer.transport.abort()
    return said, ended


def closing(data: bytes) -> int | None:
    """The code of the close frame among a server's frames; None without one."""
    while len(data) >= 2:
        kind, size, at = data[0] & 0x0F, data[1], 2
        if size >= 126:
            at = 4 if size == 126 else 10
            size = int.from_bytes(data[2:at], "big")
        if kind == 8:
            return int.from_bytes(data[at : at + 2], "big") if size >= 2 else 1005
        data = data[at + size :]
    return None

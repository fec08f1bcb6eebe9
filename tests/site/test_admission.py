"""The line of newcomers: so many at once, so many waiting, the others told at once when to come back."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from pytest_django import Settings

from alfapower.web import admission
from alfapower.web.admission import PAGES_AT_ONCE as AT_ONCE
from alfapower.web.admission import PAGES_IN_ANY_CASE as MOST_WAITING
from alfapower.web.admission import Admission, Line
from alfapower.web.asgi_handler import OneHopHandler
from tests.support.timeouts import PATIENCE

SOCKET = {"type": "websocket", "path": "/ws/match/abc/"}
PANELS = {"type": "http", "method": "GET", "path": "/match/abc/panels"}
PAGE = {"type": "http", "method": "GET", "path": "/match/abc/"}
ACT = {"type": "http", "method": "POST", "path": "/match/abc/act"}
HEALTH = {"type": "http", "method": "GET", "path": "/health/ready"}
HOME = {"type": "http", "method": "GET", "path": "/"}


LONGEST_WAIT = 3.0
MOST_WAITING_OF_AN_ADDRESS = MOST_WAITING // 2
BUSY = 1.0
"""A newcomer takes so long that as few wait as ever."""


class House:
    """An inner application whose guests stay until they are let go; `served` counts who has come in."""

    def __init__(self) -> None:
        self.served, self.goes_on = 0, asyncio.Event()
        self.line = Line(AT_ONCE, LONGEST_WAIT)
        self.line.seconds = BUSY
        self.door = Admission(self.line, self.inner, Line(1, 1.0))
        self.tasks: list[asyncio.Task[Any]] = []

    async def inner(self, scope: dict[str, Any], receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        self.served += 1
        self.told_to_wait = scope.get("come_back_in")
        first = await receive()
        if self.told_to_wait is None:
            await self.goes_on.wait()
        if scope["type"] == "websocket":
            assert first["type"] == "websocket.connect"
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": "the first screen"})
            assert (await receive())["type"] == "websocket.disconnect"

    async def visit(self, scope: dict[str, Any] = SOCKET) -> "Guest":
        guest = Guest(scope)
        guest.task = asyncio.create_task(self.door(scope, guest.inbox.get, guest.take))
        self.tasks.append(guest.task)
        await settle()
        return guest


class Guest:
    """A client: what it is told, and what it says."""

    def __init__(self, scope: dict[str, Any]) -> None:
        self.told: list[dict[str, Any]] = []
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.task: asyncio.Task[None]  # of a visitor
        self.kind = scope["type"]
        self.say("connect" if self.kind == "websocket" else "request")

    def say(self, what: str) -> None:
        self.inbox.put_nowait({"type": f"{self.kind}.{what}"})

    async def take(self, message: dict[str, Any]) -> None:
        self.told.append(message)


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
async def house() -> AsyncIterator[House]:
    one = House()
    yield one
    for task in one.tasks:
        task.cancel()
    await asyncio.gather(*one.tasks, return_exceptions=True)


async def test_so_many_come_in_at_once_and_the_next_with_each_first_screen(house: House) -> None:
    guests = [await house.visit() for _ in range(AT_ONCE + 2)]
    assert (house.served, house.line.waiting.total()) == (AT_ONCE, 2)
    house.goes_on.set()
    await settle()
    assert house.served == AT_ONCE + 2, "sockets that have their screen are no newcomers, and stay"
    assert all(guest.told[-1]["type"] == "websocket.send" and not guest.task.done() for guest in guests)
    for guest in guests:
        guest.say("disconnect")
    await settle()
    assert all(guest.task.done() for guest in guests) and not house.line.turns.locked()


async def test_of_the_wait_of_a_socket_that_is_in_nothing_is_kept(house: House) -> None:
    """Not the task that would have heard it go, nor the error by which that was ended, with all its frames."""
    guest = await house.visit()
    house.goes_on.set()
    await settle()
    assert not guest.task.done()
    kept: list[Any] = [guest.task.get_coro()]
    found: list[object] = []
    while kept and hasattr(coroutine := kept.pop(), "cr_frame"):
        found += coroutine.cr_frame.f_locals.values()
        kept.append(coroutine.cr_await)
    assert house.door in found and not [one for one in found if isinstance(one, asyncio.Task)]


async def test_who_comes_when_the_line_is_full_is_told_at_once(house: House) -> None:
    for _ in range(AT_ONCE + MOST_WAITING):
        await house.visit()
    socket, page = await house.visit(), await house.visit(PANELS)
    start, [refused] = page.told[0], socket.told
    wait = int(dict(start["headers"])[b"retry-after"])
    assert start["status"] == HTTPStatus.SERVICE_UNAVAILABLE and 1 <= wait <= admission.LONGEST_WAIT_SECONDS
    assert refused == {"type": "websocket.close", "code": 1013, "retry_after": wait} and socket.task.done()
    assert house.served == AT_ONCE


async def test_a_match_page_stands_in_the_line_and_its_refusal_is_left_to_those_who_write_pages(house: House) -> None:
    for _ in range(AT_ONCE + MOST_WAITING):
        await house.visit(PAGE)
    assert (house.served, house.line.waiting.total()) == (AT_ONCE, MOST_WAITING)
    one = await house.visit(PAGE)
    assert one.task.done() and house.told_to_wait == house.line.wait_seconds()


async def test_who_has_to_come_back_gets_a_page_that_does_and_costs_no_statement() -> None:
    """Without the fixture of the database: asking it would fail."""
    headers = [(b"host", b"testserver"), (b"cookie", b"sessionid=" + b"x" * 32), (b"accept-language", b"sv")]
    scope = {**PAGE, "headers": headers, "query_string": b"", "come_back_in": 7}
    asked = ApplicationCommunicator(OneHopHandler(), scope)
    await asked.send_input({"type": "http.request"})
    start, body = await asked.receive_output(PATIENCE), await asked.receive_output(PATIENCE)
    told = {name.lower(): value for name, value in start["headers"]}
    assert (start["status"], told[b"retry-after"], told[b"cache-control"]) == (503, b"7", b"no-store")
    assert 'content="7"' in body["body"].decode() and "Försöker igen" in body["body"].decode()


@pytest.mark.parametrize(("of_one", "trusted"), [(MOST_WAITING_OF_AN_ADDRESS, False), (MOST_WAITING, True)])
async def test_one_address_takes_half_of_the_line_unless_it_is_trusted(
    house: House, settings: Settings, of_one: int, trusted: bool
) -> None:
    settings.RATE_LIMITS_TRUSTED = ["192.0.2.0/24"] if trusted else []
    near, far = ({**SOCKET, "client": [address, 1]} for address in ("192.0.2.1", "198.51.100.1"))
    for _ in range(AT_ONCE + of_one):
        await house.visit(near)
    refused, other = await house.visit(near), await house.visit(far)
    assert refused.task.done() and other.task.done() is trusted


async def test_the_longer_the_line_the_later_to_come_back(house: House) -> None:
    waits = []
    for seconds in (0.1, 10, 1000):
        house.line.seconds, house.line.waiting[""] = seconds, MOST_WAITING
        waits.append(house.line.wait_seconds())
    house.line.waiting.clear()
    assert waits == [3, 60, 60]


def test_as_many_wait_as_are_served_in_time() -> None:
    line, most = Line(AT_ONCE, LONGEST_WAIT), []
    for seconds in (0.0001, 0.1, 10):
        line.seconds = seconds
        most.append(line.most_waiting())
    assert most == [admission.MOST_WAITING, 120, MOST_WAITING]


def test_sockets_wait_by_the_thousand_however_slow_but_an_address_has_its_part() -> None:
    """Refused, they would come back at once, which costs as much as letting them in."""
    line = admission.sockets()
    line.seconds = 10
    line.turns = asyncio.Semaphore(0)
    line.waiting["near"] = MOST_WAITING_OF_AN_ADDRESS
    line.waiting["others"] = admission.SOCKETS_IN_ANY_CASE - MOST_WAITING_OF_AN_ADDRESS - 1
    assert line.is_full_for("near") and not line.is_full_for("far") and not line.is_full_for("")
    line.waiting["others"] += 1
    assert line.is_full_for("far") and line.is_full_for("")


def test_a_socket_is_given_up_later_than_it_may_wait() -> None:
    """By the server, and by the page, which asks for panels then (static/js/match/connection.js)."""
    given_up = re.search(r"--websocket_connect_timeout (\d+)", Path("Procfile").read_text())
    page = re.search(r"const IN_LINE = ([\d_]+);", Path("static/js/match/connection.js").read_text())
    assert page and given_up
    assert admission.SOCKETS_WAIT_SECONDS < int(page[1]) / 1000 < int(given_up[1])


@pytest.mark.parametrize("scope", [ACT, HEALTH, HOME], ids=lambda scope: scope["path"])
async def test_what_players_do_and_health_never_wait(house: House, scope: dict[str, str]) -> None:
    for _ in range(AT_ONCE + MOST_WAITING):
        await house.visit()
    await house.visit(scope)
    assert house.served == AT_ONCE + 1


@pytest.mark.parametrize(("scope", "hears"), [(ACT, False), (HOME, True), (PAGE, True)], ids=lambda one: str(one))
async def test_only_an_action_is_not_told_that_its_client_has_gone(
    house: House, scope: dict[str, str], hears: bool
) -> None:
    heard = []

    async def inner(scope: dict[str, str], receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        while True:
            heard.append((await receive())["type"])

    house.door.inner = inner
    guest = await house.visit(scope)
    guest.say("disconnect")
    await settle()
    assert heard == ["http.request", *(["http.disconnect"] if hears else [])]


async def test_an_action_that_has_not_come_whole_is_dropped_with_its_client(house: House) -> None:
    heard = []

    async def inner(scope: dict[str, str], receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        heard.extend([await receive(), await receive()])

    house.door.inner = inner
    guest = Guest(ACT)
    guest.inbox = asyncio.Queue()
    for message in ({"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}):
        guest.inbox.put_nowait(message)
    await asyncio.wait_for(house.door(ACT, guest.inbox.get, guest.take), PATIENCE)
    assert [message["type"] for message in heard] == ["http.request", "http.disconnect"]


async def test_who_has_gone_while_waiting_is_not_served(house: House) -> None:
    guests = [await house.visit() for _ in range(AT_ONCE + 1)]
    guests[-1].say("disconnect")
    await settle()
    assert guests[-1].task.done() and not house.line.waiting
    house.goes_on.set()
    await settle()
    assert house.served == AT_ONCE


@pytest.mark.parametrize("number", [0, AT_ONCE], ids=["in", "waiting"])
async def test_who_is_cut_off_leaves_the_place_to_the_next(house: House, number: int) -> None:
    guests = [await house.visit(PANELS) for _ in range(AT_ONCE + 2)]
    guests[number].task.cancel()
    await settle()
    house.goes_on.set()
    await settle()
    assert house.served == AT_ONCE + (2 if number < AT_ONCE else 1)
    assert not house.line.waiting and not house.line.turns.locked()

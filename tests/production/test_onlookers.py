"""Onlookers on the whole stack, while what carries them is taken away: players go on, every onlooker comes back to the
newest screen, and who is shut out is out on every process."""

import asyncio
import contextlib
import json
import os
import random
import re
import socket
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from benchmarks.load.browser import Network, Page, network
from benchmarks.load.herd import returning
from benchmarks.load.onlookers import NUMBER, VERSION, Onlooker, gather
from tests.browser.conftest import PHONE
from tests.browser.players import READ_BOARD
from tests.production.conftest import Browsers, both_see_the_next_turn
from tests.support.bots import Bot, leave, pairs
from tests.support.move_finder import Finder
from tests.support.run_length import LONG, tries
from tests.support.stack import Site
from tests.support.timeouts import PATIENCE
from tests.support.types import certain

# The tests' own address is not counted; 127.0.0.2 is a stranger's.
SITE = {"web": 2, "worker": 1, "beat": 1, "RATE_LIMITS_TRUSTED": "127.0.0.1/32"}
STRANGER = "127.0.0.2"
HERD = tries(60, 500)
FROM_ONE_ADDRESS = tries(130, 1000)
MOST_FROM_ONE_ADDRESS = 100
DEAF = 20
MOST_HELD = 16 * 2**20
"""Bytes of memory for all of these: a socket may have 256 kB that wait (alfapower/web/websocket_budget.py), and a
process at play grows by some."""
BEAT = 4.0
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
SEES_WITHOUT_REDIS = 2.0
FAULTS = {1011, 500}
NOT_OPEN, TOO_MANY_WATCH = 4404, 4429
CUT_OFF = re.compile(r"^Reconnecting, try \d+\.$")
OF_A_LOST_SERVER = re.compile(
    r"^WebSocket connection to|net::ERR_CONNECTION_REFUSED|^\[object Event\]$|^htmx:(sendError|afterRequest),"
)
"""What browser and htmx say of a socket that cannot be opened, and of panels that nobody answers for."""


class Player(Bot):
    """A bot that notes how many it was told watch."""

    told = 0

    def read(self, html: str) -> None:
        if number := NUMBER.search(html):
            self.told = int(number[1] or 0)
        super().read(html)


class Watcher(Onlooker):
    """An onlooker that keeps what it was pushed, by version."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.pushed = defaultdict[int, list[str]](list)

    def take(self, html: str) -> bool:
        if found := VERSION.search(html):
            self.pushed[int(found[1])].append(html)
        return super().take(html)


@pytest.fixture(scope="module", autouse=True)
def _calm(site: Site) -> None:
    site.preset("calm", board_size=11, turn_seconds=300)


async def until(is_so: Callable[[], object], what: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait for something to become so; AssertionError with `what` it is after so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            while not is_so():
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(what()) from None


async def two_players(site: Site, finder: Finder, at: int) -> list[Player]:
    """Two guests at that web process, in a match that both let everybody watch."""
    seeds = [random.randrange(10**6) for _ in range(2)]
    journal: list[dict[str, Any]] = []
    bots = [Player([site.addresses[at]], finder, seed, journal=journal, limit=2, thinking=0.5) for seed in seeds]
    await asyncio.wait_for(pairs(bots, "calm"), PATIENCE)
    for bot in bots:
        assert await let_in(bot, "everyone") == HTTPStatus.OK
    return bots


async def well(bots: Sequence[Bot]) -> None:
    """Close their pages, to which nothing happened."""
    await leave(bots)
    assert [bot.closes for bot in bots] == [[], []] and not [fault for bot in bots for fault in bot.faults]


async def let_in(player: Bot, whom: str) -> int:
    """Have the player choose who may watch the match; the status."""
    status, _headers, _text = await player.web.form(f"/watch/{player.match}/who", may_watch=whom)
    return status


async def act(bots: Sequence[Bot]) -> int:
    """Whoever is on turn acts; the version that it came to, which both see: who acts next knows the own hand."""
    await until(lambda: any(bot.screen.state and bot.screen.mine for bot in bots), lambda: "nobody is on turn")
    answer = await next(bot for bot in bots if bot.screen.state and bot.screen.mine).move()
    assert answer["ok"] or answer["code"] == "invalid_words", answer
    version = int(answer["version"])
    await until(
        lambda: all(bot.screen.version >= version for bot in bots),
        lambda: f"{version}: {[bot.screen.version for bot in bots]}",
    )
    return version


async def all_show(pages: Sequence[Onlooker], version: int, seconds: float = PATIENCE) -> None:
    await until(
        lambda: all(page.version >= version for page in pages),
        lambda: f"{version}: {[page.version for page in pages]}",
        seconds,
    )


def address(site: Site, at: int) -> str:
    host, port = site.addresses[at]
    return f"{host}:{port}"


@asynccontextmanager
async def both(site: Site) -> AsyncIterator[list[Network]]:
    """Connections to the two web processes."""
    async with network(address(site, 0)) as here, network(address(site, 1)) as there:
        yield [here, there]


async def test_onlookers_come_back_after_their_process_was_killed_and_players_go_on(site: Site, finder: Finder) -> None:
    bots = await two_players(site, finder, 1)
    journal = bots[0].journal
    async with network(address(site, 0)) as net:
        pages = await gather(net, bots[0].match, HERD)
        async with returning(pages) as told:
            await until(lambda: all(bot.told == HERD for bot in bots), lambda: [bot.told for bot in bots])
            process = site.process("web.1")
            await asyncio.to_thread(process.kill)
            sockets = [page.opened for page in pages]
            version = await act(bots)
            process.start()
            await until(
                lambda: all(page.is_open and page.opened > one for page, one in zip(pages, sockets, strict=True)),
                lambda: (sum(page.is_open for page in pages), told.ends, told.polls),
            )
            await all_show(pages, version)
            await all_show(pages, await act(bots))
            # Neither the old process nor the pages that came twice are counted.
            everybody: list[Player | Onlooker] = [*bots, *pages]
            await until(lambda: {one.told for one in everybody} == {HERD}, lambda: {one.told for one in everybody})
        for page in pages:
            await page.close()
    assert not FAULTS & set(told.ends) and not FAULTS & set(told.polls), (told.ends, told.polls)
    await well(bots)
    assert site.judge(journal) == []


async def test_onlookers_at_both_processes_see_all_and_are_shut_out_of_both(site: Site, finder: Finder) -> None:
    bots = await two_players(site, finder, 0)
    match = bots[0].match
    async with both(site) as nets:
        pages = [Watcher(net, match, 3 * at + number) for at, net in enumerate(nets) for number in range(3 - at)]
        for page in pages:
            await page.open()
        everybody: list[Player | Onlooker] = [*bots, *pages]
        await until(lambda: {one.told for one in everybody} == {5}, lambda: [one.told for one in everybody])
        for _ in range(4):
            version = await act(bots)
            await all_show(pages, version)
            # What is drawn twice says another time left.
            for net in nets:
                frames = {text for page in pages if page.network is net for text in page.pushed[version]}
                assert len({text for text in frames if 'id="state"' in text}) == 1, version
        assert await let_in(bots[0], "nobody") == HTTPStatus.OK
        await until(lambda: all(page.codes for page in pages), lambda: [page.codes for page in pages], BEAT)
        assert [page.codes for page in pages] == [[NOT_OPEN]] * 5
        for net, page in zip(nets, (pages[0], pages[-1]), strict=True):
            assert (await net.ask("GET", f"/watch/{match}/"))[0] == HTTPStatus.NOT_FOUND
            assert (await page.read())[0] == HTTPStatus.NOT_FOUND
        assert {await page.listen() for page in pages} == {NOT_OPEN}
        await until(lambda: {bot.told for bot in bots} == {0}, lambda: [bot.told for bot in bots])
        await act(bots)
    await well(bots)


async def test_without_redis_onlookers_see_what_is_new_and_each_process_counts_by_itself(
    site: Site, finder: Finder
) -> None:
    bots = await two_players(site, finder, 0)
    match = bots[0].match
    async with both(site) as nets:
        pages = [page for at, net in enumerate(nets) for page in await gather(net, match, 3 - at, 3 * at)]
        here, there = pages[:3], pages[3:]
        everybody: list[Player | Onlooker] = [*bots, *pages]
        await until(lambda: {one.told for one in everybody} == {5}, lambda: [one.told for one in everybody])
        await asyncio.to_thread(site.redis.kill)
        try:
            for _ in range(4):
                version = await act(bots)
                await all_show(here, version, BEAT)
                await all_show(there, version, 2 * SEES_WITHOUT_REDIS)
            await until(
                lambda: [one.told for one in everybody] == [3] * len([*bots, *here]) + [2] * len(there),
                lambda: [one.told for one in everybody],
            )
            for number, net in enumerate(nets):
                assert (await net.ask("GET", f"/watch/{match}/"))[0] == HTTPStatus.OK
                late = Onlooker(net, match, 10 + number)
                assert (await late.read())[0] == HTTPStatus.OK and late.version >= version
                await late.open()
                await late.close()
        finally:
            await asyncio.to_thread(site.redis.start)
        await until(lambda: {one.told for one in everybody} == {5}, lambda: [one.told for one in everybody])
        version = await act(bots)
        await all_show(pages, version)
        assert not [code for page in pages for code in page.codes]
        for page in pages:
            await page.close()
    await well(bots)


def deaf(site: Site, match: str, number: int) -> socket.socket:
    """An onlooker's socket whose client has stopped reading, with next to no room in the kernel."""
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    one.connect(site.addresses[0])
    host = address(site, 0)
    lines = [
        f"GET /ws/watch/{match}/?lang=en&browser=deaf-{number} HTTP/1.1", f"Host: {host}", f"Origin: http://{host}",
        "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {'A' * 22}==",
    ]  # fmt: skip
    one.sendall("\r\n".join([*lines, "", ""]).encode())
    assert one.recv(12) == b"HTTP/1.1 101"
    return one


def memory(site: Site) -> int:
    """What the first web process holds, in bytes."""
    pid = certain(site.process("web.1").running).pid
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_BYTES


@contextlib.contextmanager
def all_deaf(site: Site, match: str) -> Iterator[list[socket.socket]]:
    """So many onlookers who never read."""
    ones = [deaf(site, match, number) for number in range(DEAF)]
    yield ones
    for one in ones:
        one.close()


def frame(message: dict[str, Any]) -> bytes:
    """A short message as a client sends it; its mask changes nothing."""
    text = json.dumps(message, separators=(",", ":")).encode()
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


def ends(one: socket.socket) -> bool:
    """Whether the server has ended the connection, behind all that it had sent."""
    with contextlib.suppress(ConnectionResetError):
        one.settimeout(PATIENCE)
        while one.recv(65536):
            pass
    return True


async def test_those_who_never_read_hold_up_nobody_and_are_kept_little(site: Site, finder: Finder) -> None:
    bots = await two_players(site, finder, 0)
    match = bots[0].match
    async with network(address(site, 0)) as net:
        pages = await gather(net, match, 5)
        await all_show(pages, await act(bots))
        before = memory(site)
        with all_deaf(site, match) as ones:
            await until(lambda: {page.told for page in pages} == {5 + DEAF}, lambda: [page.told for page in pages])
            for _ in range(tries(6, 15)):
                version = await act(bots)
                await all_show(pages, version, BEAT)
                for one in ones[DEAF // 2 :]:  # these say that they read
                    one.sendall(frame({"kind": "seen", "version": 1}))
            assert memory(site) - before < MOST_HELD
            if LONG:  # those who say nothing are closed after half a minute, though the word of it cannot be sent
                assert all([await asyncio.to_thread(ends, one) for one in ones[: DEAF // 2]])
                await all_show(pages, await act(bots), BEAT)
        assert not [code for page in pages for code in page.codes]
        for page in pages:
            await page.close()
    await well(bots)


async def test_of_many_from_one_address_a_hundred_are_let_in_and_those_who_play_there_as_ever(
    site: Site, finder: Finder
) -> None:
    bots = await two_players(site, finder, 0)
    match = bots[0].match
    async with network(address(site, 0), STRANGER) as net:
        pages = [Onlooker(net, match, number) for number in range(FROM_ONE_ADDRESS)]
        opening = asyncio.Semaphore(16)

        async def come(page: Onlooker) -> None:
            async with opening:
                with contextlib.suppress(RuntimeError):  # it is looked at below
                    await page.open()

        await asyncio.gather(*map(come, pages))
        inside, refused = ([page for page in pages if bool(page.codes) is gone] for gone in (False, True))
        assert len(inside) == MOST_FROM_ONE_ADDRESS
        assert {tuple(page.codes) for page in refused} == {(TOO_MANY_WATCH,)}

        version = await act(bots)
        await all_show(inside, version)
        assert (await refused[0].read())[0] == HTTPStatus.OK and refused[0].version == version
        player = Page(net, match, bots[0].web.cookies["sessionid"])
        assert (await player.open())[0] == HTTPStatus.OK
        version = await act(bots)
        assert await player.shows(version, PATIENCE)

        await inside[0].close()
        while not refused[1].is_open:
            await come(refused[1])
        await player.close()
        for page in pages:
            await page.close()
    await well(bots)


@pytest.mark.needs_browser
def test_a_browser_that_looks_on_is_cut_off_and_comes_back_to_the_newest_board(site: Site, browsers: Browsers) -> None:
    here, there = (f"http://{address(site, at)}" for at in range(2))
    players = browsers([there, there], "calm")
    match = players[0].page.url.strip("/").split("/")[-1]
    for player in players:
        token = player.page.locator("meta[name=csrf-token]").get_attribute("content") or ""
        chosen: dict[str, str | float | bool] = {"may_watch": "everyone", "csrfmiddlewaretoken": token}
        assert player.page.request.post(f"/watch/{match}/who", form=chosen).ok
    said = list[str]()
    page = certain(players[0].page.context.browser).new_context(base_url=here, locale="en-GB", **PHONE).new_page()
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: said.append(f"{error}\n{error.stack}"))
    page.goto(f"/watch/{match}/")
    pages = [page, *(player.page for player in players)]
    for one in pages:
        expect(one.locator("#eyes")).to_contain_text("1", timeout=PATIENCE * 1000)

    process, banner = site.process("web.1"), page.locator("#net .banner b")
    for _ in range(2):
        process.kill()
        expect(banner).to_have_text(CUT_OFF, timeout=PATIENCE * 1000)
        mover, other = sorted(players, key=lambda player: player.state("mine"), reverse=True)
        turn = mover.state("turn")
        mover.take_turn(limit=3)
        both_see_the_next_turn(players, turn, PATIENCE * 1000)
        process.start()
        newest = page.locator(f'#state[data-version="{other.state("version")}"]')
        expect(newest).to_have_count(1, timeout=PATIENCE * 1000)
        expect(banner).to_have_count(0, timeout=PATIENCE * 1000)
        assert page.evaluate(READ_BOARD) == other.page.evaluate(READ_BOARD)
        for one in pages:
            expect(one.locator("#eyes")).to_contain_text("1", timeout=PATIENCE * 1000)
    # Its socket is there: what comes next is pushed.
    mover, other = sorted(players, key=lambda player: player.state("mine"), reverse=True)
    turn = mover.state("turn")
    mover.take_turn(limit=3)
    expect(page.locator(f'#state:not([data-turn="{turn}"])')).to_have_count(1, timeout=BEAT * 1000)
    assert not {text for text in said if not OF_A_LOST_SERVER.search(text)}
    page.close()
    for player in players:
        expect(player.page.locator("#eyes")).to_have_text("", timeout=PATIENCE * 1000)

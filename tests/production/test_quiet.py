"""Sockets at rest on the production stack: they live for long, and go for named reasons only."""

import asyncio
import json
import signal
import time
from collections.abc import Sequence

import pytest
import websockets
from websockets.typing import Origin

from tests.production.conftest import IDLE_SECONDS, Resting
from tests.support.bots import Bot, leave, pairs
from tests.support.move_finder import Finder
from tests.support.stack import Site, answers
from tests.support.timeouts import wait_until
from tests.support.types import certain

SITE = {"web": 2, "worker": 1, "beat": 1, "news": 1}


async def opened(site: Site, finder: Finder, seed: int) -> list[Bot]:
    """A match of two whose pages are open, on the second web process."""
    bots = [Bot(site.addresses[1:], finder, seed + side, journal=[]) for side in (0, 1)]
    await asyncio.wait_for(pairs(bots, "standard"), 60)
    await asyncio.wait_for(connected(bots), 10)
    return bots


async def connected(bots: Sequence[Bot]) -> None:
    while not all(bot.socket and bot.screen.state for bot in bots):
        await asyncio.sleep(0.05)


async def close_code(bot: Bot, seconds: float) -> int | None:
    """The code by which the bot's socket goes within so long; None when it stays."""
    for _ in range(int(seconds * 20)):
        if bot.closes:
            return bot.closes[0]
        await asyncio.sleep(0.05)
    return None


async def test_strange_origins_and_strangers_are_refused_by_name(site: Site, finder: Finder) -> None:
    bots = await opened(site, finder, 10)
    host, port = site.addresses[1]
    path = f"ws://{host}:{port}/ws/match/{bots[0].match}/"
    cookies = {"Cookie": bots[0].web.cookie_header}
    with pytest.raises(websockets.InvalidStatus) as refused:
        await websockets.connect(path, origin=Origin("http://evil.example"), additional_headers=cookies)
    assert refused.value.response.status_code == 403
    own = Origin(f"http://{host}:{port}")
    async with websockets.connect(path, origin=own) as nobody:
        with pytest.raises(websockets.ConnectionClosed):
            await nobody.recv()
        assert nobody.close_code == 4401
    stranger = Bot(site.addresses[1:], finder, 20, journal=[])
    await stranger.web.insist("GET", "/")
    await stranger.seek("quick")
    async with websockets.connect(path, origin=own, additional_headers={"Cookie": stranger.web.cookie_header}) as other:
        with pytest.raises(websockets.ConnectionClosed):
            await other.recv()
        assert other.close_code == 4403
    await certain(bots[0].socket).send("no message")
    assert await close_code(bots[0], 2) == 4400
    await leave(bots)


async def test_a_session_that_has_ended_closes_its_sockets(site: Site, finder: Finder) -> None:
    bots = await opened(site, finder, 30)
    key = bots[0].web.cookies["sessionid"]
    site.database.query("DELETE FROM django_session WHERE session_key = %s", key)
    assert await close_code(bots[0], 6) == 4401  # at the next heartbeat
    assert bots[1].closes == []
    status, _headers, _text = await bots[0].web.ask("GET", f"/match/{bots[0].match}/")
    assert status == 404
    await leave(bots)


async def test_a_process_that_is_told_to_stop_says_so_and_goes(site: Site, finder: Finder) -> None:
    bots = await opened(site, finder, 40)
    process, begun = site.process("web.2"), time.monotonic()
    process.signal(signal.SIGTERM)
    codes = await asyncio.gather(*(close_code(bot, 2) for bot in bots))
    assert codes == [1012, 1012], (codes, site.output()[-3000:])
    assert await asyncio.to_thread(process.wait, 10) is not None
    gone = time.monotonic() - begun
    assert gone < 10
    process.start()
    await asyncio.to_thread(site.wait_for_web, site.stack.ports[1])
    await asyncio.wait_for(connected(bots), 15)
    await leave(bots)


def test_the_site_can_be_watched(site: Site) -> None:
    """Health, metrics and logs of a whole site; none of them repeats what a player keeps to himself."""
    port = site.stack.ports[0]
    wait_until(lambda: answers(port, "/health/deep"), "all is well", site.output)
    assert answers(port, "/health/live") and answers(port, "/metrics")
    said = [line.partition("| ")[2] for line in site.lines if line.startswith("web")]
    events = [json.loads(line) for line in said]
    assert {"event", "level", "logger", "timestamp"} <= set(events[0])
    requests = [event for event in events if event["event"] == "request_finished"]
    assert all(event["milliseconds"] > 0 for event in requests)
    assert requests and all(event["request_id"] for event in requests)
    assert not [line for line in said if "sessionid" in line or "csrf" in line or '"?' in line]


def test_an_idle_socket_lives(idle: Resting) -> None:
    """redis-py 8 would close the layer's connection after 5 s of silence, and the socket with it."""
    site, bots, resting = idle
    resting.join(IDLE_SECONDS + 60)
    assert not resting.is_alive()
    assert [bot.closes for bot in bots] == [[], []]
    assert all(bot.screen.state for bot in bots)
    assert "Traceback" not in site.output(), site.output()[-4000:]

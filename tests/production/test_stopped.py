"""Two real browsers at a match on the whole stack, while what carries it is taken away, one thing after the other. And
Postgres itself, stopped in the middle of bots' matches as by a crash, and started again: the time is nobody's."""

import asyncio
import re
import time
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.players import Player
from tests.production.conftest import Browsers, both_see_the_next_turn
from tests.support.balancer import Balancer
from tests.support.bots import playing, seated
from tests.support.move_finder import Finder
from tests.support.postgres import Postgres
from tests.support.stack import Site

pytestmark = pytest.mark.needs_postgres_server
PATIENCE = 30_000  # milliseconds; two browsers and a whole site share the machine
HEARTBEAT = 4_000
LEASE = 9_000


@pytest.fixture
def site(mortal: Site) -> Site:
    return mortal


@pytest.fixture
def balancer(site: Site) -> Iterator[Balancer]:
    with Balancer(site.stack.ports) as running:
        yield running


def quiet(players: Sequence[Player]) -> None:
    """No page says that it waits for anything."""
    for player in players:
        expect(player.page.locator("#net .banner")).to_have_count(0, timeout=PATIENCE)


def a_word(players: Sequence[Player], timeout: float = PATIENCE) -> None:
    """Whoever is on turn takes it; the other one sees it."""
    players = sorted(players, key=lambda player: player.state("mine"), reverse=True)
    turn = players[0].state("turn")
    players[0].take_turn(limit=3)
    both_see_the_next_turn(players, turn, timeout)


@pytest.mark.needs_browser
def test_browsers_go_on_whatever_dies(site: Site, postgres: Postgres, balancer: Balancer, browsers: Browsers) -> None:
    site.preset("calm", board_size=11, turn_seconds=300)
    players = browsers([balancer.url, balancer.url], "calm")
    a_word(players)

    # A web process: the pages turn to the other one.
    name = f"web.{balancer.busiest() + 1}"
    site.process(name).kill()
    a_word(players)
    quiet(players)
    site.process(name).start()

    # Workers and beats: they only notice what any look would.
    helpers = [site.process(name) for name in ("worker.1", "worker.2", "beat.1", "beat.2")]
    for process in helpers:
        process.kill()
    a_word(players)
    quiet(players)
    for process in helpers:
        process.start()

    # Redis: no page notices, but for the moves of the other that come by the heartbeat.
    site.redis.kill()
    a_word(players, timeout=2 * HEARTBEAT)
    a_word(players, timeout=2 * HEARTBEAT)
    quiet(players)
    site.redis.start()

    # Postgres: a word that is played meanwhile is kept, and the page says that it goes out again.
    mover = next(player for player in players if player.state("mine") == "1")
    turn, move = mover.state("turn"), mover.best_move(limit=3)
    if move:
        mover.lay(move)
        expect(mover.page.locator("#actions [data-act=play]")).to_be_enabled()
    postgres.stop()
    mover.press("play" if move else "pass")
    expect(mover.page.locator("#net .banner b")).to_have_text("No answer yet. Trying again.", timeout=PATIENCE)
    postgres.start()
    both_see_the_next_turn(players, turn, PATIENCE)
    quiet(players)
    a_word(players)

    # A browser: the other player is told, and how long the match waits.
    players[1].page.context.close()
    banner = players[0].page.locator("#banner")
    expect(banner).to_contain_text("lost the connection.", timeout=LEASE + 2 * HEARTBEAT)
    expect(banner.locator("[data-away]")).to_have_text(re.compile(r"^4:\d\d$"), timeout=PATIENCE)
    assert site.judge([]) == []


PLAYERS = 4
TURN_SECONDS = 5
STOPPED_SECONDS = 7  # longer than a turn and its grace, and, with the heartbeat before it, than a lease
ALLOWANCE_MS = 5_000


async def stop_and_start(postgres: Postgres) -> tuple[float, float]:
    """Milliseconds since the epoch at which the server was gone, and those at which it was back."""
    await asyncio.to_thread(postgres.stop)
    gone = time.time() * 1000
    await asyncio.sleep(STOPPED_SECONDS)
    await asyncio.to_thread(postgres.start)
    return gone, time.time() * 1000


async def test_nothing_is_lost_and_nobody_pays_while_postgres_is_stopped(
    site: Site, postgres: Postgres, finder: Finder
) -> None:
    site.preset("hasty", board_size=11, turn_seconds=TURN_SECONDS)
    bots = await seated(site, finder, range(PLAYERS), "hasty", limit=2, thinking=1.5)
    journal = bots[0].journal
    async with playing(bots):
        await asyncio.sleep(4)
        gone, back = await stop_and_start(postgres)
        before = len(journal)
        await asyncio.sleep(8)

    assert site.judge(journal) == []
    assert len(journal) > before + PLAYERS, "nobody went on"
    assert any(answer["sent"] > 2 for answer in journal), "no action met the stop"
    assert not [fault for bot in bots for fault in bot.faults]
    assert [bot.closes for bot in bots] == [[]] * PLAYERS
    outages = site.database.query("SELECT from_at, to_at FROM game_outage WHERE to_at > %s", int(gone))
    assert len(outages) == 1, outages
    [(from_at, to_at)] = outages
    assert from_at <= gone + 100 and back - 3_000 < to_at
    matches = {bot.match for bot in bots}
    log = site.log(matches)
    credits = [(match, action["length"]) for match, _, action in log if action["do"] == "credit"]
    over = site.database.query("SELECT public_id FROM game_match WHERE finished_at < %s", from_at)
    running = sorted(matches - {match for (match,) in over})
    assert running and sorted(credits) == [(match, to_at - from_at + ALLOWANCE_MS) for match in running]
    charged = [
        (match, at, action) for match, at, action in log
        if action["do"] in ("timeout", "leave", "abandon") and from_at <= at <= to_at + ALLOWANCE_MS
    ]  # fmt: skip
    assert charged == []

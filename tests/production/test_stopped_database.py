"""Postgres itself is stopped in the middle of matches, as by a crash, and started again: the time is nobody's."""

import asyncio
import time

import pytest

from tests.support.bots import playing, seated
from tests.support.move_finder import Finder
from tests.support.postgres import Postgres
from tests.support.stack import Site

pytestmark = [pytest.mark.needs_postgres, pytest.mark.needs_redis]
PLAYERS = 4
TURN_SECONDS = 5
STOPPED_SECONDS = 7  # longer than a turn and its grace, and, with the heartbeat before it, than a lease
ALLOWANCE_MS = 5_000


@pytest.fixture
def site(mortal: Site) -> Site:
    return mortal


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

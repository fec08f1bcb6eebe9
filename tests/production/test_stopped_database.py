"""Postgres itself is stopped in the middle of matches, as by a crash, and started again: the time is nobody's."""

import asyncio
import json
import time

import pytest

from tests.support.bots import Bot, pairs
from tests.support.stack import Site

pytestmark = [pytest.mark.needs_postgres, pytest.mark.needs_redis]
PLAYERS = 4
TURN_SECONDS = 5
STOPPED_SECONDS = 7  # longer than a turn and its grace, and, with the heartbeat before it, than a lease
ALLOWANCE_MS = 5_000


@pytest.fixture(scope="module")
def site(postgres):
    with Site(server=postgres.url) as running:
        yield running


async def stop_and_start(postgres):
    """Milliseconds since the epoch at which the server was gone, and those at which it was back."""
    await asyncio.to_thread(postgres.stop)
    gone = time.time() * 1000
    await asyncio.sleep(STOPPED_SECONDS)
    await asyncio.to_thread(postgres.start)
    return gone, time.time() * 1000


def log_of(site):
    """(match, seq, moment, what was done) of every entry."""
    rows = site.database.query("SELECT match_id, seq, at, action FROM game_logentry ORDER BY match_id, seq")
    return [(match, seq, at, json.loads(action)) for match, seq, at, action in rows]


async def test_nothing_is_lost_and_nobody_pays_while_postgres_is_stopped(site, postgres, finder):
    site.preset("hasty", board_size=11, turn_seconds=TURN_SECONDS, timeouts_to_forfeit=1)
    journal = []
    bots = [Bot(site.addresses, finder, seed, journal=journal, limit=2, thinking=1.5) for seed in range(PLAYERS)]
    await asyncio.wait_for(pairs(bots, "hasty"), 60)
    begun = asyncio.create_task(asyncio.sleep(4))
    playing = [asyncio.create_task(bot.play(lambda: ended)) for bot in bots]
    ended = False
    await begun
    gone, back = await stop_and_start(postgres)
    before = len(journal)
    await asyncio.sleep(8)
    ended = True
    await asyncio.wait_for(asyncio.gather(*playing), 20)
    for bot in bots:
        await bot.leave()

    assert site.judge(journal) == []
    assert len(journal) > before + PLAYERS, "nobody went on"
    assert any(answer["sent"] > 2 for answer in journal), "no action met the stop"
    assert not [fault for bot in bots for fault in bot.faults]
    assert [bot.closes for bot in bots] == [[]] * PLAYERS
    outages = site.database.query("SELECT from_at, to_at FROM game_outage WHERE to_at > %s", int(gone))
    assert len(outages) == 1, outages
    [(from_at, to_at)] = outages
    assert from_at <= gone + 100 and back - 3_000 < to_at
    log = log_of(site)
    matches = {match for match, *_ in log}
    credits = [(match, action["length"]) for match, _, _, action in log if action["do"] == "credit"]
    assert sorted(credits) == [(match, to_at - from_at + ALLOWANCE_MS) for match in sorted(matches)]
    charged = [
        entry for entry in log
        if entry[3]["do"] in ("timeout", "leave", "abandon") and from_at <= entry[2] <= to_at + ALLOWANCE_MS
    ]  # fmt: skip
    assert charged == []

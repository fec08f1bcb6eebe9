"""Bots play over the real protocol while every process is killed in turn: nothing acknowledged is lost or doubled."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any

from tests.support.bots import Bot, leave, seated
from tests.support.move_finder import Finder
from tests.support.stack import Site

SITE = {"web": 2, "worker": 2, "beat": 2}
PLAYERS = 4
BETWEEN_FAULTS = 1.5  # seconds


async def everything_that_may_happen(site: Site) -> None:
    """Each fault once, one after the other; two at a time are what the site need not stand."""
    for name in ("web.1", "worker.1", "web.2", "beat.1"):
        await site.kill_for(name, BETWEEN_FAULTS)
        await asyncio.sleep(BETWEEN_FAULTS / 2)
        await asyncio.to_thread(site.database.cut_connections)
        await asyncio.sleep(BETWEEN_FAULTS / 2)
    await asyncio.to_thread(site.redis.command, "FLUSHALL")
    await asyncio.sleep(BETWEEN_FAULTS)
    await asyncio.to_thread(site.redis.kill)
    await asyncio.sleep(2 * BETWEEN_FAULTS)
    await asyncio.to_thread(site.redis.start)
    await asyncio.sleep(BETWEEN_FAULTS)


async def test_matches_survive_the_death_of_every_process(site: Site, finder: Finder) -> None:
    bots = await seated(site, finder, range(PLAYERS), "standard", limit=2, thinking=0.8)
    journal = bots[0].journal
    faults = asyncio.create_task(everything_that_may_happen(site))
    playing = [asyncio.create_task(bot.play(faults.done)) for bot in bots]
    await faults
    # The site is whole again: everybody gets further, with fresh panels and no socket closed by an accident.
    await asyncio.wait_for(asyncio.gather(*playing), 30)
    before = [bot.screen.version for bot in bots]
    end = time.monotonic() + 20
    await asyncio.wait_for(
        asyncio.gather(*(bot.play(lambda: time.monotonic() > end or gone_on(bots, before)) for bot in bots)), 40
    )
    await leave(bots)
    assert gone_on(bots, before), [(bot.screen.state, bot.closes) for bot in bots]
    assert site.judge(journal) == []
    assert not [fault for bot in bots for fault in bot.faults]
    assert not [code for bot in bots for code in bot.closes if code not in (1006, 1012)], [b.closes for b in bots]
    assert len(journal) > 10 * PLAYERS
    assert any(answer["sent"] > 1 for answer in journal), "no action met a fault"


def gone_on(bots: Sequence[Bot], before: Sequence[int]) -> bool:
    """Whether every match is over or has grown since."""
    return all(bot.screen.over or bot.screen.version > version for bot, version in zip(bots, before, strict=True))


async def test_without_redis_sockets_stay_and_actions_are_quick(site: Site, finder: Finder) -> None:
    bots = await seated(site, finder, (11, 12), "strategy", limit=2, thinking=1.0)
    journal = bots[0].journal
    await asyncio.gather(*(bot.play(lambda: any(bot.screen.version > 3 for bot in bots)) for bot in bots))
    answered = len(journal)
    await asyncio.to_thread(site.redis.kill)
    try:
        end = time.monotonic() + 9
        await asyncio.gather(*(bot.play(lambda: time.monotonic() > end) for bot in bots))
        without = journal[answered:]
        assert len(without) >= 2  # each waits for a heartbeat to hear of the other's
        assert all(answer["ok"] or answer["code"] for answer in without)
        slowest = max(answer["seconds"] for answer in without)
    finally:
        await asyncio.to_thread(site.redis.start)
    await asyncio.sleep(5)  # a heartbeat, in which the groups are joined again
    answered = len(journal)
    end = time.monotonic() + 6
    await asyncio.gather(*(bot.play(lambda: time.monotonic() > end) for bot in bots))
    lags = staleness(bots, journal[answered:])
    await leave(bots)
    assert [bot.closes for bot in bots] == [[], []]
    assert slowest < 1, f"{slowest:.2f} s for an action without Redis"
    assert lags and min(lags) < 1, f"no push came after Redis was back: {lags}"


def staleness(bots: Sequence[Bot], answers: Sequence[Mapping[str, Any]]) -> list[float]:
    """For each answered version how long after it the last screen came to it or past it, in seconds."""
    found: list[float] = []
    for answer in answers:
        if answer["ok"]:
            came = [[at for version, at in bot.heard.items() if version >= answer["version"]] for bot in bots]
            found += [max(min(moments) for moments in came) - answer["at"]] if all(came) else []
    return found

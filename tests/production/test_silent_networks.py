"""The networks to Postgres and to Redis swallow what they are given, and say nothing: the site is well again by itself.

What was open then is stranded for good; nothing is reset, as after a fail-over or behind a firewall that has forgotten.
"""

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from http.client import HTTPConnection
from typing import Any, TypeAlias

from tests.production.test_faults import staleness
from tests.support.bots import playing, seated
from tests.support.move_finder import Finder
from tests.support.stack import Site
from tests.support.types import certain

SITE = {"web": 2, "worker": 1, "beat": 1, "news": 1, "networks": True}
SILENT_SECONDS = 8
HEALTH_SECONDS = 2
SERVED_AGAIN_SECONDS = 5

Answer: TypeAlias = tuple[int, dict[str, Any], float]


def health(port: int, path: str = "/health/deep") -> Answer:
    """(status, answer, seconds)"""
    begun = time.monotonic()
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers={"Host": f"127.0.0.1:{port}"})
    response = connection.getresponse()
    answer = json.loads(response.read())
    connection.close()
    return response.status, answer, time.monotonic() - begun


async def watch(
    site: Site, seconds: float, is_enough: Callable[[list[Answer]], bool] = lambda answers: False
) -> list[Answer]:
    """Everything that health says in so many seconds, or until it is enough: [(status, answer, seconds)]"""
    answers: list[Answer] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end and not is_enough(answers):
        for port in site.stack.ports:
            for path in ("/health/deep", "/health/ready"):
                answers.append(await asyncio.to_thread(health, port, path))
        await asyncio.sleep(0.3)
    return answers


async def served_again(journal: Sequence[object]) -> float:
    """Seconds from now to the next action that is answered."""
    begun, answered = time.monotonic(), len(journal)
    while len(journal) == answered and time.monotonic() < begun + 60:
        await asyncio.sleep(0.02)
    return time.monotonic() - begun


def are_ready(answers: list[Answer]) -> bool:
    return [status for status, _, _ in answers[-4:]] == [200] * 4


async def test_a_silent_database_is_told_in_time_and_found_again(site: Site, finder: Finder) -> None:
    bots = await seated(site, finder, range(4), "standard", limit=2, thinking=0.8)
    journal = bots[0].journal
    async with playing(bots):
        await asyncio.sleep(4)
        certain(site.database_network).swallow()
        silent = await watch(site, SILENT_SECONDS)
        certain(site.database_network).recover()
        served = await served_again(journal)
        after = await watch(site, 30, are_ready)
    assert len(silent) > 4 and all(status == 503 for status, _, _ in silent[8:])
    assert any("database" in answer.get("faults", ()) for _, answer, _ in silent)
    # Twice the aims: other tests use the machine meanwhile.
    assert max(seconds for _, _, seconds in silent) < 2 * HEALTH_SECONDS, sorted(s for _, _, s in silent)[-5:]
    assert served < 2 * SERVED_AGAIN_SECONDS, f"{served:.1f} s"
    assert are_ready(after), after[-4:]
    assert not [code for bot in bots for code in bot.closes if code not in (1006, 1012, 1013)], [b.closes for b in bots]
    assert not [status for bot in bots for status in bot.refusals if status != 503], [bot.refusals for bot in bots]
    assert not [fault for bot in bots for fault in bot.faults]
    assert not [line for line in site.lines if "Traceback" in line]
    assert site.judge(journal) == []


async def test_a_silent_redis_is_told_and_everything_that_uses_it_comes_back(site: Site, finder: Finder) -> None:
    bots = await seated(site, finder, (11, 12), "strategy", limit=2, thinking=0.8)
    journal = bots[0].journal
    async with playing(bots):
        await asyncio.sleep(3)
        certain(site.redis_network).swallow()
        answered = len(journal)
        silent = await watch(site, SILENT_SECONDS)
        meanwhile = len(journal) - answered
        certain(site.redis_network).recover()
        after = await watch(site, 40, are_ready)
        answered = len(journal)
        await asyncio.sleep(6)
    assert meanwhile > 0, "moves do not wait for Redis"
    assert any("redis" in answer.get("faults", ()) for _, answer, _ in silent)
    assert max(seconds for _, _, seconds in silent) < 2 * HEALTH_SECONDS
    assert are_ready(after), after[-4:]  # the jobs, too: their ages are among the faults
    lags = staleness(bots, journal[answered:])
    assert lags and min(lags) < 1, f"no push came after Redis was back: {lags}"
    assert [bot.closes for bot in bots] == [[], []]
    assert site.judge(journal) == []

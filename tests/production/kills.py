"""Kills processes of a site of its own while bots play against short clocks, and counts the turns they lost:

    python -m tests.production.kills 300

Each kill takes a web process, the worker, the beat, Redis, Postgres itself or all its connections, for some tenths of
a second to some seconds. It needs `redis-server` and the programs of Postgres; nothing else is touched. Ends with 1
when a turn was lost by an action that was answered, or that met a measured outage, or when a match is not what its log
says.

A turn is lost when it ran out though its action was sent in time (by the wall clock, which is the database's here).
"""

import asyncio
import contextlib
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.support.bots import Bot, Sending
    from tests.support.move_finder import Finder
    from tests.support.postgres import Postgres
    from tests.support.stack import Site

TURN_SECONDS = 6
PLAYERS = 8
GRACE_MS = 1_000
REST_SECONDS = 1.0  # between one kill and the next
LONGEST_AWAY_SECONDS = 3.0


async def play(site: "Site", finder: "Finder", seed: int, bots: list["Bot"], until: Callable[[], bool]) -> None:
    """One player, from match to match."""
    from tests.support.bots import Bot

    while not until():
        bot = Bot(site.addresses, finder, seed, journal=[], limit=2, thinking=TURN_SECONDS + 0.5)
        seed += PLAYERS
        with contextlib.suppress(AssertionError, TimeoutError):  # of the lobby: another try
            await asyncio.wait_for(bot.join("hasty"), 60)
            bots.append(bot)
            await bot.play(until)
        await bot.leave()


async def kill_one(site: "Site", postgres: "Postgres", rng: random.Random) -> str:
    """One thing is killed and comes back; its name."""
    what = rng.choice(["web.1", "web.2", "web.1", "web.2", "worker.1", "beat.1", "redis", "postgres", "connections"])
    away = rng.uniform(0.1, LONGEST_AWAY_SECONDS)
    if what == "connections":
        await asyncio.to_thread(site.database.cut_connections)
    elif what == "postgres":
        await asyncio.to_thread(postgres.stop)
        await asyncio.sleep(away)
        await asyncio.to_thread(postgres.start)
    elif what == "redis":
        await asyncio.to_thread(site.redis.kill)
        await asyncio.sleep(away)
        await asyncio.to_thread(site.redis.start)
    else:
        await site.kill_for(what, away)
    return what


async def run(
    site: "Site", postgres: "Postgres", finder: "Finder", kills: int, seed: int
) -> tuple[list["Bot"], Counter[str]]:
    """The bots that played, and what was killed how often."""
    rng, killed, over = random.Random(seed), Counter[str](), asyncio.Event()
    bots: list[Bot] = []
    players = [asyncio.create_task(play(site, finder, n, bots, over.is_set)) for n in range(PLAYERS)]
    while not bots:
        await asyncio.sleep(0.5)
    for number in range(kills):
        killed[await kill_one(site, postgres, rng)] += 1
        await asyncio.sleep(REST_SECONDS * rng.uniform(0.5, 1.5))
        if number % 10 == 9:
            sys.stdout.write(f"{number + 1} kills, {sum(len(bot.sendings) for bot in bots)} actions\n")
            sys.stdout.flush()
    over.set()
    await asyncio.wait(players, timeout=30)
    for task in players:
        task.cancel()
    return bots, killed


def lost_turns(site: "Site", bots: Sequence["Bot"]) -> tuple[dict[str, list["Sending"]], int, int]:
    """The sendings that came in time for a turn that ran out: {"answered" | "outage" | "cut": [sending]}"""
    timeouts = {
        (match, seat, turn): at
        for match, seat, turn, at in site.database.query(
            "SELECT public_id, e.seat, (SELECT count(*) FROM game_logentry b WHERE b.match_id = e.match_id"
            " AND b.seq < e.seq AND b.events LIKE '%%\"turn_began\"%%'), e.at"
            ' FROM game_logentry e JOIN game_match m ON m.id = e.match_id WHERE e.action = \'{"do":"timeout"}\''
        )
    }
    outages = site.database.query("SELECT from_at, to_at FROM game_outage")
    lost: dict[str, list[Sending]] = {"answered": [], "outage": [], "cut": []}
    for one in (sending for bot in bots for sending in bot.sendings):
        deadline = timeouts.get((one.match, one.seat, one.turn))
        if deadline is None or one.code not in ("stale", "match_over") or one.first * 1000 > deadline + GRACE_MS:
            continue
        met = any(start < one.answered * 1000 and end > one.first * 1000 for start, end in outages)
        kind = "outage" if met else "answered" if any(status >= 500 for status in one.statuses) else "cut"
        lost[kind].append(one)
    return lost, len(outages), len(timeouts)


def main(kills: int, seed: int) -> int:
    """Run, and say what came out; the exit code."""
    from tests.support import move_finder
    from tests.support.needs import NEEDS
    from tests.support.postgres import Postgres
    from tests.support.stack import Site

    if lacking := [need.why_not for need in (NEEDS["postgres_server"], NEEDS["redis_server"]) if not need.is_there()]:
        sys.stdout.write("\n".join([*lacking, ""]))
        return 2
    finder = move_finder.finder("en", 11)
    with Postgres() as postgres, Site(web=2, worker=1, beat=1, server=postgres.url) as site:
        site.preset("hasty", board_size=11, turn_seconds=TURN_SECONDS, timeouts_to_forfeit=10, passes_to_concede=10)
        begun = time.monotonic()
        bots, killed = asyncio.run(run(site, postgres, finder, kills, seed))
        seconds = time.monotonic() - begun
        wrong = site.judge([answer for bot in bots for answer in bot.journal])
        lost, outages, timeouts = lost_turns(site, bots)
        codes = Counter(int(code) for bot in bots for code in bot.closes)
        refusals = Counter(status for bot in bots for status in bot.refusals)
    sent = [sending for bot in bots for sending in bot.sendings]
    again = sum(any(status >= 500 for status in one.statuses) for one in sent)
    cut = sum(0 in one.statuses for one in sent)
    for line in (
        f"{kills} kills in {seconds:.0f} s: {dict(killed)}",
        f"{len({bot.match for bot in bots})} matches, {len(sent)} actions, {again} answered 503 first, {cut} cut",
        f"{outages} outages measured, {timeouts} turns ran out; close codes {dict(codes)}, refused {dict(refusals)}",
        f"turns lost: {len(lost['answered'])} answered, {len(lost['outage'])} within an outage, {len(lost['cut'])} cut",
        *map(str, lost["answered"] + lost["outage"]),
        *wrong,
    ):
        sys.stdout.write(f"{line}\n")
    return int(bool(lost["answered"] or lost["outage"] or wrong))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alfapower.settings")
    import django

    django.setup()
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 300, int(sys.argv[2]) if len(sys.argv) > 2 else 1))

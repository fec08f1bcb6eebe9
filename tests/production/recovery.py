"""Measures how soon a site of its own serves again when the network to Postgres is back, and how health answered:

    python -m tests.production.recovery 5

So many times the network swallows everything for eight seconds, as in test_silent_networks.py, whose limits are wider
than the aims, for other tests use the machine meanwhile. It needs `redis-server` and DATABASE_URL. Ends with 1 when an
aim was missed. Judged by the slowest round: run it on a machine that does nothing else.
"""

import asyncio
import gzip
import os
import statistics
import sys
import time
from pathlib import Path

PLAYERS = 4


async def one_round(site, journal):
    """Seconds from the network's return to the next answered action, and the longest that health took meanwhile."""
    from tests.production.test_silent_networks import SILENT_SECONDS, are_ready, watch

    site.database_network.swallow()
    silent = await watch(site, SILENT_SECONDS)
    site.database_network.recover()
    back, answered = time.monotonic(), len(journal)
    while len(journal) == answered and time.monotonic() < back + 60:
        await asyncio.sleep(0.02)
    served = time.monotonic() - back
    await watch(site, 30, are_ready)
    return served, max(seconds for _status, _answer, seconds in silent)


async def run(site, finder, rounds):
    """What each round came to."""
    from tests.support.bots import Bot, pairs

    journal, over = [], asyncio.Event()
    bots = [Bot(site.addresses, finder, seed, journal=journal, limit=2, thinking=0.4) for seed in range(PLAYERS)]
    await asyncio.wait_for(pairs(bots, "strategy"), 60)
    playing = [asyncio.create_task(bot.play(over.is_set)) for bot in bots]
    found = []
    for _round in range(rounds):
        await asyncio.sleep(3)
        found.append(await one_round(site, journal))
        sys.stdout.write(f"served again after {found[-1][0]:.2f} s; health within {found[-1][1]:.2f} s\n")
        sys.stdout.flush()
    over.set()
    await asyncio.wait(playing, timeout=30)
    for bot in bots:
        await bot.leave()
    return found


def main(rounds):
    """Run, and say what came out; the exit code."""
    from django.conf import settings

    from tests.production.test_silent_networks import HEALTH_SECONDS, SERVED_AGAIN_SECONDS
    from tests.support.move_finder import Finder
    from tests.support.stack import Site

    with gzip.open(settings.BASE_DIR / "dictionary/data/en.txt.gz", "rt", encoding="utf-8") as lines:
        finder = Finder(word for line in lines if len(word := line.strip().upper()) < 12)
    with Site(web=2, worker=1, beat=1, networks=True) as site:
        served, health = zip(*asyncio.run(run(site, finder, rounds)), strict=True)
    for what, seconds, aim in (("served again", served, SERVED_AGAIN_SECONDS), ("health", health, HEALTH_SECONDS)):
        sys.stdout.write(f"{what}: median {statistics.median(seconds):.2f} s, most {max(seconds):.2f} s, aim {aim} s\n")
    load = " ".join(f"{number:.1f}" for number in os.getloadavg())
    sys.stdout.write(f"{os.cpu_count()} cores, load {load}\n")
    return int(max(served) > SERVED_AGAIN_SECONDS or max(health) > HEALTH_SECONDS)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alfapower.settings")
    import django

    django.setup()
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5))

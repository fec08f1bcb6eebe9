"""Measures how soon a site of its own serves again when the network to Postgres is back, and how health answered:

    python -m tests.production.recovery 5

So many times the network swallows everything for eight seconds, as in test_silent_networks.py, whose limits are wider
than the aims, for other tests use the machine meanwhile. It needs `redis-server` and DATABASE_URL. Ends with 1 when an
aim was missed. Judged by the slowest round: run it on a machine that does nothing else.
"""

import asyncio
import os
import statistics
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests.support.types import certain

if TYPE_CHECKING:
    from tests.support.move_finder import Finder
    from tests.support.stack import Site

PLAYERS = 4


async def one_round(site: "Site", journal: Sequence[object]) -> tuple[float, float]:
    """Seconds from the network's return to the next answered action, and the longest that health took meanwhile."""
    from tests.production.test_silent_networks import SILENT_SECONDS, are_ready, served_again, watch

    certain(site.database_network).swallow()
    silent = await watch(site, SILENT_SECONDS)
    certain(site.database_network).recover()
    served = await served_again(journal)
    await watch(site, 30, are_ready)
    return served, max(seconds for _status, _answer, seconds in silent)


async def run(site: "Site", finder: "Finder", rounds: int) -> list[tuple[float, float]]:
    """What each round came to."""
    from tests.support.bots import playing, seated

    bots = await seated(site, finder, range(PLAYERS), "strategy", limit=2, thinking=0.4)
    found = []
    async with playing(bots):
        for _round in range(rounds):
            await asyncio.sleep(3)
            found.append(await one_round(site, bots[0].journal))
            sys.stdout.write(f"served again after {found[-1][0]:.2f} s; health within {found[-1][1]:.2f} s\n")
            sys.stdout.flush()
    return found


def main(rounds: int) -> int:
    """Run, and say what came out; the exit code."""
    from tests.production.test_silent_networks import HEALTH_SECONDS, SERVED_AGAIN_SECONDS
    from tests.support import move_finder
    from tests.support.stack import Site

    finder = move_finder.finder("en", 11)
    with Site(web=2, worker=1, beat=1, networks=True) as site:
        served, health = zip(*asyncio.run(run(site, finder, rounds)), strict=True)
    for what, seconds, aim in (("served again", served, SERVED_AGAIN_SECONDS), ("health", health, HEALTH_SECONDS)):
        sys.stdout.write(f"{what}: median {statistics.median(seconds):.2f} s, most {max(seconds):.2f} s, aim {aim} s\n")
    load = " ".join(f"{number:.1f}" for number in os.getloadavg())
    sys.stdout.write(f"{os.cpu_count()} cores, load {load}\n")
    return int(max(served) > SERVED_AGAIN_SECONDS or max(health) > HEALTH_SECONDS)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alfapower.settings")
    import django

    django.setup()
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 5))

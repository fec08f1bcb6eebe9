"""A site for each module of these tests; and one for all of them, on which two pages rest."""

import asyncio
import gzip
import os
import shutil
import threading

import pytest
from django.conf import settings

from tests.support.bots import Bot, pairs
from tests.support.finder import Finder
from tests.support.stack import Site

IN_CI = os.environ.get("REQUIRE_SERVICES") == "1"
IDLE_SECONDS = 60 if IN_CI else 25


@pytest.fixture(scope="session")
def finder():
    with gzip.open(settings.BASE_DIR / "dictionary/data/en.txt.gz", "rt", encoding="utf-8") as lines:
        return Finder(word for line in lines if len(word := line.strip().upper()) < 12)


@pytest.fixture(scope="module")
def site(request, idle):
    """The site that the module asks for by its SITE, running while the module's tests do."""
    with Site(**request.module.SITE) as running:
        yield running


@pytest.fixture(scope="session")
def idle():
    """A site where two pages of an untimed match are open and nobody does anything, in the background of the tests."""
    if not shutil.which("redis-server"):
        (pytest.fail if IN_CI else pytest.skip)("no redis-server on PATH")
    with Site(web=1, worker=1, beat=1) as running:
        bots = [Bot(running.addresses, None, seed, journal=[]) for seed in (1, 2)]

        async def rest():
            await pairs(bots, "strategy")
            await asyncio.sleep(IDLE_SECONDS)
            for bot in bots:
                await bot.leave()

        resting = threading.Thread(target=asyncio.run, args=(rest(),), daemon=True)
        resting.start()
        yield running, bots, resting
        resting.join(IDLE_SECONDS)

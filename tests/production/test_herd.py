"""All pages of a web process that is killed come back to the one that takes its place: when does not matter here."""

import asyncio
import json
import random
import time
from typing import Any

from benchmarks.load.browser import Page, network, open_all
from benchmarks.load.herd import returning
from tests.support.run_length import tries
from tests.support.stack import Site

SITE = {"web": 1, "worker": 1, "beat": 1, "RATE_LIMITS_TRUSTED": "127.0.0.0/8"}
PAGES = tries(60, 500)
LONGEST_SECONDS = 900
FAULTS = {1011, 500}


def matches_of(site: Site, count: int) -> list[dict[str, Any]]:
    """So many matches of two signed-in guests each, on whom no clock presses."""
    asked = {"game": "alfapower", "matches": count, "seeds": [random.Random(7).randbytes(32).hex()], "due_in_ms": 0}
    return json.loads(site.program("benchmarks.load.fill", asked))["matches"]


async def test_a_herd_comes_back_whole_after_a_kill(site: Site) -> None:
    matches = await asyncio.to_thread(matches_of, site, PAGES // 2)
    host, port = site.addresses[0]
    async with network(f"{host}:{port}") as wires:
        pages = [Page(wires, match["public_id"], key) for match in matches for key in match["keys"]]
        await open_all(pages)
        async with returning(pages) as told:
            process = site.process("web.1")
            await asyncio.to_thread(process.kill)
            killed_at = time.perf_counter()
            process.start()
            while away := [page for page in pages if page.pushed_at < killed_at or not page.is_open]:
                assert time.perf_counter() - killed_at < LONGEST_SECONDS, (len(away), told.ends, told.polls)
                await asyncio.sleep(0.2)
        for page in pages:
            await page.close()
    assert not FAULTS & set(told.ends) and not FAULTS & set(told.polls), (told.ends, told.polls)

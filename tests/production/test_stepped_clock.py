"""One web process whose wall clock is an hour ahead, one whose clock is an hour behind: the matches do not mind."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.bots import Bot, leave, seated
from tests.support.move_finder import Finder
from tests.support.page import Screen
from tests.support.stack import ROOT, Site
from tests.support.types import certain

HOUR = 3_600
TURN_SECONDS = 8
LATE_MS = 2_000  # a busy machine sweeps late; the clocks are wrong by 3,600,000


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site(web=2, worker=1, beat=1, wall_clocks={"web.1": HOUR, "web.2": -HOUR}) as running:
        yield running


def database_ms(site: Site) -> int:
    [(now,)] = site.database.query("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    return now


async def time_left(bot: Bot, address: tuple[str, int]) -> int:
    """What the page would show if it came from that process."""
    bot.web.address = address
    _status, _headers, html = await bot.web.insist("GET", f"/match/{bot.match}/panels")
    screen = Screen()
    screen.read(html)
    return certain(screen.left)


async def test_a_match_across_both_keeps_its_deadlines_result_and_record(
    site: Site, finder: Finder, tmp_path: Path
) -> None:
    site.preset("stepped", board_size=11, turn_seconds=TURN_SECONDS)
    begun = database_ms(site)
    bots = await seated(site, finder, (1, 2), "stepped", limit=3)
    for bot, address in zip(bots, site.addresses, strict=True):
        bot.web.address = address

    # Both act, each request by the other process than the one before.
    async def turn_about() -> None:
        while True:
            for bot in bots:
                bot.web.other_address()
            await asyncio.sleep(0.3)

    turning = asyncio.create_task(turn_about())
    await asyncio.gather(
        *(bot.play(lambda: any(b.screen.state and b.screen.version > 8 for b in bots)) for bot in bots)
    )
    turning.cancel()

    # Both processes show the same time; then it runs out, once, at its moment.
    asked = time.monotonic()
    left = [await time_left(bots[0], address) for address in site.addresses]
    taken = (time.monotonic() - asked) * 1000
    assert 0 < left[0] <= TURN_SECONDS * 1000 and abs(left[0] - left[1]) <= taken + 20, left
    deadline = database_ms(site) + left[1]
    for _ in range(40):
        await asyncio.sleep(0.5)
        if timeouts := [at for _, at, action in site.log([bots[0].match]) if action["do"] == "timeout"]:
            break
    assert len(timeouts) == 1 and abs(timeouts[0] - deadline) < taken + LATE_MS, (timeouts, deadline)
    await bots[1].act(do="resign")
    ended = database_ms(site)
    await leave(bots)

    log = [(at, action) for _, at, action in site.log([bots[0].match])]
    moments = [at for at, _ in log]
    # An action counts from its arrival: one that waited longer for the match may have come a little earlier.
    assert all(later > earlier - LATE_MS for earlier, later in pairwise(moments[1:])), moments
    assert begun < moments[1] and moments[-1] <= ended
    assert [action for _, action in log if action["do"] in ("leave", "abandon")] == []
    # A gap of the pulse on a busy machine may be given back; none is made by the clocks.
    assert all(action["length"] < HOUR * 1000 / 2 for _, action in log if action["do"] == "credit")
    assert site.judge(bots[0].journal) == []
    records = []
    for address in site.addresses:
        bots[0].web.address = address
        records.append((await bots[0].web.insist("GET", f"/match/{bots[0].match}/record"))[2])
    assert records[0] == records[1]
    assert max(action["at"] for action in json.loads(records[0])["actions"]) <= (ended - begun) / 1000
    (tmp_path / "record.json").write_text(records[0])
    verified = subprocess.run(
        [sys.executable, "manage.py", "verify_record", tmp_path / "record.json"],
        cwd=ROOT,
        env=site.environment | {"ALFAPOWER_NO_BOOTSTRAP": "1"},
    )
    assert verified.returncode == 0

"""The analysis of a finished match by the worker of the Procfile that is there for it, asked for by a player's page."""

import asyncio
from functools import partial

import pytest

from tests.support.bots import Bot, leave, seated
from tests.support.move_finder import Finder
from tests.support.page import Screen
from tests.support.stack import Site
from tests.support.timeouts import wait_until

pytestmark = pytest.mark.long
SITE = {"web": 1, "worker": 1, "beat": 1, "analysis": 1}
TURNS = 4


def is_far(screen: Screen) -> bool:
    return bool(screen.state) and screen.turn > TURNS


async def ended(site: Site, finder: Finder) -> Bot:
    """A match of two that somebody gave up after some turns; one who played it."""
    bots = await seated(site, finder, (31, 32), "standard")
    await asyncio.gather(*(bot.play(until=partial(is_far, bot.screen)) for bot in bots))
    assert (await bots[0].act(do="resign"))["ok"]
    await leave(bots)
    return bots[0]


def analysis(site: Site) -> list[tuple[str, int, int]]:
    """(state, turns judged, turns in all) of the only analysis."""
    return site.database.query("SELECT state, jsonb_array_length(turns), needed FROM bots_analysis")


async def test_what_was_asked_for_while_the_worker_was_away_is_made_when_it_is_back(site: Site, finder: Finder) -> None:
    worker = site.process("analysis.1")
    worker.kill()
    player = await ended(site, finder)
    address = f"/match/{player.match}/analysis/card"
    status, _headers, html = await player.web.insist("GET", address)
    assert status == 200 and "<progress" in html and "accuracy" not in html
    assert analysis(site) == [("waiting", 0, 0)]

    worker.start()
    await asyncio.to_thread(
        wait_until, lambda: analysis(site)[0][0] != "waiting", "the analysis", site.output, worker.running
    )
    [(state, judged, needed)] = analysis(site)
    assert (state, judged) == ("done", needed) and needed > TURNS
    _status, _headers, html = await player.web.insist("GET", address)
    assert "accuracy" in html and "data-poll" not in html
    _status, _headers, page = await player.web.insist("GET", f"/match/{player.match}/analysis/")
    assert page.count('class="tlr ') == judged

"""A site whose channel layer loses everything and whose workers and beats are all dead: the matches do not mind."""

import asyncio
import time

import pytest
from playwright.sync_api import expect

from tests.browser.players import Player
from tests.production.conftest import Browsers, both_see_the_next_turn
from tests.production.test_faults import staleness
from tests.support.bots import leave, seated
from tests.support.move_finder import Finder
from tests.support.stack import Site

SITE = {"web": 2, "worker": 0, "beat": 0, "TEST_CHANNEL_LAYER": "tests.production.blackhole.BlackHole"}
HEARTBEAT = 4
HEARTBEATS = (HEARTBEAT + 2) * 1000  # milliseconds until a page knows what nobody told it


async def test_a_match_is_played_to_its_end_at_the_heartbeats_pace(site: Site, finder: Finder) -> None:
    site.preset("hasty", board_size=11, turn_seconds=60, timeouts_to_forfeit=3, passes_to_concede=2)
    bots = await seated(site, finder, (1, 2), "hasty", limit=7)
    journal = bots[0].journal
    begun = time.monotonic()
    # After a while one gives up: the end, too, reaches the other.
    await asyncio.gather(*(bot.play(lambda: time.monotonic() > begun + 10) for bot in bots))
    if not bots[0].screen.over:
        await bots[0].act(do="resign")
    for _ in range(HEARTBEAT + 2):
        await asyncio.sleep(1)
        if all(bot.screen.over for bot in bots):
            break
    await leave(bots)
    assert all(bot.screen.over for bot in bots)
    assert [bot.closes for bot in bots] == [[], []]
    assert site.judge(journal) == []
    lags = staleness(bots, journal)
    assert len(lags) > 3 and max(lags) < HEARTBEAT + 1.5, lags


async def test_a_turn_runs_out_though_nobody_sweeps(site: Site, finder: Finder) -> None:
    site.preset("blitz", board_size=11, turn_seconds=5)
    bots = await seated(site, finder, (3, 4), "blitz")
    for _ in range(80):
        if all(bot.screen.state and bot.screen.turn > 1 for bot in bots):
            break
        await asyncio.sleep(0.5)
    await leave(bots)
    assert [bot.screen.turn > 1 for bot in bots] == [True, True]
    assert site.judge([]) == []


@pytest.mark.needs_browser
def test_two_browsers_play_to_the_end_by_the_heartbeat(site: Site, browsers: Browsers) -> None:
    site.preset("brief", board_size=11, turn_seconds=300, passes_to_concede=2)
    players = browsers([f"http://{host}:{port}" for host, port in site.addresses], "brief")

    def on_turn() -> Player:
        """Whose page says so; for the moment before it does, wait as long as for a word."""
        for _ in range(HEARTBEATS // 100):
            found = [player for player in players if (player.state("mine"), player.state("phase")) == ("1", "play")]
            if len(found) == 1:
                break
            players[0].page.wait_for_timeout(100)
        assert len(found) == 1, [
            (player.state("mine"), player.state("turn"), player.state("phase")) for player in players
        ]
        return found[0]

    for _ in range(4):
        turn = on_turn().state("turn")
        on_turn().take_turn(limit=3)
        both_see_the_next_turn(players, turn, HEARTBEATS)
    # Nobody finds a word any more: the second pass in a row of one of them concedes the match.
    for _ in range(2):
        turn = on_turn().state("turn")
        on_turn().pass_turn()
        both_see_the_next_turn(players, turn, HEARTBEATS)
    on_turn().pass_turn()
    for player in players:
        expect(player.page.locator("body.page--end .verdict")).to_be_visible(timeout=HEARTBEATS)
    assert site.judge([]) == []

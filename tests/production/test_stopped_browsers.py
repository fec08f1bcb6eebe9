"""Two real browsers at a match on the whole stack, while what carries it is taken away, one thing after the other."""

import re
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.players import Player
from tests.production.conftest import Browsers, both_see_the_next_turn
from tests.support.balancer import Balancer
from tests.support.postgres import Postgres
from tests.support.stack import Site

pytestmark = [pytest.mark.needs_postgres, pytest.mark.needs_redis, pytest.mark.needs_browser]
PATIENCE = 30_000  # milliseconds; two browsers and a whole site share the machine
HEARTBEAT = 4_000
LEASE = 9_000


@pytest.fixture
def site(mortal: Site) -> Site:
    return mortal


@pytest.fixture
def balancer(site: Site) -> Iterator[Balancer]:
    with Balancer(site.stack.ports) as running:
        yield running


def quiet(players: Sequence[Player]) -> None:
    """No page says that it waits for anything."""
    for player in players:
        expect(player.page.locator("#net .banner")).to_have_count(0, timeout=PATIENCE)


def a_word(players: Sequence[Player], timeout: float = PATIENCE) -> None:
    """Whoever is on turn takes it; the other one sees it."""
    players = sorted(players, key=lambda player: player.state("mine"), reverse=True)
    turn = players[0].state("turn")
    players[0].take_turn(limit=3)
    both_see_the_next_turn(players, turn, timeout)


def test_browsers_go_on_whatever_dies(site: Site, postgres: Postgres, balancer: Balancer, browsers: Browsers) -> None:
    site.preset("calm", board_size=11, turn_seconds=300)
    players = browsers([balancer.url, balancer.url], "calm")
    a_word(players)

    # A web process: the pages turn to the other one.
    name = f"web.{balancer.busiest() + 1}"
    site.process(name).kill()
    a_word(players)
    quiet(players)
    site.process(name).start()

    # Workers and beats: they only notice what any look would.
    helpers = [site.process(name) for name in ("worker.1", "worker.2", "beat.1", "beat.2")]
    for process in helpers:
        process.kill()
    a_word(players)
    quiet(players)
    for process in helpers:
        process.start()

    # Redis: no page notices, but for the moves of the other that come by the heartbeat.
    site.redis.kill()
    a_word(players, timeout=2 * HEARTBEAT)
    a_word(players, timeout=2 * HEARTBEAT)
    quiet(players)
    site.redis.start()

    # Postgres: a word that is played meanwhile is kept, and the page says that it goes out again.
    mover = next(player for player in players if player.state("mine") == "1")
    turn, move = mover.state("turn"), mover.best_move(limit=3)
    if move:
        mover.lay(move)
        expect(mover.page.locator("#actions [data-act=play]")).to_be_enabled()
    postgres.stop()
    mover.press("play" if move else "pass")
    expect(mover.page.locator("#net .banner b")).to_have_text("No answer yet. Trying again.", timeout=PATIENCE)
    postgres.start()
    both_see_the_next_turn(players, turn, PATIENCE)
    quiet(players)
    a_word(players)

    # A browser: the other player is told, and how long the match waits.
    players[1].page.context.close()
    banner = players[0].page.locator("#banner")
    expect(banner).to_contain_text("lost the connection.", timeout=LEASE + 2 * HEARTBEAT)
    expect(banner.locator("[data-away]")).to_have_text(re.compile(r"^4:\d\d$"), timeout=PATIENCE)
    assert site.judge([]) == []

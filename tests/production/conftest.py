"""A site for each module of these tests; and one for all of them, on which two pages rest."""

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.players import Player, play_each_other
from tests.production.absences import Absences
from tests.support import move_finder, needs
from tests.support.bots import Bot, leave, seated
from tests.support.chromium import launch
from tests.support.move_finder import Finder
from tests.support.postgres import Postgres
from tests.support.run_length import tries
from tests.support.stack import Site

IDLE_SECONDS = tries(25, 60)
Browsers: TypeAlias = Callable[[Sequence[str], str], list[Player]]
Resting: TypeAlias = tuple[Site, list[Bot], threading.Thread]


def pytest_itemcollected(item: pytest.Item) -> None:
    """All tests of this folder run sites on Postgres, each with a Redis of its own."""
    for need in ("postgres", "redis", "redis_server"):
        item.add_marker(f"needs_{need}")


@pytest.fixture(scope="session")
def finder() -> Finder:
    return move_finder.finder("en", 11)


@pytest.fixture(scope="session", autouse=True)
def _what_takes_long_begins_first(request: pytest.FixtureRequest) -> None:
    """Whoever waits for minutes does so while the other tests run."""
    for name in ("idle", "absences"):
        if any(isinstance(item, pytest.Function) and name in item.fixturenames for item in request.session.items):
            request.getfixturevalue(name)


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    """The site that the module asks for by its SITE, running while the module's tests do."""
    with Site(**request.module.SITE) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A Postgres server that tests may stop."""
    with Postgres() as server:
        yield server


@pytest.fixture(scope="session")
def mortal(postgres: Postgres) -> Iterator[Site]:
    """A whole site of which everything may be stopped; one for all the tests that do."""
    with Site(server=postgres.url) as running:
        yield running


@pytest.fixture(scope="session")
def idle() -> Iterator[Resting]:
    """A site where two pages of an untimed match are open and nobody does anything, in the background of the tests."""
    needs.require("redis_server")
    with Site(web=1, worker=1, beat=1) as running:
        bots: list[Bot] = []

        async def rest() -> None:
            bots.extend(await seated(running, None, (1, 2), "strategy"))
            await asyncio.sleep(IDLE_SECONDS)
            await leave(bots)

        resting = threading.Thread(target=asyncio.run, args=(rest(),), daemon=True)
        resting.start()
        yield running, bots, resting
        resting.join(IDLE_SECONDS)


@pytest.fixture(scope="session")
def absences(idle: Resting) -> Iterator[Absences]:
    """Browsers that stay away for minutes, begun with the first site and awaited by the tests that ask for them."""
    running, _bots, _resting = idle
    away = Absences(running, launch, meet)
    away.start()
    yield away
    away.join(IDLE_SECONDS)


@pytest.fixture
def browsers() -> Iterator[Browsers]:
    """`browsers(addresses, preset)`: a player in a browser at each of the two addresses, in one match. An uncaught
    exception on a page fails the test; what the console says of a network that is gone does not."""
    wrong: list[str] = []
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield lambda addresses, preset: meet(chromium, addresses, preset, wrong)
        chromium.close()
    assert not wrong, "\n".join(wrong)


def meet(chromium: Browser, addresses: Sequence[str], preset: str, wrong: list[str]) -> list[Player]:
    """Two players in one match, each in a browser of its own, the one on turn first; uncaught exceptions of their pages
    go to `wrong`."""
    pages = []
    for address, device in zip(addresses, (DESKTOP, PHONE), strict=True):
        pages.append(chromium.new_context(base_url=address, locale="en-GB", **device).new_page())
        pages[-1].on("pageerror", lambda error: wrong.append(f"{error}\n{error.stack}"))
    return play_each_other(pages, preset)


def both_see_the_next_turn(players: Sequence[Player], turn: str, timeout: float) -> None:
    """Every page has left `turn` behind within so many milliseconds."""
    for player in players:
        expect(player.page.locator(f'#state:not([data-turn="{turn}"])')).to_have_count(1, timeout=timeout)

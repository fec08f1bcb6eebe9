"""The link to Postgres goes down and comes up again: a real network, in a namespace of the test's own."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.production.test_silent_networks import HEALTH_SECONDS, SERVED_AGAIN_SECONDS, served_again, watch
from tests.support.bots import playing, seated
from tests.support.move_finder import Finder
from tests.support.namespace import Namespace
from tests.support.postgres import Postgres
from tests.support.stack import Site

pytestmark = [pytest.mark.needs_postgres_server, pytest.mark.needs_namespaces]
DOWN_SECONDS = 12  # longer than a statement, a keep-alive and a connection take to be given up


@pytest.fixture
def link() -> Iterator[Namespace]:
    with Namespace() as made:
        yield made


@pytest.fixture
def site(link: Namespace) -> Iterator[Site]:
    with Postgres(link) as server, Site(web=1, worker=1, beat=1, server=server.url) as running:
        yield running
        link.up()


async def test_a_link_that_was_down_costs_its_time_and_no_restart(site: Site, link: Namespace, finder: Finder) -> None:
    bots = await seated(site, finder, (21, 22), "standard", limit=2, thinking=0.8)
    journal = bots[0].journal
    async with playing(bots):
        await asyncio.sleep(3)
        link.down()
        down = await watch(site, DOWN_SECONDS)
        link.up()
        served = await served_again(journal)
    assert len(down) > 4 and all(status == 503 for status, _, _ in down[4:])
    # Twice the aims: other tests use the machine meanwhile.
    assert max(seconds for _, _, seconds in down) < 2 * HEALTH_SECONDS, down
    assert served < 2 * SERVED_AGAIN_SECONDS, f"{served:.1f} s"
    assert not [code for bot in bots for code in bot.closes if code not in (1006, 1012, 1013)], [b.closes for b in bots]
    assert site.judge(journal) == []

"""A whole site behind PgBouncer in transaction mode: played on with DATABASE_POOLER=1; without, nothing begins."""

import asyncio
import json
from collections.abc import Iterator

import pytest

from tests.deploy.conftest import ask_plainly
from tests.support import move_finder
from tests.support.bots import Bot, leave, seated
from tests.support.pooler import Pooler
from tests.support.postgres import Postgres
from tests.support.stack import Site
from tests.support.timeouts import PATIENCE

pytestmark = [
    pytest.mark.needs_pgbouncer,
    pytest.mark.needs_postgres_server,
    pytest.mark.needs_redis_server,
    pytest.mark.xdist_group("pooler"),
]
ACTIONS, PAGES = 24, ("/", "/ranking/", "/accounts/preferences/")
"""What is played in all matches together, and what each player looks at meanwhile."""
LIMITS = ("statement_timeout = 5000", "lock_timeout = 2000", "idle_in_transaction_session_timeout = 5000")


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A server of this file's own."""
    with Postgres() as server:
        yield server


@pytest.fixture(scope="module")
def site(postgres: Postgres) -> Iterator[Site]:
    """Released and run by way of the pooler alone, whose connections are fewer than those who ask."""
    with Pooler(postgres.url) as pooler:
        made = Site(web=2, worker=1, beat=1, server=postgres.url, DATABASE_POOLER="1")
        made.variables["DATABASE_URL"] = pooler.before(made.database.url)
        with made:
            yield made


async def test_matches_are_played_on_it(site: Site) -> None:
    """By more pages, sockets and processes than there are connections, and no answer is an error."""
    site.preset("pooled", board_size=11, turn_seconds=300)
    bots = await seated(site, move_finder.finder("en", 11), range(4), "pooled")
    journal = bots[0].journal

    async def look_around(bot: Bot) -> list[int]:
        return [(await bot.web.ask("GET", path))[0] for path in PAGES * 5]

    async with asyncio.timeout(PATIENCE):
        looking = [asyncio.create_task(look_around(bot)) for bot in bots]
        await asyncio.gather(*(bot.play(lambda: len(journal) >= ACTIONS) for bot in bots))
        statuses = {status for task in looking for status in await task}
    await leave(bots)
    assert statuses == {200}
    assert len(journal) >= ACTIONS and site.judge(journal) == []
    wrong = [line for line in site.lines if "prepared statement" in line or "Traceback" in line]
    assert not wrong, "\n".join(wrong)


def test_the_role_s_limits_are_asked_for_until_they_are_set(site: Site) -> None:
    """No option of a connection reaches Postgres: nothing of ours would end a statement there."""
    port = site.stack.ports[0]
    warned = json.loads(ask_plainly(port, "/health/deep")[2])["warnings"]
    assert [line.partition(" is 0")[0] for line in warned if "ALTER ROLE" in line] == [
        "idle_in_transaction_session_timeout", "lock_timeout", "statement_timeout",
    ]  # fmt: skip
    for limit in LIMITS:
        site.database.query(f"ALTER ROLE postgres SET {limit}")
    site.database.cut_connections()
    told = json.loads(ask_plainly(port, "/health/deep")[2])
    assert not [line for line in told["warnings"] if "ALTER ROLE" in line]


@pytest.mark.parametrize("settings", [(), ("ignore_startup_parameters = options",)], ids=["as installed", "options"])
def test_one_that_the_site_was_not_told_of_is_refused_at_the_release(
    postgres: Postgres, settings: tuple[str, ...]
) -> None:
    """Not late and now and then: the first process that connects says what is missing."""
    made = Site(web=1, server=postgres.url)
    with Pooler(postgres.url, *settings) as pooler:
        made.variables["DATABASE_URL"] = pooler.before(made.database.url)
        with pytest.raises(RuntimeError, match="set DATABASE_POOLER=1"), made:
            pass

"""The database's connections: looked at only when there is a reason, given up in time, found again at once."""

import time
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError
from psycopg_pool import ConnectionPool

from common.postgres import base as bound
from common.postgres.answer_deadline import answer_within
from common.postgres.base import DatabaseWrapper
from tests.support.ports import free_port
from tests.support.silent_proxy import Swallowing
from tests.support.timeouts import wait_until
from tests.support.types import certain

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]
LONG_AGO = float("-inf")
Wrapper: TypeAlias = Callable[..., DatabaseWrapper]


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Iterator[Swallowing]:
    """Between these tests' own connections and the server; statements may take .1 s, their answers 1.1 s."""
    monkeypatch.setattr(settings, "STATEMENT_TIMEOUT_MS", 100)
    monkeypatch.setattr(bound._Common, "lost_at", LONG_AGO)
    monkeypatch.setattr(bound._Common, "last_good", None)
    monkeypatch.setattr(bound._Common, "why_none", "")
    database = certain(settings.POSTGRES)
    with Swallowing(f"postgres://{database['HOST']}:{database['PORT'] or 5432}") as between:
        yield between


@pytest.fixture
def wrapper(network: Swallowing) -> Iterator[Wrapper]:
    """`wrapper(hosts, ports)`: Django's database by way of the network, with a pool of its own."""
    made: list[DatabaseWrapper] = []

    def make(host: str = "127.0.0.1", port: str | None = None, pool: bool = True) -> DatabaseWrapper:
        given = settings.DATABASES["default"]
        options = given["OPTIONS"] | {"pool": given["OPTIONS"]["pool"] | {"max_size": 1} if pool else False}
        database = DatabaseWrapper(
            given | {"HOST": host, "PORT": str(port or network.port), "NAME": "postgres", "OPTIONS": options},
            f"through-a-network-{len(made)}",
        )
        made.append(database)
        return database

    yield make
    for database in made:
        database.close()
        database.close_pool()


def ask(database: DatabaseWrapper) -> Any:
    """The server's answer to a question, asked as a request of its own."""
    try:
        with database.cursor() as cursor:
            cursor.execute("SELECT 1")
            return cursor.fetchone()[0]
    finally:
        database.close()


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often a pool has looked at a connection before it handed it out."""
    counted: list[int] = []
    look = ConnectionPool.check_connection
    monkeypatch.setattr(ConnectionPool, "check_connection", lambda connection: (counted.append(1), look(connection)))
    return counted


def test_a_connection_that_was_just_heard_is_handed_out_unseen(wrapper: Wrapper, looks: list[int]) -> None:
    database = wrapper()
    assert [ask(database) for _ in range(5)] == [1] * 5
    assert looks == []


def test_who_gets_no_connection_is_told_why(wrapper: Wrapper) -> None:
    with pytest.raises(OperationalError, match=r"couldn't get a connection after .*: connection failed: .*refused"):
        ask(wrapper(port=free_port()))


def test_a_connection_that_was_idle_is_looked_at(
    wrapper: Wrapper, looks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    database = wrapper()
    ask(database)
    monkeypatch.setattr(bound, "FRESH_SECONDS", 0)
    assert ask(database) == 1
    assert looks == [1]


def test_when_one_connection_is_lost_the_others_are_looked_at(wrapper: Wrapper, looks: list[int]) -> None:
    database, other = wrapper(), wrapper()
    ask(database)
    ask(other)
    with other.cursor() as cursor, pytest.raises(OperationalError):
        cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    other.close()
    assert ask(database) == 1
    assert looks == [1]
    assert ask(database) == 1
    assert looks == [1], "it was heard since"


def test_an_answer_that_never_comes_is_not_waited_for(wrapper: Wrapper, network: Swallowing) -> None:
    database = wrapper()
    ask(database)
    network.swallow()
    with pytest.raises(OperationalError, match="did not answer in time"):
        ask(database)


def test_without_a_pool_as_well(wrapper: Wrapper, network: Swallowing) -> None:
    database = wrapper(pool=False)
    with database.cursor() as cursor:
        cursor.execute("SELECT 1")
        network.swallow()
        with pytest.raises(OperationalError, match="did not answer in time"):
            cursor.execute("SELECT 1")
    database.close()
    network.recover()
    assert ask(database) == 1


@pytest.mark.long
def test_stranded_connections_are_replaced_when_the_network_is_well(
    wrapper: Wrapper, network: Swallowing, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = wrapper()
    ask(database)
    monkeypatch.setattr(bound, "FRESH_SECONDS", 0)
    network.swallow()
    for _ in range(3):
        with pytest.raises(OperationalError):
            ask(database)
    network.recover()
    served_within = time.monotonic() + 5
    while time.monotonic() < served_within:
        try:
            assert ask(database) == 1
            break
        except OperationalError:
            continue
    else:
        pytest.fail("not served again within 5 s of the network's return")


def test_a_transaction_that_was_paused_for_too_long_has_lost_its_connection(wrapper: Wrapper) -> None:
    """Postgres has ended it: for Django that would be an InternalError, and a page a 500."""
    database, other = wrapper(), wrapper()
    with database.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (process,) = cursor.fetchone()
        cursor.execute("SET idle_in_transaction_session_timeout = 10")

    def is_gone() -> bool:
        with other.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_stat_activity WHERE pid = %s", [process])
            return cursor.fetchone() is None

    with database.cursor() as cursor:
        cursor.execute("BEGIN")
        wait_until(is_gone, "gone")
        with pytest.raises(OperationalError, match="ended the connection"):
            cursor.execute("SELECT 1")
    database.close()
    assert ask(database) == 1


def test_a_connection_whose_answers_fit_no_question_is_lost(wrapper: Wrapper) -> None:
    """A pooler said so of a BEGIN once, that two answers came: BEGIN, and the end of the connection."""

    def answers() -> Iterator[Any]:
        raise psycopg.InternalError("received 2 results from command 'BEGIN'")
        yield

    database = wrapper()
    database.ensure_connection()
    connection = certain(database.connection)
    with pytest.raises(psycopg.OperationalError, match="ended the connection"):
        connection.wait(answers())
    assert connection.closed
    database.close()
    assert ask(database) == 1


def test_who_must_answer_soon_is_not_kept(
    wrapper: Wrapper, network: Swallowing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "STATEMENT_TIMEOUT_MS", 600_000)
    database = wrapper()
    ask(database)
    network.swallow()
    with answer_within(0.2), pytest.raises(OperationalError, match="did not answer in time"):
        ask(database)


def test_who_may_take_longer_is_not_cut_off(wrapper: Wrapper) -> None:
    database = wrapper()
    with answer_within(30), database.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("SELECT pg_sleep(1.3)")  # its usual end is at 1.1 s
    database.close()


def test_a_second_host_serves_when_the_first_is_silent_and_is_asked_first_from_then_on(
    wrapper: Wrapper, network: Swallowing
) -> None:
    direct = certain(settings.POSTGRES)["PORT"] or 5432
    network.swallow()
    database = wrapper(host="127.0.0.1,127.0.0.1", port=f"{network.port},{direct}", pool=False)
    assert ask(database) == 1
    asked = network.accepted
    assert asked == 1, "the first was not asked"
    assert ask(database) == 1
    assert network.accepted == asked, "the silent one was asked again"


@pytest.mark.parametrize("attributes", ["read-write", "read-only"])
def test_of_several_hosts_one_that_takes_writes_is_chosen(attributes: str, network: Swallowing) -> None:
    """libpq's own parameter reaches it through BoundConnection."""
    given = certain(settings.POSTGRES)
    direct = given["PORT"] or 5432
    address = {key.lower(): given[key] for key in ("USER", "PASSWORD") if given[key]}
    ends = {"host": "127.0.0.1,127.0.0.1", "port": f"{network.port},{direct}", "dbname": "postgres", **address}
    if attributes == "read-write":
        bound.BoundConnection.connect(**ends, target_session_attrs=attributes).close()
    else:
        with pytest.raises(psycopg.OperationalError, match="read-only"):
            bound.BoundConnection.connect(**ends, target_session_attrs=attributes)

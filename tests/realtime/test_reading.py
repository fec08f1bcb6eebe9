"""What the keeper asks of others: of the channel layer nothing that it has; and both pages of a match are drawn from
one reading of it, unless one of them needs a newer one."""

import asyncio
import json
import threading
from collections.abc import Iterable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.test import Client
from django.urls import reverse

from alfapower.processes.channel_layer import PatientChannelLayer
from game.live import socket_keeper
from game.match import views
from game.models import Match
from game.services import announce, settle_due
from game.services.announce import group_of
from tests.realtime.test_socket_keeper import a_beat, ours, pages, seat_row
from tests.support.matches import START, submit
from tests.support.sockets import version_in
from tests.support.timeouts import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


async def test_both_pages_are_drawn_from_one_reading(statements: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The match's row and its log; who plays was read with the first screen."""
    monkeypatch.setattr(announce, "after_commit", lambda *args: None)
    both = await pages()
    row = (await seat_row(both[0])).match
    await sync_to_async(submit)(row, 0, do="buy", item="swap")
    statements.clear()
    socket_keeper.of_this_loop().told(row.pk, row.version + 1)
    assert [version_in(await one.receive_from()) for one in both] == [row.version + 1] * 2
    assert len(statements) == 2, statements


MOST_STATEMENTS = 10
MOST_TRANSACTIONS = 6


@pytest.fixture
def transactions(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """One entry a transaction from now on, in whatever thread: its statements."""
    found: list[list[str]] = []
    running: dict[int, list[str]] = {}
    execute = CursorWrapper.execute

    def noted(self: CursorWrapper, sql: str, params: Any = None) -> Any:
        thread = threading.get_ident()
        if sql.startswith("BEGIN"):  # of SQLite; elsewhere it is no statement
            return execute(self, sql, params)
        if not connection.in_atomic_block:
            running.pop(thread, None)
            found.append([sql])
        elif thread in running:
            running[thread].append(sql)
        else:
            running[thread] = [sql]
            found.append(running[thread])
        return execute(self, sql, params)

    monkeypatch.setattr(CursorWrapper, "execute", noted)
    return found


def buy_at_the_door(browser: Client, public_id: str) -> Any:
    """A purchase as a page sends it; whether it was applied."""
    action = json.dumps({"do": "buy", "item": "swap", "nonce": "the-only-one"})
    return browser.post(reverse("game:act", args=[public_id]), action, content_type="application/json").json()["ok"]


async def test_an_act_with_both_its_pushes_is_so_many_statements(
    transactions: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Session, user and seat; the act; the row and its log for both pages."""
    monkeypatch.setattr(views, "now_ms", lambda: START + 1000)
    both = await pages(starting_coins=30)
    seat, browser = await seat_row(both[0]), Client()
    await sync_to_async(browser.force_login)(both[0].scope["user"])
    transactions.clear()
    assert await sync_to_async(buy_at_the_door)(browser, seat.match.public_id)
    assert [version_in(await one.receive_from()) for one in both] == [seat.match.version + 1] * 2
    assert len(transactions) <= MOST_TRANSACTIONS, transactions
    assert sum(map(len, transactions)) <= MOST_STATEMENTS, transactions


async def test_a_page_that_asks_is_not_drawn_from_a_reading_that_had_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clock may have run out since."""
    one, _ = await pages()
    begun, goes_on, settled = [], threading.Event(), settle_due.settled

    def slow(match_id: int, now: int) -> Match:
        begun.append(now)
        goes_on.wait(PATIENCE)
        return settled(match_id, now)

    monkeypatch.setattr(settle_due, "settled", slow)
    mine, match_id = socket_keeper.of_this_loop(), (await seat_row(one)).match_id
    readings = [asyncio.create_task(mine.read(match_id, is_new=is_new)) for is_new in (False, False, True)]
    while not begun:
        await asyncio.sleep(0.01)
    goes_on.set()
    await asyncio.gather(*readings)
    assert len(begun) == 2


async def test_a_group_is_joined_once_for_all_pages_of_a_match_and_left_with_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    layer = get_channel_layer()
    asked: list[tuple[str, str]] = []
    for name in ("group_add", "group_discard"):
        call = getattr(layer, name)

        async def noted(group: str, channel: str, name: str = name, call: Any = call) -> None:
            asked.append((name, group))
            await call(group, channel)

        monkeypatch.setattr(layer, name, noted)
    both = await pages()
    group = group_of((await seat_row(both[0])).match_id)
    await both[0].disconnect(1006)
    assert ("group_discard", group) not in asked
    await both[1].disconnect(1006)
    assert asked.count(("group_discard", group)) == 1


async def test_a_layer_that_knows_what_it_has_forgotten_is_told_of_that_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    layer = get_channel_layer()
    added: list[str] = []
    lost: list[str] = []

    async def forgotten(groups: Iterable[str], channel: str) -> list[str]:
        assert channel == socket_keeper.of_this_loop().channel
        return [group for group in groups if group in lost]

    async def group_add(group: str, channel: str) -> None:
        added.append(group)

    both = await pages()
    monkeypatch.setattr(layer, "forgotten", forgotten, raising=False)
    monkeypatch.setattr(layer, "group_add", group_add)
    await a_beat()
    assert not added, "a page at rest sends the layer nothing"
    lost.append(group_of((await seat_row(both[0])).match_id))
    await a_beat()
    assert added == lost, "and what is joined for two pages is joined once"


async def test_redis_forgets_by_name() -> None:
    layer = PatientChannelLayer(hosts=["redis://127.0.0.1:1"])
    channel, inner = await layer.new_channel(), layer._layer()
    for group in ("kept", "lost"):
        inner.groups[inner._get_group_channel_name(group)] = {channel}
    inner._shards[0]._subscribed_to.add(inner._get_group_channel_name("kept"))
    assert await layer.forgotten(["kept", "lost", "never"], channel) == ["lost", "never"]


async def at_rest() -> int:
    """How many tasks of the game's own stay: the keeper runs some that are soon over, whenever they come due."""
    numbers = []
    for _ in range(20):
        numbers.append(len(ours()))
        await asyncio.sleep(0.05)
    return min(numbers)


async def test_a_page_at_rest_has_no_task_of_its_own() -> None:
    tasks = {}
    for matches in (1, 3):
        await pages(matches)
        await a_beat()
        tasks[matches] = await at_rest()
    assert tasks[1] == tasks[3]

"""A page says with its signs of life whether somebody looks at it: the seat keeps it, and what the page is about has
been told to whoever comes back to it."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from game.live import socket_keeper
from game.services import clock, match_news
from news import api as news
from news.models import News
from tests.realtime.test_socket_keeper import pages, seat_row
from tests.support.matches import START, submit
from tests.support.sockets import Socket
from tests.support.timeouts import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
SLOW: dict[str, Any] = {"turn_seconds": 259_200}
NOW = START + 60_000
OPEN, LOOKED_AT = '{"kind":"seen","version":1}', '{"kind":"seen","version":1,"visible":true}'


@pytest.fixture(autouse=True)
def _now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now_ms", lambda: NOW)
    monkeypatch.setattr("game.live.consumers.now_ms", lambda: NOW)


async def say(one: Socket, sign: str) -> None:
    """A sign of life, read and written."""
    await one.send_to(sign)
    await one.is_read()
    mine = socket_keeper.of_this_loop()
    mine.renewed_at.clear()
    await mine._leases(0)
    await mine._singly(0)


async def told(one: Socket) -> News:
    seat = await seat_row(one)
    return await sync_to_async(News.objects.get)(user_id=seat.user_id, kind=match_news.TURN)


async def test_the_seat_keeps_when_somebody_looked() -> None:
    one, other = await pages(**SLOW)
    await say(one, LOOKED_AT)
    await say(other, OPEN)
    assert NOW - 5_000 < (await seat_row(one)).looked_at <= NOW + 5_000
    assert (await seat_row(other)).looked_at == 0


@pytest.mark.parametrize(
    ("sign", "looks"),
    [
        (LOOKED_AT, True),
        ('{"version": 1, "visible": true, "kind": "seen"}', True),
        ('{"kind":"seen","version":1,"visible":false}', False),
        ('{"kind":"seen","version":1,"visible":"true"}', False),
    ],
)
async def test_a_look_is_read_however_it_is_written(sign: str, looks: bool) -> None:
    one, _ = await pages(**SLOW)
    await say(one, sign)
    assert bool((await seat_row(one)).looked_at) is looks


async def test_who_comes_back_to_a_page_behind_others_has_read_what_it_is_about() -> None:
    one, other = await pages(**SLOW)
    match = (await seat_row(one)).match
    await say(other, OPEN)
    await sync_to_async(submit)(match, 0, at=NOW, do="pass")
    assert (await told(other)).read_at is None
    await say(other, OPEN)
    assert (await told(other)).read_at is None
    await say(other, LOOKED_AT)
    async with asyncio.timeout(PATIENCE):
        while (await told(other)).read_at is None:
            await asyncio.sleep(0.01)
    assert await sync_to_async(news.unread)((await seat_row(other)).user_id, NOW) == 0

"""Sockets that open in the same moment: what they ask is asked for all of them together, and each hears its own."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore

from common import query_batching
from common.query_batching import Together
from game import unchanged_page
from game.kernel.deadlines import LEASE
from game.live import socket_keeper
from game.models import Match, SeatRow
from game.services import sessions
from tests.realtime.conftest import ENDS, kept_pages, sign_in
from tests.support.matches import START, UserFactory, make_match, user_at
from tests.support.sockets import Socket, closing_code, open_page
from tests.support.types import certain

pytestmark = pytest.mark.django_db(transaction=True)
MOST_STATEMENTS = 5
"""Sessions, users, seats, signs of life, matches."""


async def page(row: Match, key: str, **shown: Any) -> Socket:
    """The socket of a page with that session's cookie, as a browser opens it."""
    said = "".join(f"&{name}={value}" for name, value in shown.items())
    cookie = f"{settings.SESSION_COOKIE_NAME}={key}".encode("latin-1")
    return open_page(row, said=said, headers=[(b"cookie", cookie)])


async def players(matches: int, **more: Any) -> list[tuple[Match, int, str]]:
    """(row, seat, session key) of both players of so many matches."""
    rows = [await sync_to_async(make_match)(present=False, **more) for _ in range(matches)]
    return [
        (row, seat, await sync_to_async(lambda r=row, s=seat: certain(sign_in(user_at(r, s)).session_key))())
        for row in rows
        for seat in (0, 1)
    ]


async def test_at_its_first_beat_no_session_is_decoded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a herd would hold up the event loop. One that was changed meanwhile is looked at."""
    opened = [await page(row, key) for row, _, key in await players(1)]
    for one in opened:
        await one.connect()
        await one.receive_from()
    decoded = []

    def noted(self: SessionStore, data: str) -> dict[str, str]:
        decoded.append(data)
        return decode(self, data)

    decode = SessionStore.decode
    monkeypatch.setattr(SessionStore, "decode", noted)
    mine = socket_keeper.of_this_loop()
    kept = [socket for part in mine.parts for socket in part]
    await mine._sessions(0)
    assert not decoded and len(kept) == 2 and all(socket.found for socket in kept)
    kept[0].found = None
    changed = SessionStore(kept[0].session_key)
    await sync_to_async(changed.__setitem__)("seen", "today")
    await sync_to_async(changed.save)()
    await mine._sessions(0)
    assert decoded and kept[0].found


@pytest.mark.parametrize("matches", [1, 10])
async def test_pages_that_come_back_together_take_five_statements_however_many(
    statements: list[Any], matches: int
) -> None:
    all_of_them = await players(matches)
    opened = [
        await page(row, key, shows=1, screen=unchanged_page.mark(row.public_id, seat, "en"))
        for row, seat, key in all_of_them
    ]
    statements.clear()
    await asyncio.gather(*(one.connect() for one in opened))
    for one in opened:
        assert (await one.receive_from()).startswith('<div id="beat"')
    asked = [sql for _, sql in statements if sql.startswith(("SELECT", "UPDATE"))]
    batches = len(asked) / MOST_STATEMENTS
    assert batches <= min(len(opened), 2 * query_batching.BATCHES_AT_ONCE), asked
    assert await sync_to_async(SeatRow.objects.filter(seen_at__gt=START).count)() == len(opened)


async def test_each_is_let_in_as_who_it_is_and_nobody_else() -> None:
    [(row, _, key), (_, _, other_key)] = await players(1)
    stranger = certain((await sync_to_async(lambda: sign_in(UserFactory.create()))()).session_key)
    keys = [key, other_key, stranger, "", "x" * 32, "\x00bad", "é" * 20]
    opened = [await page(row, one) for one in keys]
    await asyncio.gather(*(one.connect() for one in opened))
    seats = {await seat_of(one) for one in opened[:2]}
    assert seats == {0, 1}
    assert [await closing_code(one) for one in opened[2:]] == [4403, 4401, 4401, 4401, 4401]


async def seat_of(one: Socket) -> int:
    """Whose screen is sent to it."""
    await one.receive_from()
    [socket] = [socket for socket in kept_pages() if socket.scope["headers"] == one.scope["headers"]]
    return certain(socket.place).seat


async def test_who_comes_back_from_an_absence_has_come_back_before_the_first_screen() -> None:
    [(row, _, key), _] = await players(1)
    await sync_to_async(SeatRow.objects.filter(match=row).update)(seen_at=START - LEASE)
    one = await page(row, key)
    await one.connect()
    first = await one.receive_from()
    logged = await sync_to_async(lambda: list(row.log.values_list("action", flat=True)))()
    assert any('"return"' in action for action in logged) and f'data-version="{len(logged)}"' in first


@pytest.mark.parametrize("change", ENDS)
def test_a_session_is_good_by_the_rules_of_django(change: Callable[..., Any]) -> None:
    user, other = UserFactory.create(password=make_password("one")), UserFactory.create()
    session, good = sign_in(user), sign_in(other)
    changed, kept = certain(session.session_key), certain(good.session_key)
    found = sessions.signed_in({changed, kept})
    assert {found[changed].user, found[kept].user} == {user, other}
    assert dict(found[kept].session.items()) == dict(SessionStore(kept).items())
    change(user, session)
    assert changed not in sessions.signed_in({changed, kept})


async def test_who_comes_meanwhile_is_asked_about_together_and_is_told_what_failed() -> None:
    batches, goes_on = [], asyncio.Event()

    async def answer(questions: Sequence[int]) -> dict[int, int]:
        batches.append(sorted(questions))
        if len(batches) <= query_batching.BATCHES_AT_ONCE:
            await goes_on.wait()
        if 7 in questions:
            raise LookupError("seven")
        return {one: 2 * one for one in questions if one != 9}

    asked = Together(answer)
    tasks = []
    for number in (1, 2, 3, 3, 9, 4):
        tasks.append(asyncio.create_task(asked.ask(number)))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    assert batches == [[1], [2]]
    tasks.pop().cancel()  # who has gone takes it from nobody
    goes_on.set()
    assert await asyncio.gather(*tasks) == [2, 4, 6, 6, None] and batches[2:] == [[3, 4, 9]]
    with pytest.raises(LookupError):
        await asked.ask(7)
    assert await asked.ask(8) == 16 and not asked.waiting


def test_a_loaded_process_is_not_looked_through_for_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    import gc

    from alfapower.processes import garbage

    done = []
    for name in ("collect", "freeze", "set_threshold"):
        monkeypatch.setattr(gc, name, lambda *args, name=name: done.append((name, args)))
    garbage.look_for_it_seldom()
    assert done == [("collect", ()), ("freeze", ()), ("set_threshold", garbage.THRESHOLDS)]

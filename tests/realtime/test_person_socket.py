"""The socket of a person: it says that something of theirs has changed, and never what. Who has a page open is here at
once and for as long as it is open, renewed in one call for all of a process."""

import asyncio
import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache

from accounts.services.guests import create_guest
from common import online
from game.live import online_users, socket_keeper
from game.live.online_users import OnlineUsers
from game.live.open_sockets import Close
from game.models import Match
from game.services import announce
from tests.support.matches import START, make_match, submit, user_at
from tests.support.sockets import Socket, open_socket

pytestmark = pytest.mark.django_db(transaction=True)


async def opened(seat: int = 0, **settings: Any) -> tuple[Match, Socket]:
    """A match, and the open socket of a player of it."""
    row = await sync_to_async(make_match)(**settings)
    one = open_socket("/ws/person/", await sync_to_async(user_at)(row, seat))
    assert (await one.connect())[0]
    return row, one


async def said(one: Socket) -> Any:
    return json.loads(await one.receive_from())


async def test_it_opens_with_a_stamp_and_hears_of_a_change_alone() -> None:
    row, one = await opened(1, turn_seconds=86_400)
    first = await said(one)
    assert first == {"stamp": f"1.{row.version}"}
    await sync_to_async(announce.persons_changed)([one.scope["user"].pk])
    assert await said(one) == {"person": True}


@pytest.mark.parametrize(
    ("settings", "hears"), [({"turn_seconds": 86_400}, True), ({"turn_seconds": None}, True), ({}, False)]
)
async def test_who_plays_at_leisure_hears_of_every_step_and_who_sits_at_a_live_match_does_not(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any], hears: bool
) -> None:
    told: list[int] = []
    row = await sync_to_async(make_match)(**settings)
    monkeypatch.setattr(announce, "persons_changed", lambda users: told.extend(users))
    await sync_to_async(submit)(row, 0, START + 5_000, do="pass")
    users = {(await sync_to_async(user_at)(row, seat)).pk for seat in (0, 1)}
    assert set(told) == (users if hears else set())


async def test_a_stranger_is_sent_away() -> None:
    one = open_socket("/ws/person/", AnonymousUser())
    await one.connect()
    assert (await one.receive_output())["code"] == Close.NOT_SIGNED_IN


@pytest.mark.parametrize(
    ("sent", "code"), [("x" * 5000, Close.TOO_LARGE), ("{}", Close.BAD_FRAME), ('{"kind":"act"}', Close.BAD_FRAME)]
)
async def test_only_signs_of_life_come_in(sent: str, code: Close) -> None:
    _, one = await opened()
    await said(one)
    await one.send_to(text_data=sent)
    assert (await one.receive_output())["code"] == code


async def test_the_keeper_ends_with_the_last_page_of_a_person() -> None:
    _, one = await opened()
    await said(one)
    keeper = socket_keeper.of_this_loop()
    assert keeper.tasks and not keeper.matches
    await one.disconnect()
    assert not keeper.users and not keeper.channel


@pytest.fixture(autouse=True)
def _nobody_here() -> None:
    cache.clear()


@pytest.fixture
def renewals(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """The users of each renewal."""
    calls: list[list[int]] = []

    async def note(user_ids: list[int]) -> None:
        calls.append(sorted(user_ids))

    monkeypatch.setattr(online_users, "_renew", note)
    return calls


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1_000.0]
    monkeypatch.setattr("game.live.online_users.time.monotonic", lambda: now[0])
    return now


async def test_an_open_page_makes_its_user_be_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_keeper, "BEAT_SECONDS", 0.04)
    user = await sync_to_async(create_guest)()
    one = open_socket("/ws/person/", user)
    assert (await one.connect())[0]
    await one.receive_from()
    keeper: Any = socket_keeper.of_this_loop()
    await keeper.online.renew_online(0)
    assert online.among([user.pk]) == {user.pk}


async def test_each_is_renewed_as_it_comes_and_every_thirty_seconds_all_by_one_call(
    renewals: list[list[int]], clock: list[float]
) -> None:
    users: set[int] = {1, 2}
    kept = OnlineUsers(users)
    await kept.renew_online(0)
    await kept.renew_online(1)
    assert renewals == [[1, 2]]
    users.add(3)
    clock[0] += 1
    await kept.renew_online(2)
    assert renewals[1:] == [[3]]
    clock[0] += online.RENEWED_EVERY_SECONDS
    await kept.renew_online(3)
    assert renewals[2:] == [[1, 2, 3]]


async def test_who_has_closed_the_last_page_is_renewed_no_more(renewals: list[list[int]], clock: list[float]) -> None:
    users: set[int] = {1}
    kept = OnlineUsers(users)
    await kept.renew_online(0)
    users.clear()
    clock[0] += online.RENEWED_EVERY_SECONDS
    await kept.renew_online(1)
    assert renewals == [[1]]
    assert kept.renewed_at == {}


async def test_a_renewal_that_failed_is_tried_again(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    tries = []

    async def fail(user_ids: list[int]) -> None:
        tries.append(user_ids)
        raise ConnectionError

    monkeypatch.setattr(online_users, "_renew", fail)
    kept = OnlineUsers({1})
    for number in range(2):
        with pytest.raises(ConnectionError):
            await kept.renew_online(number)
    assert tries == [[1], [1]]


async def test_of_many_who_come_while_one_is_renewed_all_are_in_the_next_renewal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[list[int]] = []
    goes_on = asyncio.Event()

    async def wait(user_ids: list[int]) -> None:
        calls.append(sorted(user_ids))
        await goes_on.wait()

    monkeypatch.setattr(online_users, "_renew", wait)
    users: set[int] = {1}
    kept = OnlineUsers(users)
    first = asyncio.create_task(kept.come())
    await asyncio.sleep(0)
    users |= {2, 3}
    await kept.come()
    goes_on.set()
    await first
    await kept.renew_online(1)
    assert calls == [[1], [2, 3]]

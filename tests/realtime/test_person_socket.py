"""The socket of a person: it says that something of theirs has changed, and never what."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser

from game.live import socket_keeper
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

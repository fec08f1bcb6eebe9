"""The socket of a person: it says that something of theirs has changed, and never what."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore

from accounts.models import User
from game.live import socket_keeper
from game.live.open_sockets import Close
from game.live.routing import websocket_urlpatterns
from game.services import announce
from tests.support.matches import START, make_match, submit, user_at
from tests.support.sockets import OPEN, Socket

pytestmark = pytest.mark.django_db(transaction=True)


def of_person(user: User | AnonymousUser | None) -> Socket:
    one = Socket(URLRouter(websocket_urlpatterns), "/ws/person/")
    if user is not None:
        one.scope |= {"user": user, "session": SessionStore()}
    OPEN.append(one)
    return one


async def said(one: Socket) -> Any:
    return json.loads(await one.receive_from())


async def test_it_opens_with_a_stamp_and_hears_of_a_change_alone() -> None:
    row = await sync_to_async(make_match)(turn_seconds=86_400)
    one = of_person(await sync_to_async(user_at)(row, 1))
    assert (await one.connect())[0]
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


@pytest.mark.parametrize("user", [None, AnonymousUser()])
async def test_a_stranger_is_sent_away(user: AnonymousUser | None) -> None:
    one = of_person(user or AnonymousUser())
    await one.connect()
    assert (await one.receive_output())["code"] == Close.NOT_SIGNED_IN


@pytest.mark.parametrize(
    ("sent", "code"), [("x" * 5000, Close.TOO_LARGE), ("{}", Close.BAD_FRAME), ('{"kind":"act"}', Close.BAD_FRAME)]
)
async def test_only_signs_of_life_come_in(sent: str, code: Close) -> None:
    row = await sync_to_async(make_match)()
    one = of_person(await sync_to_async(user_at)(row, 0))
    await one.connect()
    await said(one)
    await one.send_to(text_data=sent)
    assert (await one.receive_output())["code"] == code


async def test_the_keeper_ends_with_the_last_page_of_a_person() -> None:
    row = await sync_to_async(make_match)()
    one = of_person(await sync_to_async(user_at)(row, 0))
    await one.connect()
    await said(one)
    keeper = socket_keeper.of_this_loop()
    assert keeper.tasks and not keeper.matches
    await one.disconnect()
    assert not keeper.users and not keeper.channel

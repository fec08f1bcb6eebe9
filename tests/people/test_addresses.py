"""At every address that is about another person, who is blocked by that person sees what one sees of somebody who is
not there and takes nothing (rules/people.md §3): the same status, headers and body, in two worlds that differ in it."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.models import Block, User
from common import rate_limits
from game import api as game
from lobby.models import Presence, Preset, Rematch, RoomSeat, Seeker, SlowSeek
from lobby.services import quick_join, rematch, rooms, slow_seeks
from people.friend_models import ContactSettings, MayChallenge, PersonalLink
from tests.lobby.conftest import Clock
from tests.people.addresses import ABOUT_OTHERS, NOT_ABOUT_OTHERS, names
from tests.support.browsers import signed_in
from tests.support.matches import UserFactory, make_match, resigned, user_at
from tests.support.types import Response
from tests.web_api.conftest import Bot

START = 4_000_000_000_000
LATE = START + 3_600_000
PASSING = (
    (re.compile(rb'(csrf-token" content=")[^"]{64}'), rb"\1-"),
    (re.compile(rb'(csrfmiddlewaretoken" value=")[^"]{64}'), rb"\1-"),
    (re.compile(rb'(data-(?:commitment|deal)=")[0-9a-f]{64}'), rb"\1-"),
    (re.compile(rb"[0-9a-f]{64}"), b"-"),
    (re.compile(rb"/slow/cancel/\d+"), b"/slow/cancel/-"),
    (re.compile(rb'value="\d+-(waiting|begins|met)-[0-9a-f]{8}"'), rb'value="\1"'),
)
"""What differs between any two requests, and says nothing: tokens, commitments, the key of one's own seek."""
OF_THE_SESSION = ("Set-Cookie", "Expires")
HTMX: dict[str, Any] = {"headers": {"HX-Request": "true"}}


class _BackAgain(Exception):
    pass


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    moment = Clock()
    monkeypatch.setattr(game, "now_ms", lambda: moment.now)
    monkeypatch.setattr(game, "deal_readiness", lambda deal, now_ms: "complete")
    return moment


@pytest.fixture
def me() -> User:
    """The one who is blocked."""
    return UserFactory.create(display_name="Mikael", is_guest=False)


@pytest.fixture
def them() -> User:
    """The one who blocks."""
    return UserFactory.create(display_name="Elsa", is_guest=False)


def blocked(them: User, me: User) -> None:
    Block.objects.create(user=them, blocked=me, made_at=START)


def seen_in(world: Callable[[], object], look: Callable[[], list[Response]]) -> list[Any]:
    """What comes from the addresses in a world that is left without a trace."""
    found: list[Any] = []
    try:
        with transaction.atomic():
            world()
            rate_limits.forget()
            found += [whole(response) for response in look()]
            raise _BackAgain
    except _BackAgain:
        return found


def whole(response: Response) -> tuple[int, dict[str, str], bytes]:
    body = response.content
    for pattern, instead in PASSING:
        body = pattern.sub(instead, body)
    headers = {name: value for name, value in response.items() if name not in OF_THE_SESSION}
    headers.pop("Content-Length", None)
    return response.status_code, headers | {"length": str(len(body))}, body


def alike(one: Callable[[], None], other: Callable[[], object], look: Callable[[], list[Response]]) -> list[Any]:
    """What is seen in both worlds, which is the same."""
    first, second = seen_in(one, look), seen_in(other, look)
    assert [(status, headers) for status, headers, _ in first] == [(status, headers) for status, headers, _ in second]
    assert first == second
    return first


def test_every_address_is_in_the_table_or_named_as_not_about_others() -> None:
    """A new address that is about another person does not come unseen: whoever adds it says here what a block does."""
    there, known = set(names()), set(ABOUT_OTHERS) | NOT_ABOUT_OTHERS
    assert not there - known, "say in tests/people/addresses.py whether these are about another person"
    assert not known - there, "these are no addresses any more"
    assert not set(ABOUT_OTHERS) & NOT_ABOUT_OTHERS


@pytest.mark.parametrize("in_part", [False, True], ids=["page", "part"])
def test_a_room_of_theirs_is_as_one_that_is_full(me: User, them: User, clock: Clock, in_part: bool) -> None:
    code = rooms.create(them.pk, "en", START)
    third = UserFactory.create()
    kind = HTMX if in_part else {}

    def look() -> list[Response]:
        client = signed_in(me)
        return [
            client.get(reverse("lobby:invitation", args=[code]), **kind),
            client.get(reverse("lobby:room", args=[code]), **kind),
            client.post(reverse("lobby:join"), {"code": code}, **kind),
            client.post(reverse("lobby:room_ready", args=[code]), {"ready": "1", "version": "1"}, **kind),
            client.post(reverse("lobby:room_poll", args=[code]), **kind),
        ]

    seen = alike(lambda: blocked(them, me), lambda: rooms.join(code, third.pk, START), look)
    page, _room, joined = seen[:3]
    assert [page[0], joined[0]] == [200 if in_part else 409] * 2
    assert b"This room is full or closed." in joined[2] and them.display_name.encode() not in joined[2]


def test_for_a_program_too(them: User, clock: Clock) -> None:
    code = rooms.create(them.pk, "en", START)
    third, bot = UserFactory.create(), Bot("Verne")

    def look() -> list[Response]:
        return [Client().post(reverse("web_api:join", args=[code]), headers=bot.key)]

    seen = alike(lambda: blocked(them, bot.user), lambda: rooms.join(code, third.pk, START), look)
    assert seen[0][0] == 409 and b"room_full" in seen[0][2]


def test_a_room_that_one_has_lost_by_a_block_is_as_one_that_one_was_removed_from(
    me: User, them: User, clock: Clock
) -> None:
    code = rooms.create(them.pk, "en", START)
    rooms.join(code, me.pk, START)

    def look() -> list[Response]:
        return [signed_in(me).post(reverse("lobby:room_poll", args=[code]), **HTMX)]

    def blocks_me() -> None:
        blocked(them, me)
        rooms.part(them.pk, me.pk, START)

    def removes_me() -> None:
        RoomSeat.objects.filter(user=me).delete()

    assert b"You are not in this" in alike(blocks_me, removes_me, look)[0][2]


def test_quick_join_is_as_if_nobody_waited(me: User, them: User, clock: Clock) -> None:
    queue = quick_join.queue("quick", "en")

    def look() -> list[Response]:
        client, seen = signed_in(me), []
        seen.append(client.post(reverse("lobby:seek"), {"preset": "quick", "lg": "en"}))
        for _second in range(3):
            seen.append(client.post(reverse("lobby:poll"), {"stage": "waiting"}, **HTMX))
        return seen

    def they_wait() -> None:
        blocked(them, me)
        quick_join.seek(them.pk, queue, START)
        Seeker.objects.filter(user=them).update(seen_at=START)

    seen = alike(they_wait, lambda: None, look)
    assert b"Looking for an opponent" in seen[-1][2]


def test_a_pair_that_comes_apart_is_as_one_that_the_other_has_left(me: User, them: User, clock: Clock) -> None:
    for player in (me, them):
        quick_join.seek(player.pk, quick_join.queue("quick", "en"), START)
        quick_join.poll(player.pk, START)

    def look() -> list[Response]:
        return [signed_in(me).post(reverse("lobby:poll"), {"stage": "found"}, **HTMX) for _second in range(2)]

    def they_block() -> None:
        blocked(them, me)
        quick_join.part(them.pk, me.pk)

    assert Seeker.objects.exclude(partner=None).count() == 2
    seen = alike(they_block, lambda: quick_join.cancel(them.pk), look)
    assert b"Looking for an opponent" in seen[0][2]


def test_a_slow_search_is_as_if_nobody_waited(me: User, them: User, clock: Clock) -> None:
    preset = Preset.objects.get(key="alfapower-slow")

    def look() -> list[Response]:
        client = signed_in(me)
        return [
            client.post(reverse("lobby:seek"), {"preset": preset.key, "lg": "en"}),
            client.get(reverse("lobby:slow")),
            client.post(reverse("lobby:slow_poll"), {"shown": ""}, **HTMX),
        ]

    def they_wait() -> None:
        blocked(them, me)
        slow_seeks.press(them.pk, quick_join.queue(preset.key, "en"), START)

    seen = alike(they_wait, lambda: None, look)
    assert [status for status, *_ in seen] == [302, 200, 200] and preset.title.encode() in seen[1][2]
    assert not SlowSeek.objects.exists()


@pytest.mark.parametrize("asked_before", [False, True], ids=["nothing proposed", "proposed to them"])
def test_after_a_match_they_have_left_for_good(clock: Clock, asked_before: bool) -> None:
    over = resigned(make_match(starts_at=START), at=START)
    me, them = user_at(over, 0), user_at(over, 1)
    clock.now = START + 90_000
    if asked_before:
        rematch.look(over.public_id, them.pk, clock.now)
        rematch.propose(over.public_id, me.pk, clock.now)

    def look() -> list[Response]:
        client, address = signed_in(me), reverse("lobby:rematch", args=[over.public_id])
        seen = [client.get(address, **HTMX), client.get(reverse("lobby:here"), **HTMX)]
        for button in ("propose", "accept"):
            seen.append(client.post(reverse("lobby:answer_rematch", args=[over.public_id, button]), **HTMX))
        return seen

    def they_are_there() -> None:
        rematch.look(over.public_id, them.pk, clock.now)
        blocked(them, me)
        rematch.part(them.pk, me.pk, clock.now)

    def they_have_left() -> None:
        Presence.objects.filter(user=them).update(seen_at=START + 1)

    seen = alike(they_are_there, they_have_left, look)
    assert f"{them.display_name} has left.".encode() in seen[0][2]
    assert not Rematch.objects.exclude(match="").exists()


def test_their_page_is_as_ever(me: User, them: User, clock: Clock) -> None:
    def look() -> list[Response]:
        client = signed_in(me)
        at = [reverse("accounts:player", args=[them.public_id]), reverse("accounts:leaderboard")]
        at += [reverse("accounts:account"), reverse("lobby:home"), reverse("news:page")]
        seen = [client.get(address) for address in at]
        seen.append(client.post(reverse("accounts:block", args=[them.public_id]), **HTMX))
        seen.append(client.post(reverse("accounts:unblock", args=[them.public_id]), **HTMX))
        return seen

    assert [status for status, *_ in alike(lambda: blocked(them, me), lambda: None, look)] == [200] * 7


def test_a_report_is_as_ever(me: User, them: User, clock: Clock) -> None:
    def look() -> list[Response]:
        client, address = signed_in(me), reverse("people:report", args=[them.public_id])
        seen = [client.get(address), client.post(address, {"reason": "help", "words": "see"})]
        return [*seen, client.get(address), client.get(reverse("news:page"))]

    assert [status for status, *_ in alike(lambda: blocked(them, me), lambda: None, look)] == [200, 302, 200, 200]


def test_a_nudge_is_as_ever_to_who_nudges(clock: Clock) -> None:
    row = make_match(variant="classic", starts_at=START, turn_seconds=86_400)
    me, them = user_at(row, 1), user_at(row, 0)

    def look() -> list[Response]:
        client = signed_in(me)
        return [
            client.get(reverse("game:panels", args=[row.public_id])),
            client.post(reverse("game:nudge", args=[row.public_id]), **HTMX),
            client.get(reverse("lobby:shelf"), **HTMX),
        ]

    alike(lambda: blocked(them, me), lambda: None, look)


def _of_people(name: str, me: User, them: User) -> list[Response]:
    client = signed_in(me)
    if name == "people:find":
        return [client.get(reverse(name), {"name": them.display_name[:3]})]
    address = reverse(name, args=["their-link" if name == "people:use-link" else them.public_id])
    return [client.get(address), client.post(address, {"game": game.DEFAULT_VARIANT})]


ABSENT: dict[str, Callable[[User], object]] = {
    "people:find": lambda them: ContactSettings.objects.create(user=them, can_be_found=False),
    "people:ask": lambda them: None,
    "people:challenge": lambda them: ContactSettings.objects.create(user=them, may_challenge=MayChallenge.NOBODY),
    "people:use-link": lambda them: PersonalLink.objects.filter(user=them).update(lapses_at=START),
}
"""How somebody takes nothing at an address of people. A question that is not answered stays open for who asks."""


@pytest.mark.parametrize("name", ABSENT)
def test_friends_and_challenges_are_as_with_somebody_who_takes_nothing(
    me: User, them: User, clock: Clock, name: str
) -> None:
    PersonalLink.objects.create(user=them, token="their-link", lapses_at=LATE)
    alike(lambda: blocked(them, me), partial(ABSENT[name], them), partial(_of_people, name, me, them))

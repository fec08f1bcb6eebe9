"""Two worlds before onlookers, in every game: with other hands of all, another bag and another seed, after words, an
exchange, a failed try and a pass, the page, its panels and every frame of the socket are the same, byte by byte.
"""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from typing import Any, get_args, get_type_hints

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.test import Client, TestCase
from django.urls import reverse

from game.kernel.public_view import OnlookersView
from game.live import watched_screen
from game.live.routing import websocket_urlpatterns
from game.models import Match, SeatRow
from game.services import watching
from game.variants import VARIANTS
from game.variants.alfapower.rules.state import Phase
from people.talk.services import lines
from tests.secrecy.conftest import Stage
from tests.secrecy.other_world import hide_anew
from tests.secrecy.pages import NOW, masked
from tests.support.matches import UserFactory, make_match, state_of, store_state, submit
from tests.support.onlookers import forget_onlookers
from tests.support.sockets import Socket
from tests.support.two_worlds import in_another_world
from tests.support.word_lists import Moody

GAMES = sorted(VARIANTS)
WITH_HANDS = [game for game in GAMES if game != "keebble"]
SIGNS = ("#", ">", "?")
OF_ONE_SEAT = {"hand", "hands", "choice", "can", "shop", "offers", "waits_left", "draft", "rejected", "swap"}
"""Names of fields that no view for onlookers has."""


def letters_of(state: Any, count: int) -> list[str]:
    """Letters of the hand on turn that lie without further ado."""
    return [tile for tile in state.players[state.active].hand if tile not in SIGNS][:count]


def played(words: Moody, variant: str, **settings: Any) -> Match:
    """A match of a game with hands, after a word, an exchange or a purchase, a failed try and a pass."""
    row = make_match(variant=variant, **{"turn_seconds": None, **settings})
    words.mood = "all"
    state = state_of(row)
    center = state.board.size // 2
    laid = [[center, center + at, tile] for at, tile in enumerate(letters_of(state, 2))]
    assert not submit(row, state.active, do="place", tiles=laid).code
    state = state_of(row)
    if variant == "alfapower":
        assert not submit(row, state.active, do="buy", item="swap").code
        assert not submit(
            row, state.active, do="use", item="swap", tiles=list(state.players[state.active].hand[:2])
        ).code
    else:
        assert not submit(row, state.active, do="swap", tiles=list(state.players[state.active].hand[:2])).code
        state = state_of(row)
    words.mood = "none"
    laid = [[center + 1 + at, center, tile] for at, tile in enumerate(letters_of(state_of(row), 2))]
    submit(row, state.active, do="place", tiles=laid)
    words.mood = "all"
    assert not submit(row, state_of(row).active, do="pass").code
    return Match.objects.get(pk=row.pk)


def deal_anew(row: Match) -> None:
    """The other world: nothing of what is public is another, and all else is."""
    state = state_of(row)
    hide_anew(random.Random(7), row, in_another_world(state, None) if hasattr(state, "bag") else state, None)


async def frames(row: Match, user: Any, acts: bool) -> list[str]:
    """What the socket of an onlooker is sent: the first screen, and after a pass, where one `acts`, what that
    changes."""
    one = Socket(URLRouter(websocket_urlpatterns), f"/ws/watch/{row.public_id}/?lang=en&browser=x")
    one.scope |= {"user": user, "session": SessionStore()}
    await one.connect()
    found = []
    for is_last in (False, True) if acts else (True,):
        found.append(await one.receive_from())
        version = re.search(r'id="(?:state|beat)"[^>]*data-version="(\d+)"', found[-1])
        assert version
        await one.send_to(f'{{"kind":"seen","version":{version[1]}}}')
        await one.is_read()
        if not is_last:
            await sync_to_async(passes)(row)
    await one.disconnect()
    return found


def passes(row: Match) -> None:
    """The seat on turn passes."""
    with TestCase.captureOnCommitCallbacks(execute=True):
        submit(row, state_of(row).active, do="pass")


def seen(row: Match, user: Any, acts: bool = True) -> dict[str, str]:
    """Everything that an onlooker is sent, by name; `acts`: by what a turn changes, too."""
    client = Client()
    if not isinstance(user, AnonymousUser):
        client.force_login(user)
    found = {
        name: masked(client.get(reverse(f"game:{name}", args=[row.public_id])).content.decode())
        for name in ("watch", "watch-panels")
    }
    if hasattr(state_of(row), "bag"):
        found |= {f"frame {number}": frame for number, frame in enumerate(async_to_sync(frames)(row, user, acts))}
    return found


PACES: dict[str, dict[str, Any]] = {
    "untimed": {"turn_seconds": None},
    "live": {"turn_seconds": 60, "head_start": [60, 0]},
    "slow": {"turn_seconds": 86_400, "reserve_hours": 72},
}


def whom(who: str) -> Any:
    """The user of a browser that looks on."""
    if who == "visitor":
        return AnonymousUser()
    user = UserFactory.create(display_name="Ida")
    if who == "plays another match":
        make_match(users=[user, UserFactory.create()])
    return user


def beside(row: Match, seat: int) -> None:
    """What players tell each other of what onlookers are not told: the seat offers to call off, and says something."""
    assert not submit(row, seat, do="call_off").code
    user_id = SeatRow.objects.get(match=row, seat=seat).user_id
    assert user_id is not None
    lines.say(row.public_id, user_id, nonce="aaaaaaaa", now_ms=NOW, said="hello" if seat else "thanks")


# R13.2
@pytest.mark.parametrize(
    ("who", "pace"), [("visitor", "untimed"), ("visitor", "live"), ("friend", "slow"), ("plays another match", "live")]
)
@pytest.mark.parametrize("variant", GAMES)
def test_an_onlooker_cannot_tell_the_worlds_apart(
    stage: Stage, words: Moody, variant: str, who: str, pace: str
) -> None:
    are_the_same(*worlds(stage, words, variant, whom(who), PACES[pace]))


def worlds(stage: Stage, words: Moody, variant: str, user: Any, settings: dict[str, Any]) -> list[dict[str, str]]:
    """What an onlooker is sent in the one world and in the other."""
    stage.clock.now, found = NOW, []
    for is_other in (False, True):
        with in_a_world():
            is_keebble = variant == "keebble"
            row = make_match(variant=variant, **settings) if is_keebble else played(words, variant, **settings)
            Match.objects.filter(pk=row.pk).update(public_id="TheSameMatch")
            row = Match.objects.get(pk=row.pk)
            if is_other:
                before = state_of(row)
                deal_anew(row)
                assert is_keebble or before.players[0].hand != state_of(row).players[0].hand
            beside(row, int(is_other))
            found.append(seen(row, user))
    return found


def a_hand(row: Match) -> str:
    """The tiles of a hand."""
    return "".join(state_of(row).players[0].hand)


def a_length(row: Match) -> str:
    """Nothing but as long as a hand says."""
    return "x" * (sum(map(ord, a_hand(row))) + 1)


def a_draft(row: Match) -> str:
    """What a player has laid and not played."""
    return repr(list(SeatRow.objects.filter(match=row).order_by("seat").values_list("draft", flat=True)))


def a_line(row: Match) -> str:
    """What was said."""
    return lines.of_match(row.pk)[0].said


@pytest.mark.parametrize("leak", [a_hand, a_length, a_draft, a_line])
@pytest.mark.parametrize("variant", WITH_HANDS)
def test_a_leak_to_onlookers_is_found_on_the_page_and_in_frames(
    stage: Stage, words: Moody, monkeypatch: pytest.MonkeyPatch, variant: str, leak: Callable[[Match], str]
) -> None:
    honest = watched_screen.context_of
    monkeypatch.setattr(
        watched_screen, "context_of", lambda reading, now: honest(reading, now) | {"result": leak(reading.row)}
    )
    one, other = worlds(stage, words, variant, AnonymousUser(), PACES["live"])
    assert {name for name in one if one[name] != other[name]} >= {"watch", "watch-panels", "frame 0"}
    with pytest.raises(AssertionError):
        are_the_same(one, other)


def are_the_same(one: dict[str, str], other: dict[str, str]) -> None:
    """Nothing tells the worlds apart, not even by its length."""
    assert {name: len(text) for name, text in one.items()} == {name: len(text) for name, text in other.items()}
    assert [name for name in one if one[name] != other[name]] == []


@pytest.mark.parametrize("pace", ["live", "slow"])
def test_what_may_be_chosen_for_an_alfa_tile_is_shown_to_no_onlooker(stage: Stage, words: Moody, pace: str) -> None:
    stage.clock.now, found = NOW, []
    for choice in (("A", "E", "I"), ("O", "R", "S")):
        with in_a_world():
            row = make_match(**PACES[pace])
            Match.objects.filter(pk=row.pk).update(public_id="TheSameMatch")
            row = Match.objects.get(pk=row.pk)
            store_state(row, replace(state_of(row), phase=Phase.ALFA, choice=choice))
            found.append(seen(row, AnonymousUser(), acts=False))
    are_the_same(*found)


@contextmanager
def in_a_world() -> Iterator[None]:
    """What is done within is rolled back."""
    point = transaction.savepoint()
    forget_onlookers()
    yield
    transaction.savepoint_rollback(point)


@pytest.mark.parametrize("variant", GAMES)
def test_no_view_for_onlookers_has_a_field_for_what_one_seat_alone_may_know(variant: str) -> None:
    view = get_type_hints(VARIANTS[variant].onlookers_view)["return"]
    assert issubclass(view, OnlookersView)
    reached = list(types_in(view))
    assert not [(one.__name__, field) for one in reached for field in names_of(one) & OF_ONE_SEAT]
    assert not [one for one in reached if one.__name__ in ("HandTile", "SlotView", "ShopItem", "Can", "OfferView")]
    seats = get_type_hints(VARIANTS[variant].view)["return"]
    assert not issubclass(seats, OnlookersView) and not issubclass(view, seats)


def names_of(kind: type) -> set[str]:
    """The fields of a type."""
    return {one.name for one in fields(kind)} if is_dataclass(kind) else set(getattr(kind, "_fields", ()))


def types_in(kind: Any, known: set[Any] | None = None) -> set[type]:
    """The types of ours that a value of this one is made of, but for receipts, which are made for a viewer."""
    known = set() if known is None else known
    if kind in known:
        return known
    if isinstance(kind, type) and kind.__module__.startswith("game.") and kind.__name__ != "Receipt":
        known.add(kind)
        for inside in get_type_hints(kind).values():
            types_in(inside, known)
    for inside in get_args(kind):
        types_in(inside, known)
    return known


@pytest.mark.parametrize("variant", WITH_HANDS)
def test_the_test_can_see_a_hand(stage: Stage, words: Moody, variant: str) -> None:
    """A tile that has left a hand for the board is seen."""
    stage.clock.now = NOW
    row = played(words, variant)
    with in_a_world():
        before = seen(row, AnonymousUser())
    state = state_of(row)
    hand = state.players[0].hand
    store_state(row, state.put_player(0, replace(state.players[0], hand=hand[:-1])))
    with in_a_world():
        assert seen(row, AnonymousUser()) != before


@pytest.mark.usefixtures("stage")
def test_nobody_is_let_in_without_a_guard() -> None:
    watching.decide_watching_by(watching._nobody)
    row = make_match()
    assert Client().get(reverse("game:watch", args=[row.public_id])).status_code == 404

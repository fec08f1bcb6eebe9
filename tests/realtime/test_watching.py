"""The socket of an onlooker: who may open it, that a version is drawn once for all who watch, that a slow one gets
fewer and newer screens, who is shut out, and how many watch."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from game import unchanged_page
from game.live import onlooker_marks, open_sockets, panels, socket_keeper
from game.models import Match
from game.services import announce, watching
from tests.support.matches import UserFactory, make_match, submit, user_at
from tests.support.onlookers import open_to
from tests.support.sockets import Socket, closing_code, open_page, open_socket, version_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _open_to_everyone(nobody_is_missed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is let in."""
    monkeypatch.setattr(onlooker_marks, "OFTEN_SECONDS", 0.0)
    monkeypatch.setattr(watching, "_guard", lambda asked: asked)  # and as it was, after the test


async def onlooker(
    row: Match,
    user: User | None = None,
    browser: str = "",
    lang: str = "en",
    client: tuple[str, int] | None = None,
    shows: int = 0,
) -> Socket:
    """The socket of an onlooker's page, accepted; a visitor's without a user. `shows` is what a page says that was
    open before."""
    address = f"/ws/watch/{row.public_id}/?lang={lang}&browser={browser}"
    if shows:
        address += f"&shows={shows}&screen={unchanged_page.mark(row.public_id, None, lang)}"
    one = open_socket(address, user or AnonymousUser())
    if client is not None:
        one.scope["client"] = client
    assert (await one.connect())[0]
    return one


async def frame_of(one: Socket) -> str:
    """The next frame, answered for as a page does."""
    frame = await one.receive_from()
    await one.send_to(f'{{"kind":"seen","version":{version_in(frame)}}}')
    return frame


async def watched(**settings: Any) -> tuple[Match, Socket]:
    """A match, and a visitor's socket to it that has shown the first screen."""
    row = await sync_to_async(make_match)(**settings)
    one = await onlooker(row)
    await frame_of(one)
    await one.is_read()
    return row, one


def galleries() -> Any:
    """Those of this loop."""
    return socket_keeper.of_this_loop().galleries


async def test_a_visitor_is_sent_the_screen_and_what_changes_and_nothing_of_a_hand() -> None:
    row = await sync_to_async(make_match)()
    one = await onlooker(row)
    first = await frame_of(one)
    assert version_in(first) == 1
    for panel in ("board", "card-you", "card-opp", "p-turns", "p-unseen"):
        assert f'id="{panel}"' in first
    for panel in ("rack", "p-shop", "slots", "actions", "offers"):
        assert f'id="{panel}"' not in first
    await one.is_read()
    await sync_to_async(submit)(row, 1, do="buy", item="swap")
    second = await frame_of(one)
    assert version_in(second) == 2 and 'id="board"' not in second


async def test_a_version_is_drawn_once_for_all_of_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    row = await sync_to_async(make_match)()
    many = [await onlooker(row, lang=lang) for lang in ("en", "sv") for _ in range(20)]
    for one in many:
        await frame_of(one)
        await one.is_read()
    drawings = []
    draw = panels.draw_from

    def counted(context: Any, *args: Any) -> Any:
        drawings.append(context["table"].version)
        return draw(context, *args)

    monkeypatch.setattr(panels, "draw_from", counted)
    await sync_to_async(submit)(row, 1, do="buy", item="swap")
    frames = [await frame_of(one) for one in many]
    assert {version_in(frame) for frame in frames} == {2}
    assert len(set(frames)) == 2 and drawings == [2, 2]


async def test_a_page_that_does_not_read_gets_fewer_and_newer_screens_and_no_queue() -> None:
    row = await sync_to_async(make_match)(starting_coins=30)
    one, other = await onlooker(row), await onlooker(row)
    await one.receive_from()  # not answered
    await frame_of(other)
    await other.is_read()
    for version, seat in ((2, 1), (3, 0), (4, 1)):
        await sync_to_async(submit)(row, seat, do="buy", item="swap")
        assert version_in(await frame_of(other)) == version
        await other.is_read()
    assert await one.receive_nothing(timeout=0.05)
    await one.send_to('{"kind":"seen","version":1}')
    frame = await one.receive_from()
    assert version_in(frame) == 4 and 'id="board"' in frame


@pytest.mark.parametrize(("shown", "number", "told"), [("0", 3, ">3<"), ("3", 0, 'id="eyes"></span>'), ("3", 3, "")])
async def test_a_page_whose_socket_opens_late_is_told_how_many_watch_where_it_shows_another(
    shown: str, number: int, told: str
) -> None:
    row = await sync_to_async(make_match)()
    galleries().numbers = {row.pk: number} if number else {}
    player = open_page(row, await sync_to_async(user_at)(row, 0), f"&eyes={shown}")
    assert (await player.connect())[0]
    looking_on = await onlooker(row, browser=f"x&eyes={shown}")
    for one in (player, looking_on):
        frames = [await one.receive_from()]
        while not await one.receive_nothing(timeout=0.05):
            frames.append(await one.receive_from())
        found = [frame for frame in frames if frame.startswith('<span class="eyes')]
        assert [told in frame for frame in found] == ([True] if told else [])


@pytest.mark.parametrize("cause", ["closed", "practice", "over", "none", "player"])
async def test_whoever_may_not_watch_is_closed_with_one_code(cause: str) -> None:
    row = await sync_to_async(make_match)()
    user = await sync_to_async(user_at)(row, 0) if cause == "player" else None
    if cause == "closed":
        open_to(lambda _match, _user_id: False)
    elif cause == "practice":
        await sync_to_async(Match.objects.filter(pk=row.pk).update)(practice=True)
    elif cause == "over":
        await sync_to_async(submit)(row, 0, do="resign")
    elif cause == "none":
        row.public_id = "AAAAAAAAAAAA"
    assert await closing_code(await onlooker(row, user)) == 4404
    assert not galleries().by_match


async def test_who_is_shut_out_leaves_at_once_and_who_is_not_stays() -> None:
    row, friend = await sync_to_async(make_match)(), await sync_to_async(UserFactory.create)()
    visitor, mine = await onlooker(row), await onlooker(row, friend)
    for one in (visitor, mine):
        await frame_of(one)
    open_to(lambda _match, user_id: user_id == friend.pk)
    await sync_to_async(watching.look_again)(row.pk)
    assert await closing_code(visitor) == 4404
    await sync_to_async(submit)(row, 1, do="buy", item="swap")
    assert version_in(await frame_of(mine)) == 2
    open_to(lambda _match, _user_id: False)  # a friendship or a block: the user is told
    await sync_to_async(announce.persons_changed)([friend.pk])
    assert await closing_code(mine) == 4404


async def test_who_is_shut_out_unheard_leaves_at_the_next_beat() -> None:
    row, one = await watched()
    open_to(lambda _match, _user_id: False)
    await galleries().look_at_all(0)
    assert await closing_code(one) == 4404


async def test_the_end_is_shown_to_those_who_watched_it() -> None:
    row, one = await watched()
    await sync_to_async(submit)(row, 0, do="resign")
    frame = await frame_of(one)
    assert 'class="overcard"' in frame and 'data-phase="over"' in frame and 'id="rack"' not in frame
    await galleries().look_at_all(0)
    assert await one.receive_nothing(timeout=0.05)


async def test_the_end_is_shown_to_those_whose_socket_was_away_then() -> None:
    row, one = await watched()
    await one.disconnect()
    await sync_to_async(submit)(row, 0, do="resign")
    frame = await frame_of(await onlooker(row, shows=1))
    assert 'class="overcard"' in frame and 'data-phase="over"' in frame and 'id="rack"' not in frame
    open_to(lambda _match, _user_id: False)
    assert await closing_code(await onlooker(row, shows=1)) == 4404


async def test_of_three_one_of_whom_has_left_the_others_are_watched_and_none_of_them_watches() -> None:
    row, one = await watched(variant="keebble", players=("Astrid", "Elsa", "Ida"), turn_seconds=None)
    await sync_to_async(submit)(row, 1, do="resign")
    frame = await frame_of(one)
    assert version_in(frame) == 2 and 'data-phase="over"' not in frame
    await galleries().look_at_all(0)
    assert await one.receive_nothing(timeout=0.05)
    for seat in range(3):
        assert await closing_code(await onlooker(row, await sync_to_async(user_at)(row, seat))) == 4404


async def test_players_and_onlookers_are_sent_how_many_watch_and_nothing_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = await sync_to_async(make_match)()
    player = open_page(row, await sync_to_async(user_at)(row, 0))
    await player.connect()
    await player.receive_from()
    await player.send_to('{"kind":"seen","version":1}')
    watchers = [await onlooker(row, browser=browser) for browser in ("one", "one", "two")]
    for one in watchers:
        await frame_of(one)

    def drawn(*args: Any) -> None:
        raise AssertionError("a panel was drawn")

    monkeypatch.setattr(panels, "draw_from", drawn)
    await galleries().count(0)
    for one in (player, *watchers):
        frame = await one.receive_from()
        assert frame.startswith('<span class="eyes num" id="eyes">') and ">2</span>" in frame and len(frame) < 700
    await galleries().count(1)
    assert await player.receive_nothing(timeout=0.05)
    assert await sync_to_async(watching.how_many_watch)(row.pk) == 2


async def test_onlookers_hear_nothing_of_what_is_beside_the_match() -> None:
    row, one = await watched()
    await sync_to_async(announce.beside_changed)(row.pk, [0])
    assert await one.receive_nothing(timeout=0.05)


async def test_a_thousand_from_one_address_are_bounded_and_take_no_players_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(open_sockets, "MOST_ONLOOKERS_AN_ADDRESS", 3)
    row = await sync_to_async(make_match)()
    here, elsewhere = ("203.0.113.7", 1), ("203.0.113.8", 1)
    many = [await onlooker(row, client=here) for _ in range(3)]
    for one in many:
        await frame_of(one)
    assert await closing_code(await onlooker(row, client=here)) == 4429
    assert version_in(await frame_of(await onlooker(row, client=elsewhere))) == 1
    monkeypatch.setattr(open_sockets, "MOST_ONLOOKERS", 4)
    assert await closing_code(await onlooker(row, client=("203.0.113.9", 1))) == 4429
    player = open_page(row, await sync_to_async(user_at)(row, 0))
    await player.connect()
    assert version_in(await player.receive_from()) == 1
    await many[0].disconnect()
    assert version_in(await frame_of(await onlooker(row, client=here))) == 1


async def test_a_lost_ping_is_healed_by_the_keeper_and_the_layer_may_be_away(monkeypatch: pytest.MonkeyPatch) -> None:
    row, one = await watched()

    async def lose(*args: Any, **kwargs: Any) -> None:
        raise ConnectionError("no layer")

    monkeypatch.setattr(get_channel_layer(), "group_send", lose)
    await sync_to_async(submit)(row, 0, do="pass")
    assert await one.receive_nothing(timeout=0.05)
    await socket_keeper.of_this_loop()._versions(0)
    assert version_in(await frame_of(one)) > 1


async def test_the_last_onlooker_leaves_nothing_behind() -> None:
    row, one = await watched()
    keeper = socket_keeper.of_this_loop()
    assert keeper.matches and keeper.tasks and not keeper.users
    await one.disconnect()
    await asyncio.sleep(0)
    assert not keeper.matches and not keeper.tasks and not keeper.members and not galleries().by_match
    assert open_sockets.how_many() == 0 and not open_sockets._onlookers_of


@pytest.mark.parametrize("said", ["[]", '{"kind":"act"}', "x" * 9_000])
async def test_only_signs_of_life_come_in(said: str) -> None:
    row, one = await watched()
    await one.send_to(said)
    assert await closing_code(one) in (4400, 1009)

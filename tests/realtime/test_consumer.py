"""The socket of a match: who may open it, what it pushes, and that a lost ping heals."""

import re
import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError

from accounts.models import User
from alfapower.web.socket_retry import TryAgain
from game.live import kept_consumer, pushes, socket_keeper
from game.live import open_sockets as sockets_of_a_process
from game.live.screens import Screen
from game.models import Match
from game.services import announce, clock, presence
from game.services.announce import group_of
from tests.realtime.conftest import kept_pages
from tests.support.matches import START, make_match, state_of, submit, user_at
from tests.support.sockets import Socket, close_all, closing_code, open_page, version_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_is_missed")]


async def socket(row: Match, user: User | AnonymousUser | None) -> Socket:
    """A socket to the match as this user, accepted."""
    one = open_page(row, user)
    assert (await one.connect())[0]
    return one


async def frame_of(one: Socket) -> str:
    """The next frame, answered for as a page does."""
    frame = await one.receive_from()
    assert 'data-version="' in frame
    await one.send_to('{"kind":"seen","version":1}')
    return frame


async def newer_than(version: int, one: Socket) -> str:
    """The next frame of a newer version."""
    for _ in range(20):
        frame = await frame_of(one)
        if version_in(frame) > version:
            return frame
    raise AssertionError("nothing newer came")


async def seats(**settings: Any) -> tuple[Match, list[Socket], list[str]]:
    """A match with a socket a seat, and the first frame of each."""
    row = await sync_to_async(make_match)(**settings)
    sockets = [await socket(row, await sync_to_async(user_at)(row, seat)) for seat in (0, 1)]
    return row, sockets, [await frame_of(one) for one in sockets]


async def test_the_first_frame_is_the_whole_screen_of_the_own_seat() -> None:
    row, sockets, frames = await seats()
    state = await sync_to_async(state_of)(row)
    for seat, frame in enumerate(frames):
        assert version_in(frame) == 1
        for panel in ("board", "rack", "card-you", "card-opp", "p-shop", "p-turns"):
            assert f'id="{panel}"' in frame
        own = re.search(r'id="rack".*?</div>', frame, re.S)
        assert own
        shown = re.findall(r'data-tile="([^"]+)"', own[0])
        assert sorted(shown) == sorted(state.players[seat].hand)


async def test_a_page_of_a_match_in_which_what_is_due_cannot_be_applied_is_closed_for_good() -> None:
    row, sockets, _ = await seats()
    await sync_to_async(Match.objects.filter(pk=row.pk).update)(state="{}", due_at=START)
    sockets.append(await socket(row, await sync_to_async(user_at)(row, 0)))
    for one in sockets[:2]:
        await one.send_to('{"kind":"nudge"}')
    assert [await closing_code(one) for one in sockets] == [4410, 4410, 4410]


async def test_a_change_reaches_both_sockets_as_changed_panels_only() -> None:
    row, sockets, _ = await seats()
    await sync_to_async(submit)(row, 1, do="buy", item="swap")
    for one in sockets:
        frame = await newer_than(1, one)
        assert version_in(frame) == 2
        assert 'id="board"' not in frame


@pytest.mark.parametrize("actor", [0, 1])
async def test_the_other_is_drawn_before_the_one_who_acted(monkeypatch: pytest.MonkeyPatch, actor: int) -> None:
    """Who acted has the answer. Drawn at the same time, both screens would take as long as the two together."""
    row, sockets, _ = await seats()
    begun, push, order = threading.Event(), pushes.push, []

    def watched(screen: Screen, *args: Any) -> str:
        if screen.view.viewer == actor:
            begun.set()
        else:
            begun.wait(0.1)  # what would be drawn beside this one has begun by now
            order.append(begun.is_set())
        return push(screen, *args)

    monkeypatch.setattr(pushes, "push", watched)
    await sync_to_async(submit)(row, actor, do="buy", item="swap")
    for one in sockets:
        await newer_than(1, one)
    assert order == [False]


@pytest.mark.parametrize(("shows", "is_whole"), [(1, True), (2, False), (3, False)])
async def test_a_page_that_has_not_said_that_it_shows_the_last_push_gets_the_whole_screen(
    shows: int, is_whole: bool
) -> None:
    """The push may be lost. 3 it would have read by itself, ahead of the push."""
    row, (one, _), _ = await seats()
    await sync_to_async(submit)(row, 0, do="buy", item="swap")
    assert 'id="board"' not in await newer_than(1, one)
    await one.send_to(f'{{"kind":"seen","version":{shows}}}')
    assert await one.receive_nothing(timeout=0.05)
    await sync_to_async(submit)(row, 1, do="buy", item="swap")
    assert ('id="board"' in await one.receive_from()) is is_whole


async def test_a_lost_ping_is_healed_by_the_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_keeper, "BEAT_SECONDS", 0.3)
    row, sockets, _ = await seats()

    async def lose(*args: dict[str, int | str] | str, **kwargs: Any) -> None:
        return None

    monkeypatch.setattr(get_channel_layer(), "group_send", lose)
    await sync_to_async(submit)(row, 0, do="pass")
    for one in sockets:
        assert version_in(await newer_than(1, one)) == 2


async def test_a_version_that_was_skipped_makes_the_next_screen_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page may have read the skipped one by itself: what is as it was before that is news to it."""
    row, (one, _), _ = await seats()
    monkeypatch.setattr(announce, "after_commit", lambda *args, **more: None)
    before = await sync_to_async(lambda: Match.objects.get(pk=row.pk).version)()
    for seat in (0, 1):  # on turn, not on turn, on turn again
        await sync_to_async(submit)(row, seat, do="pass")
    await one.send_to('{"kind":"nudge"}')
    frame = await newer_than(before, one)
    assert version_in(frame) == before + 2 and 'id="actions"' in frame and 'id="board"' in frame


async def test_a_nudge_makes_the_server_look_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    row, sockets, _ = await seats()
    monkeypatch.setattr(clock, "now_ms", lambda: START + 63_000)
    await sockets[0].send_to('{"kind":"nudge"}')
    assert version_in(await newer_than(1, sockets[0])) == 2
    assert (await sync_to_async(state_of)(row)).turn == 2


async def test_an_early_nudge_is_not_believed() -> None:
    row, sockets, _ = await seats()
    await sockets[0].send_to('{"kind":"nudge"}')
    assert version_in(await frame_of(sockets[0])) == 1
    assert (await sync_to_async(state_of)(row)).turn == 1


async def test_who_opens_hundreds_of_sockets_has_six_and_the_others_cost_no_statement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And an answer for each, and no other player one less."""
    row = await sync_to_async(make_match)()
    user, other = [await sync_to_async(user_at)(row, seat) for seat in (0, 1)]
    for _ in range(sockets_of_a_process.MOST_A_USER):
        await frame_of(await socket(row, user))

    def asked(*args: object) -> None:
        raise AssertionError("asked the database for one too many")

    with monkeypatch.context() as context:
        context.setattr(presence, "places", asked)
        assert {await closing_code(await socket(row, user)) for _ in range(100)} == {1013}
    assert version_in(await frame_of(await socket(row, other))) == row.version
    assert sockets_of_a_process.how_many() == sockets_of_a_process.MOST_A_USER + 1
    await close_all()
    assert sockets_of_a_process.how_many() == 0 and not sockets_of_a_process._of_user


async def test_a_process_has_only_so_many_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    row, sockets, _ = await seats()
    monkeypatch.setattr(sockets_of_a_process, "MOST_A_PROCESS", len(sockets))
    user = await sync_to_async(user_at)(row, 0)
    assert await closing_code(await socket(row, user)) == 1013
    await sockets[1].disconnect()
    assert version_in(await frame_of(await socket(row, user))) == row.version


@pytest.mark.parametrize(
    ("frame", "is_read"),
    [
        ('{"kind":"seen","version":7}', True),
        ('{"version": 7, "kind": "seen"}', True),
        ('{"kind":"seen","version":"7"}', True),  # no version: what was pushed is sent whole
        ('{"kind":"seen","version":7}x', False),
        ('{"kind":"seen","version":7,"kind":"seen"}', False),
        ('{"kind":"seen","version":٧}', False),
    ],
)
async def test_the_usual_sign_of_life_is_read_as_any_other(frame: str, is_read: bool) -> None:
    _, [one, _], _ = await seats()
    await one.send_to(frame)
    if is_read:
        assert await one.receive_nothing(timeout=0.05)
    else:
        assert await closing_code(one) == 4400


@pytest.mark.parametrize(
    ("said", "is_taken"),
    [('{"kind":"seen","version":7}', True), ('{"version": 7, "kind": "seen"}', False), ('{"kind":"nudge"}', False)],
)
async def test_the_usual_sign_of_life_is_taken_at_once(said: str, is_taken: bool) -> None:
    """By who knows of it; all else comes as a message. Not before the socket is in, for which messages wait."""
    _, sockets, _ = await seats()
    one, _ = kept = kept_pages()
    assert len(kept) == len(sockets)
    one.answered_at, one.shows = -1.0, 0
    one.keeper.signs.clear()
    assert one.sign(said) is is_taken
    assert (one.shows, one.answered_at > 0, one.place in one.keeper.signs) == (7 * is_taken, is_taken, is_taken)
    one.is_in = False
    assert not one.sign(said)


async def test_a_page_that_lacks_the_last_push_says_so_by_a_sign_too() -> None:
    row, (one, _), _ = await seats()
    await sync_to_async(submit)(row, 0, do="buy", item="swap")
    assert 'id="board"' not in await newer_than(1, one)
    mine = next(page for page in kept_pages() if page.user_id == one.scope["user"].pk)
    assert mine.sign('{"kind":"seen","version":1}')
    await sync_to_async(submit)(row, 1, do="buy", item="swap")
    assert 'id="board"' in await newer_than(2, one)


async def test_without_a_database_a_socket_is_told_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: dict[str, Any] | Sequence[tuple[str, int]]) -> None:
        raise OperationalError("gone")

    row = await sync_to_async(make_match)()
    user = await sync_to_async(user_at)(row, 0)
    with monkeypatch.context() as context:
        context.setattr(presence, "places", away)
        assert await closing_code(await socket(row, user)) == 1013
    one = await socket(row, user)
    await frame_of(one)
    monkeypatch.setattr(kept_consumer, "get_user", away)
    await sync_to_async(announce.session_changed)(user.pk)
    assert await closing_code(one) == 1013


async def test_a_handshake_without_a_database_is_refused_for_now() -> None:
    async def without_a_database(scope: dict[str, Any], receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        raise OperationalError("gone")

    communicator = Socket(TryAgain(without_a_database), "/ws/match/x/")
    connected, code = await communicator.connect()
    assert (connected, code) == (False, 1013)  # which alfapower.web.websocket_close_codes makes 503


async def test_a_page_that_answers_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_keeper, "BEAT_SECONDS", 0.1)
    _, sockets, _ = await seats()
    monkeypatch.setattr(socket_keeper, "UNANSWERED_SECONDS", 0.3)
    assert await closing_code(sockets[0]) == 4408


async def test_a_stopping_process_sends_its_pages_to_another() -> None:
    _, sockets, _ = await seats()
    await sockets_of_a_process.farewell()
    assert [await closing_code(one) for one in sockets] == [1012, 1012]


async def test_a_beat_joins_the_group_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A layer that was restarted has forgotten who listens."""
    monkeypatch.setattr(socket_keeper, "BEAT_SECONDS", 0.2)
    row, sockets, _ = await seats()
    layer = get_channel_layer()
    layer.groups.clear()
    for _ in range(10):
        await frame_of(sockets[0])
        if any(group_of(row.pk) in name for name in layer.groups):
            break
    assert any(group_of(row.pk) in name for name in layer.groups)


async def test_pings_carry_a_match_and_a_version_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = []

    async def keep(group: str, message: dict[str, int | str]) -> None:
        sent.append(message)

    monkeypatch.setattr(get_channel_layer(), "group_send", keep)
    row = await sync_to_async(make_match)()
    await sync_to_async(submit)(row, 0, do="pass")
    assert sent == [{"type": "match.changed", "match": row.pk, "version": version} for version in (1, 2)]

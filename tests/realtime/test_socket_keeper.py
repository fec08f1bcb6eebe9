"""The keeper of a process: pages at rest cost it a few statements together, and nothing that ails it closes a page."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Collection
from types import CoroutineType
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.auth import get_user
from channels.layers import get_channel_layer
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import OperationalError

from accounts.models import User
from game import due_statements
from game.kernel.deadlines import LEASE
from game.live import consumers, keeper_statements, kept_consumer, online_users, socket_keeper
from game.models import Match, SeatRow
from game.services import announce, clock, presence, sessions, settle_due
from game.services.presence import GOODBYE
from tests.realtime.conftest import ENDS, sign_in
from tests.support.matches import START, make_match, state_of, submit, user_at
from tests.support.sockets import OPEN, Socket, closing_code, open_page, version_in
from tests.support.timeouts import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
SEEN = '{"kind":"seen","version":1}'
OUR_FILES = {socket_keeper.__file__, consumers.__file__, kept_consumer.__file__, online_users.__file__}


async def page(row: Match, seat: int) -> Socket:
    """The open page of a seat: drawn, and answered for."""
    user = await sync_to_async(user_at)(row, seat)
    one = open_page(row, user)
    one.scope["session"] = await sync_to_async(sign_in)(user)
    assert (await one.connect())[0]
    while not version_in(await one.receive_from()):  # a beat may come before anything is drawn
        pass
    await one.send_to(SEEN)
    await one.is_read()
    return one


async def pages(matches: int = 1, **settings: Any) -> list[Socket]:
    """The pages of both seats of so many matches, whose players were last heard from as they began."""
    rows = [await sync_to_async(make_match)(present=False, **settings) for _ in range(matches)]
    return [await page(row, seat) for row in rows for seat in (0, 1)]


async def a_beat() -> None:
    """All that the keeper does within a beat, and the pages' answers."""
    mine = socket_keeper.of_this_loop()
    for number in range(socket_keeper.PARTS):
        await mine._beats(number)
        await mine._groups(number)
        await mine._versions(number)
        await mine._leases(number)
        await mine._singly(number)
    await mine._sessions(0)
    for one in OPEN:
        await one.receive_from()
        await answer(one)


async def seat_row(one: Socket) -> SeatRow:
    """The row of the page's seat."""
    return await sync_to_async(SeatRow.objects.select_related("match").get)(user=one.scope["user"])


@pytest.mark.parametrize("matches", [1, 4])
async def test_pages_at_rest_cost_the_same_statements_however_many(
    statements: list[Any], monkeypatch: pytest.MonkeyPatch, matches: int
) -> None:
    monkeypatch.setattr(socket_keeper, "RENEW_AFTER_SECONDS", 0)
    await pages(matches)
    await a_beat()
    statements.clear()
    await a_beat()
    kinds = [(sql.split()[0], sql.count("SELECT")) for _, sql in statements if sql.split()[0] in ("SELECT", "UPDATE")]
    assert len(kinds) == socket_keeper.PARTS + 1 + 2, statements  # versions, leases once answered, sessions and users
    assert {thread.rstrip("0123456789") for thread, _ in statements} == {"keeper_"}


async def test_thousands_are_asked_about_in_parts(statements: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_keeper, "AT_ONCE", 2)
    await pages(3)
    statements.clear()
    await socket_keeper.of_this_loop()._versions(0)
    assert sum(sql.startswith("SELECT") for _, sql in statements) == 2


async def answer(one: Socket) -> None:
    """A sign of life of the page, read by the server."""
    await one.send_to(SEEN)
    await one.is_read()


@pytest.mark.parametrize(("ago", "is_renewed"), [(LEASE / 3000 - 0.5, False), (LEASE / 3000 + 0.5, True)])
async def test_a_sign_of_life_is_written_when_the_lease_is_a_third_over(
    monkeypatch: pytest.MonkeyPatch, ago: float, is_renewed: bool
) -> None:
    one, other = await pages()
    mine = socket_keeper.of_this_loop()
    await mine._leases(0)
    before = [(await seat_row(page)).seen_at for page in (one, other)]
    monkeypatch.setattr(clock, "now_ms", lambda: START + 5000)
    await answer(one)
    mine.renewed_at = dict.fromkeys(mine.renewed_at, max(mine.signs.values()) - ago)
    await mine._leases(0)
    assert ((await seat_row(one)).seen_at > before[0]) is is_renewed
    assert (await seat_row(other)).seen_at == before[1]


async def test_whoever_comes_back_to_an_open_page_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    one, _ = await pages(turn_seconds=600)
    row = (await seat_row(one)).match
    monkeypatch.setattr(clock, "now_ms", lambda: START + 1000 + LEASE)
    await sync_to_async(settle_due.sweep)(START + 1000 + LEASE)
    assert (await seat_row(one)).away
    await answer(one)
    await socket_keeper.of_this_loop()._leases(0)
    await socket_keeper.of_this_loop()._singly(0)
    assert not (await seat_row(one)).away
    assert (await sync_to_async(state_of)(row)).players[(await seat_row(one)).seat].away_since is None


async def test_a_goodbye_is_not_taken_back_by_what_the_page_said_before() -> None:
    one, _ = await pages()
    await one.send_to(SEEN)
    mine = socket_keeper.of_this_loop()
    await one.disconnect(1001)
    await mine._leases(0)
    assert (await seat_row(one)).lease == GOODBYE


async def test_what_the_sweep_has_missed_is_applied(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = await pages()
    late = START + 63_000 + keeper_statements.OVERDUE
    await sync_to_async(SeatRow.objects.update)(seen_at=late)
    for now, turn in ((late - 1, 1), (late, 2)):
        monkeypatch.setattr(clock, "now_ms", lambda now=now: now)
        await socket_keeper.of_this_loop()._versions(0)
        await socket_keeper.of_this_loop()._singly(0)
        assert (await sync_to_async(state_of)((await seat_row(one)).match)).turn == turn
    assert [version_in(await page.receive_from()) for page in (one, other)] == [2, 2]


def given_to_another(user: User, session: SessionStore) -> None:
    others = Session.objects.exclude(pk=session.session_key).get()
    Session.objects.filter(pk=session.session_key).update(session_data=others.session_data)


@pytest.mark.parametrize("end", [*ENDS, given_to_another])
@pytest.mark.parametrize("beats", [0, 1])
async def test_a_session_that_has_ended_closes_its_page_at_the_next_beat(end: Callable[..., Any], beats: int) -> None:
    """Also where nobody was told; before the first beat it is compared with what the page was opened with."""
    one, other = await pages()
    for _ in range(beats):
        await a_beat()
    elsewhere = SessionStore(one.scope["session"].session_key)
    await sync_to_async(end)(one.scope["user"], elsewhere)
    await socket_keeper.of_this_loop()._sessions(0)
    assert await closing_code(one) == 4401
    assert await other.receive_nothing(timeout=0.05)


async def test_a_socket_that_cannot_be_looked_at_keeps_no_other_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one asked about fails: the last one is closed all the same, within the same beat."""
    shown = await pages()
    mine, ended = socket_keeper.of_this_loop(), await sync_to_async(Session.objects.all().delete)()
    *ill, well = [socket for part in mine.parts for socket in part]
    for socket in ill:
        monkeypatch.setattr(socket, "check_session", None)
    with pytest.raises(TypeError):
        await mine._sessions(0)
    [page_of_it] = [one for one in shown if one.scope["user"].pk == well.user_id]
    assert ended[0] == len(shown) and await closing_code(page_of_it) == 4401


async def test_a_session_as_it_was_is_not_looked_at_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    await pages()

    async def never(scope: dict[str, Any]) -> None:
        raise AssertionError("looked at")

    monkeypatch.setattr(kept_consumer, "get_user", never)
    await a_beat()
    await a_beat()


async def test_a_key_that_is_none_is_asked_about_by_nobody() -> None:
    """It would stand in the words of the statement."""
    one, _ = await pages()
    key, user_id = one.scope["session"].session_key, one.scope["user"].pk
    found = await sync_to_async(sessions.found)({key, None, "", "x') OR ('1' = '1"}, {user_id})
    assert set(found.sessions) == {key} and set(found.users) == {user_id}
    nobody = await sync_to_async(sessions.found)(set(), set())
    assert not nobody.sessions and not nobody.users


async def test_a_session_that_was_changed_and_is_good_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    one, _ = await pages()
    looks: list[dict[str, Any]] = []

    async def counted(scope: dict[str, Any]) -> Any:
        looks.append(scope)
        return await get_user(scope)

    monkeypatch.setattr(kept_consumer, "get_user", counted)
    changed = SessionStore(one.scope["session"].session_key)
    await sync_to_async(changed.__setitem__)("seen", "today")
    await sync_to_async(changed.save)()
    for _ in range(3):
        await a_beat()
    assert len(looks) == 1


async def heard(one: Socket, version: int) -> None:
    """Read, and answer, until a frame names the version."""
    while version_in(await one.receive_from()) != version:
        await one.send_to(SEEN)


async def test_while_the_database_is_away_pages_stay_and_then_catch_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_keeper, "BEAT_SECONDS", 0.2)
    monkeypatch.setattr(socket_keeper, "RENEW_AFTER_SECONDS", 0)
    monkeypatch.setattr(announce, "after_commit", lambda *args: None)
    both = await pages()
    row = (await seat_row(both[0])).match

    def away(*args: dict[presence.Place, int] | int | Collection[int | str]) -> None:
        raise OperationalError("gone")

    with monkeypatch.context() as context:
        for module, name in (
            (due_statements, "versions_and_due"),
            (presence, "renew"),
            (sessions, "found"),
            (settle_due, "settled"),
        ):
            context.setattr(module, name, away)
        await sync_to_async(submit)(row, 0, do="pass")
        socket_keeper.of_this_loop().told(row.pk, row.version + 1)  # known, and cannot be drawn
        failing = socket_keeper.of_this_loop().failing
        for _ in range(200):
            for one in both:
                assert version_in(await one.receive_from()) == row.version
                await one.send_to(SEEN)
            if failing >= {"versions", "leases", "sessions"}:
                break
        assert failing >= {"versions", "leases", "sessions"}
    for one in both:
        await heard(one, row.version + 1)


async def test_a_slow_statement_of_the_keeper_delays_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its readings hang; beats go on, and a change is seen."""
    monkeypatch.setattr(socket_keeper, "BEAT_SECONDS", 0.2)
    both, goes_on = await pages(), threading.Event()
    hanging = threading.Barrier(3)  # the versions, the sessions and this test

    def hang(*args: int | Collection[int | str]) -> None:
        with contextlib.suppress(threading.BrokenBarrierError):
            hanging.wait(PATIENCE)
        goes_on.wait(PATIENCE)
        raise OperationalError("too slow")

    for module, name in ((due_statements, "versions_and_due"), (sessions, "found")):
        monkeypatch.setattr(module, name, hang)
    try:
        await asyncio.to_thread(hanging.wait, PATIENCE)
        row = (await seat_row(both[0])).match
        await sync_to_async(submit)(row, 0, do="pass")
        for one in both:
            await heard(one, row.version + 1)
            await heard(one, row.version + 1)
    finally:
        goes_on.set()
        hanging.abort()  # whoever came there since would hold a thread of the keeper's pool, and the end of the process


async def test_a_page_that_cannot_be_sent_to_costs_the_others_no_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = await pages()
    mine = socket_keeper.of_this_loop()
    first, second = (socket for part in mine.parts for socket in part)

    async def gone(text: str) -> None:
        raise RuntimeError("closed")

    monkeypatch.setattr(first, "send", gone)
    for number in range(socket_keeper.PARTS):
        await mine._beats(number)
    assert {socket for part in mine.parts for socket in part} == {second}


def ours() -> set[asyncio.Task[Any]]:
    """The tasks of the game's own that run."""
    return {task for task in asyncio.all_tasks() if _file_of(task) in OUR_FILES}


def _file_of(task: asyncio.Task[Any]) -> str:
    """Where what the task runs is written."""
    runs = task.get_coro()
    assert isinstance(runs, CoroutineType)
    return runs.cr_code.co_filename


async def test_a_keeper_ends_with_its_last_page() -> None:
    both = await pages()
    mine = socket_keeper.of_this_loop()
    assert mine.tasks <= ours()
    for one in both:
        await one.disconnect(1006)
    async with asyncio.timeout(PATIENCE):
        while ours():
            await asyncio.sleep(0)
    assert not mine.members and not mine.matches and not mine.users
    assert not mine.channel


async def test_a_keeper_that_ends_again_leaves_its_first_reader_to_say_goodbye_in_peace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cancelled, may_leave = list[str](), asyncio.Event()

    async def reads(channel: str) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.append("begins to leave")
            await may_leave.wait()
            cancelled.append("has left")

    monkeypatch.setattr(get_channel_layer(), "receive", reads)
    for again in (False, True):  # a reload: the last page goes, and the next one comes at once and goes
        for one in await pages():
            await one.disconnect(1006)
        assert cancelled.count("begins to leave") == 1 + again
    may_leave.set()
    while len(cancelled) < 4:
        await asyncio.sleep(0.01)
    assert sorted(cancelled) == ["begins to leave"] * 2 + ["has left"] * 2

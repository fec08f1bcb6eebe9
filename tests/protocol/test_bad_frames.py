"""Frames that are no sign of life: each closes its socket by a code of the book, and the match is as it was."""

from collections.abc import Iterator

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from hypothesis import HealthCheck, given, settings

from game.kernel.deadlines import LEASE
from game.live import consumers
from game.models import LogEntry, Match
from game.services import clock
from game.services.presence import GOODBYE
from tests.protocol import grammar
from tests.support.matches import START, make_match, user_at
from tests.support.run_length import tries
from tests.support.sockets import OPEN, Socket, in_the_tests_thread, open_page

pytestmark = pytest.mark.django_db

CLOSED_BY = {1009, 4009, 4400}


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Iterator[Match]:
    """A match whose sockets read it in the test's own thread, where its transaction is."""
    for module in (clock, consumers):
        monkeypatch.setattr(module, "now_ms", lambda: START + 1000)
    in_the_tests_thread(monkeypatch)
    yield make_match(board_size=11)
    OPEN.clear()


async def _shown(match: Match) -> Socket:
    """The socket of seat 0's page, which has had its first frame."""
    one = open_page(match, await sync_to_async(user_at)(match, 0))
    await one.connect()
    await one.receive_from()
    return one


async def _closing_code(match: Match, frame: str | bytes) -> int | None:
    """The code by which a frame closes a socket; None when it does not."""
    one = await _shown(match)
    if isinstance(frame, bytes):
        await one.send_to(bytes_data=frame)
    else:
        await one.send_to(text_data=frame)
    try:
        said = await one.receive_output()
        return said["code"] if said["type"] == "websocket.close" else None
    finally:
        await one.disconnect()


@settings(
    max_examples=tries(30, 150),
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(frame=grammar.frames())
def test_every_bad_frame_closes_by_a_code_of_the_book(
    match: Match, frame: str | bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.clear()
    before = Match.objects.values("state", "version").get(pk=match.pk)
    code = async_to_sync(_closing_code)(match, frame)
    assert code in CLOSED_BY
    assert Match.objects.values("state", "version").get(pk=match.pk) == before
    assert LogEntry.objects.filter(match=match).count() == 1
    assert not caplog.records


async def _left_by(match: Match, code: int) -> None:
    """A page's socket closes."""
    await (await _shown(match)).disconnect(code)


@pytest.mark.parametrize(("code", "lease"), [(1001, GOODBYE), (1005, GOODBYE), (1006, LEASE), (4009, LEASE)])
def test_only_a_page_that_says_goodbye_is_missed_sooner(match: Match, code: int, lease: int) -> None:
    match.seats.update(seen_at=START)
    async_to_sync(_left_by)(match, code)
    mine = match.seats.get(seat=0)
    assert (mine.seen_at, mine.lease, mine.away) == (START + 1000, lease, False)


@pytest.mark.parametrize(("size", "code"), [(4096, 4400), (4097, 1009), (200_000, 1009)])
def test_a_frame_about_the_cap(match: Match, size: int, code: int) -> None:
    frame = '{"kind":"' + "x" * (size - len('{"kind":""}')) + '"}'
    assert async_to_sync(_closing_code)(match, frame) == code


async def _code_at(match: Match, public_id: str) -> int:
    """The code by which a socket to this address is closed."""
    user = await sync_to_async(user_at)(match, 0)
    match.public_id = public_id
    one = open_page(match, user)
    await one.connect()
    return (await one.receive_output())["code"]


def test_a_socket_to_no_match_is_closed_by_name(match: Match) -> None:
    """A database may not bear every character that an address can hold."""
    for public_id in ("%00", "AAAA%00", "AAAAAAAAAAAA", "x" * 3000, "%F0%9F%98%80"):
        assert async_to_sync(_code_at)(match, public_id) == 4403, public_id

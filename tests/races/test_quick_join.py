"""Quick Join with the real game behind it: two pages in every order, and two hundred at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import connections

from accounts.services.guests import create_guest
from game.models import Match, SeatRow
from lobby.models import Seeker
from lobby.services.quick_join import Queue, cancel, poll, seek
from tests.races.interleaving import Lane, every_order
from tests.races.quick_join_pages import poll_both, seek_both
from tests.support.types import certain

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

NOW = 4_000_000_000_000
SEEKERS = 200
PROCESSES = 16
ROUNDS = 90
"""More than ever came: the last two may poll in step, and pass one another over until chance parts them."""
SHARED = ("select seeker", "select seeker for update", "update seeker", "delete seeker", "commit")
"""What two pages can get in each other's way with: the match that one of them makes is its own until the commit."""


def seek_anew(players: list[int], calm: Queue, polled: int) -> None:
    """The two in one queue, as if nothing had been, their pages heard `polled` times, a second apart."""
    Seeker.objects.all().delete()
    Match.objects.all().delete()
    seek_both(players, calm, NOW, polled)


def sound(players: list[int]) -> str:
    """The stages at which the two stand; a pair is mutual, and there is one match with both or none."""
    rows = list(Seeker.objects.filter(user_id__in=players).order_by("pk"))
    seats = SeatRow.objects.filter(user_id__in=players)
    matches = {row.match for row in rows if row.match}
    if matches:
        assert len(rows) == 2 and len(matches) == 1 and all(row.match for row in rows)
        assert seats.count() == 2 and {seat.user_id for seat in seats} == set(players)
        assert Match.objects.get(public_id=matches.pop()).version == 1
        return "matched"
    assert not seats.exists()
    if len(rows) == 2 and rows[0].partner == rows[1].pk and rows[1].partner == rows[0].pk:
        assert rows[0].starts_at == rows[1].starts_at
        return "found" if rows[0].starts_at is None else "counted"
    return "waiting"


@pytest.mark.long
@pytest.mark.parametrize(
    ("polled", "stages"),
    [(0, {"waiting", "found"}), (1, {"found", "counted"}), (2, {"counted"}), (4, {"counted", "matched"})],
)
def test_two_pages_polling_in_every_order(calm: Queue, players: list[int], polled: int, stages: set[str]) -> None:
    """Nobody is paired twice, and some seconds later they sit in one match whatever the order was."""
    seen: list[str] = []

    def begin() -> list[Lane]:
        seek_anew(players, calm, polled)
        return [Lane(partial(poll, player, NOW + 1000 * (polled + 1)), SHARED) for player in players]

    # Once paired, the two differ only by who came first to the queue, which no poll asks again.
    for order in every_order(begin, alike=polled > 0):
        order.clean()
        seen.append(sound(players))
        for second in range(polled + 2, polled + 9):
            if sound(players) != "matched":
                poll_both(players, NOW, [second])
        assert sound(players) == "matched", str(order)
    assert set(seen) <= stages and len(seen) >= 3


@pytest.mark.parametrize("polled", [0, *(pytest.param(turn, marks=pytest.mark.long) for turn in (1, 2, 4))])
def test_one_leaves_while_the_other_polls(calm: Queue, players: list[int], polled: int) -> None:
    """One match with both, or none, and then the one who stays waits on."""
    stays, leaves = players

    def begin() -> list[Lane]:
        seek_anew(players, calm, polled)
        return [Lane(lambda: poll(stays, NOW + 1000 * (polled + 1)), SHARED), Lane(lambda: cancel(leaves), SHARED)]

    for order in every_order(begin):
        _, public_id = order.clean()
        if sound(players) == "matched":
            assert public_id == Seeker.objects.get(user_id=leaves).match
        else:
            assert public_id == "" and not Seeker.objects.filter(user_id=leaves).exists()
            assert certain(poll(stays, NOW + 1000 * (polled + 2))).stage == "waiting"


@pytest.mark.long
def test_two_hundred_at_once_are_a_hundred_matches(calm: Queue) -> None:
    players = [create_guest().pk for _ in range(SEEKERS)]

    def in_a_process(work: Callable[[], Any]) -> Any:
        try:
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(PROCESSES) as threads:
        list(threads.map(lambda player: in_a_process(lambda: seek(player, calm, NOW)), players))
        for second in range(1, ROUNDS + 1):
            moment = NOW + 1000 * second
            list(threads.map(lambda player, at=moment: in_a_process(lambda: poll(player, at)), players))
            if Match.objects.count() == SEEKERS // 2:
                break
    assert Match.objects.count() == SEEKERS // 2
    seated = list(SeatRow.objects.values_list("user_id", flat=True))
    assert sorted(seated) == sorted(players)
    matches = Seeker.objects.values_list("match", flat=True)
    assert len(set(matches)) == SEEKERS // 2 and "" not in matches

"""Signs of life, absences and outages beside each other, in every order: nobody is away who is there, nothing twice."""

from collections.abc import Callable
from typing import Any

import pytest

from game.dispatch import log_entries
from game.kernel.actions import Leave
from game.kernel.deadlines import LEASE, TIMED_ABSENCE
from game.models import Match, Outage, Pulse, SeatRow
from game.services import outages, play, presence, settle_due
from tests.races import positions
from tests.races.interleaving import Lane, every_order
from tests.races.invariants import comings, fault, kinds
from tests.races.seats import Work, orders_of, sends
from tests.support.matches import START, make_match, message, state_of

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

SHARED = ("select match", "select match for update", "select seatrow", "update seatrow", "commit")
"""What these pipelines share; the log and the state they write under the lock of the match, unseen until the commit."""
LEFT_AND_BACK = [("seat_left", 0), ("seat_returned", 0)]


@pytest.fixture
def row() -> Match:
    """A match in which seat 0 was last heard at its start."""
    row = make_match(board_size=11)
    SeatRow.objects.filter(match=row, seat=0).update(seen_at=START)
    return row


def touches(at: int) -> Work:
    """A sign of life of seat 0."""
    return lambda copy: presence.touch(copy.pk, 0, at)


def sweeps(now: int) -> Work:
    """A sweep."""
    return lambda copy: settle_due.sweep(now)


@pytest.mark.parametrize("at", [LEASE - 1, LEASE])
def test_whoever_gives_a_sign_of_life_is_there(row: Match, at: int) -> None:
    """A sweep at the very end of the lease: an absence that it has noted ends with the sign of life."""
    for copy, _, order in orders_of(row, touches(START + at), sweeps(START + LEASE), stops=SHARED):
        seat = SeatRow.objects.get(match=copy, seat=0)
        assert not seat.away and seat.seen_at == START + at, str(order)
        assert state_of(copy).players[0].away_since is None, str(order)
        assert comings(copy) in ([], LEFT_AND_BACK), str(order)


def test_two_signs_of_life_after_an_absence_are_one_return(row: Match) -> None:
    late = START + 20_000
    for copy, _, _ in orders_of(row, *[touches(late)] * 2, stops=SHARED):
        assert comings(copy) == LEFT_AND_BACK
        assert not SeatRow.objects.get(match=copy, seat=0).away


def test_an_action_and_a_sign_of_life_after_an_absence_are_one_return(row: Match) -> None:
    late = START + 20_000
    places = sends(0, late, do="place", tiles=positions.openings(row)[0])
    for copy, (receipt, _), _ in orders_of(row, places, touches(late), stops=SHARED):
        assert receipt.code == "" and kinds(copy) == ["words_scored"]
        assert comings(copy) == LEFT_AND_BACK


def test_a_goodbye_and_a_sign_of_life_of_another_page(row: Match) -> None:
    works: tuple[Work, Work] = touches(START + 4_000), lambda copy: presence.goodbye(copy.pk, 0, START + 5_000)
    for copy, _, order in orders_of(row, *works, stops=SHARED):
        seat = SeatRow.objects.get(match=copy, seat=0)
        assert not seat.away, str(order)
        assert (seat.seen_at, seat.lease) in {(START + 4_000, LEASE), (START + 5_000, presence.GOODBYE)}, str(order)
        assert comings(copy) == []


@pytest.mark.long
def test_who_comes_back_at_the_end_of_the_window_is_back_or_has_lost() -> None:
    row = make_match(turn_seconds=600)
    SeatRow.objects.filter(match=row, seat=0).update(seen_at=START)
    settle_due.sweep(START + LEASE)
    assert state_of(row).players[0].away_since == START
    end, seen = START + TIMED_ABSENCE, set()
    for copy, _, _ in orders_of(row, touches(end - 1), sweeps(end), stops=SHARED):
        outcome = state_of(copy).outcome
        assert comings(copy) == (LEFT_AND_BACK if outcome is None else LEFT_AND_BACK[:1])
        assert kinds(copy) == ([] if outcome is None else ["match_ended"])
        seen.add(outcome and outcome.reason)
    assert seen == {None, "abandoned"}


def test_one_outage_is_credited_once(row: Match) -> None:
    deadline = state_of(row).deadline
    Outage.objects.create(from_at=START + 1_000, to_at=START + 8_000)
    buys = sends(1, START + 8_002, do="buy", item="swap")
    for copy, (_, receipt), _ in orders_of(row, sweeps(START + 8_001), buys, stops=SHARED):
        assert sorted(kinds(copy)) == ["clock_credited", "item_bought"] and receipt.code == ""
        assert state_of(copy).deadline == deadline + 7_000 + outages.RECONNECT_ALLOWANCE
        assert comings(copy) == []


def test_two_processes_that_come_back_write_down_one_outage() -> None:
    def begin() -> list[Callable[[], Any]]:
        Outage.objects.all().delete()
        Pulse.objects.update_or_create(pk=1, defaults={"stamped_at": START})
        return [lambda: outages.stamp(START + 60_000), lambda: outages.stamp(START + 60_100)]

    for order in every_order(begin):
        assert sum(found is not None for found in order.clean()) == 1
        assert Outage.objects.count() == 1


def test_a_door_and_a_process_that_come_back_write_down_one_outage(row: Match) -> None:
    positions.put_away(row)
    buy, copies = message(do="buy", item="swap"), []
    shared = ("select seatrow", "select pulse for update", "insert outage", "update pulse", "commit")

    def begin() -> list[Lane]:
        Outage.objects.all().delete()
        Pulse.objects.update_or_create(pk=1, defaults={"stamped_at": START})
        copies.append(positions.copy_of(row))
        back = START + 60_000
        works = (lambda: outages.stamp(back), lambda: play.submit(copies[-1].pk, 1, buy, back + 100))
        return [Lane(work, shared) for work in works]

    for order in every_order(begin):
        order.clean()
        assert (Outage.objects.count(), fault(copies[-1])) == (1, ""), str(order)
        assert sorted(kinds(copies[-1])) == ["clock_credited", "item_bought"] and comings(copies[-1]) == []
        positions.put_away(copies[-1])


def test_an_absence_is_dated_by_the_last_sign_of_life(row: Match) -> None:
    settle_due.sweep(START + LEASE + 500)
    entry = row.log.get(seq=2)
    assert log_entries.action_of({"do": "leave", "since": START}, 0, "alfapower", "en") == Leave(START)
    assert (entry.at, state_of(row).players[0].away_since) == (START + LEASE, START)

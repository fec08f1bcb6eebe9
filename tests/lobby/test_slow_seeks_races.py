"""Slow seeks pressed, cancelled and met at the same instant, on real row locks: of two who press at once one waits and
one comes, in whatever order; no deadlock, no seek met twice, no match made twice."""

from collections import Counter
from functools import partial

import pytest

from accounts.models import User
from accounts.services import leaving, merging
from accounts.services.guests import create_guest
from game.models import Deal, Match
from lobby.models import SlowSeek
from lobby.services import quick_join, slow_seeks
from tests.lobby.conftest import SLOW, Clock, make_preset
from tests.lobby.conftest import START as NOW
from tests.support.at_once import at_once, faults, well_at_once, wrong_at_once

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

PRESSING = 12


@pytest.fixture(autouse=True)
def _presets(patient_pool: None, clock: Clock) -> None:
    """All go by one clock: a seek that began by another would have lapsed by the sweep's."""
    make_preset("far", **SLOW)
    make_preset("near", **SLOW)


def press(user_id: int, preset: str = "far", language: str = "en") -> SlowSeek:
    return slow_seeks.press(user_id, quick_join.queue(preset, language), NOW)


def guests(how_many: int) -> list[int]:
    return [create_guest().pk for _ in range(how_many)]


def test_all_who_press_at_once_are_pairs() -> None:
    players = guests(PRESSING)
    assert wrong_at_once(press, players) == []
    pairs = list(SlowSeek.objects.values_list("user_id", "comer_id"))
    assert Counter(player for pair in pairs for player in pair) == Counter(players)
    seeks = [*SlowSeek.objects.values_list("pk", flat=True)] * 3
    assert wrong_at_once(partial(slow_seeks.finish, now_ms=NOW + 5_000), seeks) == []
    assert Match.objects.count() == PRESSING // 2 and not Deal.objects.exists()


@pytest.mark.parametrize("_round", range(5))
def test_two_cannot_both_wait(_round: int) -> None:
    one, other = guests(2)
    well_at_once(partial(press, one), partial(press, other))
    seek = SlowSeek.objects.get()
    assert {seek.user_id, seek.comer_id} == {one, other}


@pytest.mark.parametrize("_round", range(5))
def test_two_who_meet_each_other_in_two_queues_at_once_do_not_deadlock(_round: int) -> None:
    one, other = guests(2)
    press(one, "far")
    press(other, "near")
    well_at_once(partial(press, other, "far"), partial(press, one, "near"))
    assert {(seek.user_id, seek.comer_id) for seek in SlowSeek.objects.all()} == {(one, other), (other, one)}


def test_one_who_presses_often_at_once_has_one_seek() -> None:
    player = guests(1)[0]
    well_at_once(*[partial(press, player)] * 8)
    assert SlowSeek.objects.count() == Deal.objects.count() == 1


def test_no_more_than_there_may_be_are_counted_at_once() -> None:
    player = guests(1)[0]
    keys = [f"slow-{number}" for number in range(8)]
    for key in keys:
        make_preset(key, **SLOW)
    refused = faults(at_once(*(partial(press, player, key) for key in keys)))
    assert len(refused) == 3 and SlowSeek.objects.count() == 5


@pytest.mark.parametrize("_round", range(5))
def test_a_seek_is_cancelled_or_met_and_never_both(_round: int) -> None:
    waiter, comer = guests(2)
    seek = press(waiter)
    well_at_once(partial(slow_seeks.cancel, waiter, seek.pk), partial(press, comer))
    left = SlowSeek.objects.get()
    assert (left.user_id, left.comer_id) in ((waiter, comer), (comer, None))
    assert Deal.objects.count() == 1


@pytest.mark.parametrize("_round", range(5))
@pytest.mark.parametrize("who", [0, 1])
def test_who_is_deleted_as_the_match_is_made_is_in_it_or_not(_round: int, who: int) -> None:
    players = guests(2)
    press(players[0])
    seek = press(players[1])
    well_at_once(
        partial(slow_seeks.finish, seek.pk, NOW + 5_000),
        partial(leaving.delete, players[who]),
        partial(slow_seeks.sweep, NOW + 5_000),
    )
    assert not User.objects.filter(pk=players[who]).exists()
    made = Match.objects.filter(status=Match.Status.LIVE)
    assert not made.exists()
    assert Match.objects.count() + SlowSeek.objects.filter(match="").count() == 1


@pytest.mark.parametrize("_round", range(5))
def test_a_guest_who_becomes_an_account_as_the_match_is_made(_round: int) -> None:
    waiter, comer, account = guests(3)
    User.objects.filter(pk=account).update(is_guest=False)
    press(waiter)
    seek = press(comer)
    well_at_once(
        partial(slow_seeks.finish, seek.pk, NOW + 5_000),
        partial(merging.merge, comer, account),
        partial(slow_seeks.sweep, NOW + 5_000),
    )
    slow_seeks.sweep(NOW + 5_000)
    assert {seat.user_id for seat in Match.objects.get().seats.all()} == {waiter, account}

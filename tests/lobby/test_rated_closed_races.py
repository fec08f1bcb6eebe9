"""Rated play is closed at the very moment at which a rated match is made, on real row locks: whichever is first, no
match of theirs counts, nothing deadlocks, and who was to play them waits on."""

from functools import partial

import pytest
from django.db import transaction

from accounts.models import Sanction, SanctionKind, User
from accounts.services import sanctions
from accounts.services.guests import create_guest
from game.models import Match
from game.services import store
from lobby.models import Seeker, SlowSeek
from lobby.services import quick_join, slow_seeks
from tests.accounts.ranking import ended
from tests.lobby.conftest import SLOW, Clock, make_preset
from tests.lobby.conftest import START as NOW
from tests.support.at_once import at_once, faults, well_at_once
from tests.support.matches import START
from tests.support.sanctioned import sanctioned

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _presets(patient_pool: None, clock: Clock) -> None:
    """All go by one clock: a seek that began by another would have lapsed by the sweep's."""
    make_preset("calm")
    make_preset("far", **SLOW)


def two() -> list[int]:
    players = [create_guest().pk for _ in range(2)]
    User.objects.filter(pk__in=players).update(is_guest=False)
    return players


def close(player: int) -> Sanction:
    return sanctioned(player, SanctionKind.NO_RATED)


def counts() -> bool:
    return Match.objects.filter(status=Match.Status.LIVE, rated=True).exists()


@pytest.mark.parametrize("_round", range(6))
@pytest.mark.parametrize("who", [0, 1])
def test_as_quick_join_makes_the_match(_round: int, who: int) -> None:
    players, calm = two(), quick_join.queue("calm", "en")
    for player in players:
        quick_join.seek(player, calm, NOW)
    for second in range(1, 6):
        for player in players:
            quick_join.poll(player, NOW + second * 1000)
    moment = NOW + 6_000
    well_at_once(*(partial(quick_join.poll, player, moment) for player in players), partial(close, players[who]))
    assert not counts()
    for second in range(7, 10):
        for player in players:
            quick_join.poll(player, NOW + second * 1000)
    assert not counts()
    if not Match.objects.exists():
        assert [seeker.user_id for seeker in Seeker.objects.filter(match="")] == [players[1 - who]]


@pytest.mark.parametrize("_round", range(6))
@pytest.mark.parametrize("who", [0, 1])
def test_as_a_slow_seek_makes_the_match(_round: int, who: int) -> None:
    players, far = two(), quick_join.queue("far", "en")
    seeks = [slow_seeks.press(player, far, NOW) for player in players]
    finish = partial(slow_seeks.finish, seeks[1].pk, NOW + 5_000)
    well_at_once(finish, partial(close, players[who]), partial(slow_seeks.sweep, NOW + 5_000))
    assert not counts()
    slow_seeks.sweep(NOW + 6_000)
    if not Match.objects.exists():
        assert [(seek.user_id, seek.comer_id) for seek in SlowSeek.objects.all()] == [(players[1 - who], None)]


@pytest.mark.parametrize("_round", range(6))
def test_as_they_press_play(_round: int) -> None:
    player = two()[0]
    far, calm = quick_join.queue("far", "en"), quick_join.queue("calm", "en")
    results = at_once(
        partial(slow_seeks.press, player, far, NOW), partial(quick_join.seek, player, calm, NOW), partial(close, player)
    )
    assert {type(fault).__name__ for fault in faults(results)} <= {"RatedPlayClosed"}
    assert not SlowSeek.objects.exists() and not Seeker.objects.exists()


@pytest.mark.parametrize("_round", range(6))
@pytest.mark.parametrize("kind", [SanctionKind.NO_RATED, SanctionKind.RENAME])
def test_as_a_match_ends_it_has_counted_or_does_not_and_nothing_deadlocks(_round: int, kind: SanctionKind) -> None:
    one, other = User.objects.filter(pk__in=two()).order_by("pk")
    row = ended(one, other, (110, 100), tell=False)
    Match.objects.filter(pk=row.pk).update(status=Match.Status.LIVE)

    def end() -> None:
        with transaction.atomic():
            locked = store.lock(row.pk)
            locked.status = Match.Status.OVER
            locked.save(update_fields=["status"])
            store.tell_end(locked, START)

    def sanction_in_a_transaction() -> None:
        with transaction.atomic():  # as the administration does
            sanctioned(one.pk, kind)

    well_at_once(end, sanction_in_a_transaction)
    assert not counts()
    if kind == SanctionKind.RENAME:
        assert row.seats.get(user=one).name == Sanction.objects.get().shown_name


@pytest.mark.parametrize("_round", range(4))
def test_two_moderators_at_once_are_one_sanction_and_it_is_lifted_once(_round: int) -> None:
    player = two()[0]
    results = at_once(*[partial(close, player)] * 3)
    assert [type(fault) for fault in faults(results)] == [sanctions.SanctionedAlready] * 2
    made = Sanction.objects.get()
    assert sorted(well_at_once(*[partial(sanctions.lift_sanction, made.pk, None)] * 3)) == [False, False, True]
    assert not User.objects.get(pk=player).is_kept_from_rated

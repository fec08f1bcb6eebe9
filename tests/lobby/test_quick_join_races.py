"""Forty seekers at the same instant, on real row locks: no double pairing, no deadlock, nobody left over."""

import threading
from collections import Counter
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from accounts.services.guests import create_guest
from lobby.models import Seeker
from lobby.services.quick_join import poll, queue, seek
from tests.lobby.conftest import START, make_preset
from tests.support.at_once import at_once, faults, wrong_at_once
from tests.support.timeouts import PATIENCE

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

SEEKERS = 40
ROUNDS = 15  # each round is a second of the waiting pages: under the 20 s after which pairs dissolve


@pytest.fixture(autouse=True)
def _presets(patient_pool: None) -> None:
    make_preset("calm")
    make_preset("wild")


def test_forty_at_once_are_twenty_pairs(made: list[Any]) -> None:
    players = [create_guest().pk for _ in range(SEEKERS)]
    calm, now = queue("calm", "en"), START
    assert wrong_at_once(lambda player: seek(player, calm, now), players) == []

    for second in range(1, ROUNDS + 1):
        moment = now + 1000 * second
        assert wrong_at_once(partial(poll, now_ms=moment), players) == []
        if len(made) == SEEKERS // 2:
            break

    assert len(made) == SEEKERS // 2
    pairs = [[entrant.user_id for entrant in wanted["entrants"]] for wanted in made]
    assert Counter(player for pair in pairs for player in pair) == Counter(players)
    for one, two in pairs:
        rows = Seeker.objects.filter(user_id__in=(one, two))
        assert len({row.match for row in rows}) == 1 and rows.count() == 2


def test_one_user_in_many_tabs_at_once_has_one_place() -> None:
    player = create_guest().pk
    queues = [queue(preset, language) for preset in ("calm", "wild") for language in ("en", "sv")] * 3

    assert wrong_at_once(lambda wanted: seek(player, wanted, START), queues) == []

    assert Seeker.objects.filter(user_id=player).count() == 1


def test_a_seeker_in_use_elsewhere_is_passed_over_and_not_waited_for() -> None:
    calm, now = queue("calm", "en"), START
    oldest, second, newcomer = (create_guest().pk for _ in range(3))
    for moment, player in enumerate((oldest, second, newcomer)):
        seek(player, calm, now + moment)
    Seeker.objects.exclude(user_id=newcomer).update(seen_at=now)
    held, done = threading.Event(), threading.Event()

    def hold(player: int) -> None:
        with transaction.atomic():
            Seeker.objects.select_for_update().get(user_id=player)
            held.set()
            done.wait(PATIENCE)

    def meet(player: int) -> None:
        held.wait(PATIENCE)
        poll(player, now + 1000)
        done.set()

    assert faults(at_once(partial(hold, oldest), partial(meet, newcomer))) == []

    partner = Seeker.objects.get(user_id=newcomer).partner
    assert partner == Seeker.objects.get(user_id=second).pk

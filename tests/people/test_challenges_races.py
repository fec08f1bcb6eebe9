"""Challenges answered, taken back and begun at the same instant, on real row locks: one of two wins, nothing deadlocks,
no match is made twice and no commitment used twice."""

from functools import partial
from typing import Any, cast

import pytest
from django.db import connection

from accounts import api as accounts
from game.models import Deal, Match
from people.models import Challenge
from people.services import challenge_ends, challenge_start, challenges
from people.services.challenge_limits import Refused
from people.services.challenge_rows import NoChallenge
from people.services.challenges import Wanted
from tests.lobby.conftest import SLOW, make_preset
from tests.people.challengers import DAY, SECOND, account
from tests.people.players import NOW
from tests.support.at_once import at_once, faults, well_at_once
from tests.support.sanctioned import closed

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

WANTED = Wanted("alfapower", "", SLOW)


@pytest.fixture(autouse=True)
def _presets(monkeypatch: pytest.MonkeyPatch) -> None:
    make_preset("far", **SLOW)
    # Threads share eight connections: on a slow machine the last wait longer than a player would.
    monkeypatch.setattr(cast(Any, connection).pool, "timeout", 30.0)


def two() -> tuple[int, int]:
    return account("Astrid").pk, account("Björn").pk


def make(asker: int, asked: int) -> Challenge:
    return challenges.make(asker, asked, WANTED, NOW)


def told(*acts: Any) -> list[Exception]:
    """They all act at once; what went wrong besides being told that there is nothing to do."""
    return [fault for fault in faults(at_once(*acts)) if not isinstance(fault, NoChallenge | Refused)]


def stage() -> str:
    return Challenge.objects.get().stage


@pytest.mark.parametrize("_round", range(4))
def test_accepted_and_taken_back_at_once_is_one_of_the_two(_round: int) -> None:
    one, other = two()
    row = make(one, other)
    accept = partial(challenge_start.accept, other, row.public_id, NOW)
    assert told(accept, partial(challenges.take_back, one, row.public_id, NOW)) == []
    assert (stage(), Deal.objects.count()) in (("accepted", 1), ("taken_back", 0))


@pytest.mark.parametrize("_round", range(4))
def test_accepted_and_lapsed_at_once_is_lapsed(_round: int) -> None:
    one, other = two()
    row, late = make(one, other), NOW + 14 * DAY
    accept = partial(challenge_start.accept, other, row.public_id, late)
    assert told(accept, partial(challenge_ends.sweep, late), accept) == []
    assert (stage(), Deal.objects.count()) == ("lapsed", 0)


@pytest.mark.parametrize("_round", range(4))
def test_accepted_and_finished_often_at_once_is_one_match(_round: int) -> None:
    one, other = two()
    row = make(one, other)
    well_at_once(*[partial(challenge_start.accept, other, row.public_id, NOW)] * 3)
    late = NOW + 5 * SECOND
    finish = partial(challenge_start.finish, row.public_id, late)
    hears = [partial(challenge_start.hear, key, row.public_id, late) for key in (one, other)]
    well_at_once(finish, *hears, partial(challenge_ends.sweep, late), finish)
    assert (stage(), Match.objects.count(), Deal.objects.count()) == ("begun", 1, 0)


@pytest.mark.parametrize("_round", range(4))
def test_of_two_who_challenge_each_other_at_once_one_is_asked(_round: int) -> None:
    one, other = two()
    assert told(partial(make, one, other), partial(make, other, one), partial(make, one, other)) == []
    assert Challenge.objects.count() == Deal.objects.count() == 1


@pytest.mark.parametrize("_round", range(4))
@pytest.mark.parametrize("blocker", [0, 1])
def test_a_block_and_an_answer_at_once_make_no_match(_round: int, blocker: int) -> None:
    pair = two()
    row = make(*pair)
    block = partial(accounts.block, pair[blocker], pair[1 - blocker], NOW)
    assert told(block, partial(challenge_start.accept, pair[1], row.public_id, NOW)) == []
    challenge_ends.sweep(NOW + 5 * SECOND)
    assert not Match.objects.exists() and stage() == ("open" if blocker else "taken_back")


@pytest.mark.parametrize("_round", range(4))
def test_a_block_a_match_and_a_ban_at_once_do_not_deadlock(_round: int) -> None:
    one, other = two()
    row, late = make(one, other), NOW + 5 * SECOND
    challenge_start.accept(other, row.public_id, NOW)
    acts = [
        partial(challenge_start.finish, row.public_id, late),
        partial(accounts.block, other, one, late),
        partial(closed, one),
        partial(challenges.counter, other, row.public_id, WANTED, late),
    ]
    assert told(*acts) == []
    assert Match.objects.count() == (stage() == "begun")


@pytest.mark.parametrize("_round", range(2))
def test_no_more_than_five_are_open_at_once(_round: int) -> None:
    asker, others = account("Astrid").pk, [account(f"Other {number}").pk for number in range(8)]
    assert told(*(partial(make, asker, other) for other in others)) == []
    assert Challenge.objects.count() == 5

"""On real row locks: one name has one holder, what a guest has is moved once, and nobody is seated after leaving."""

import pytest
from django.db import DatabaseError, transaction

from accounts.models import NameKey, User
from accounts.people.names import BadName
from accounts.services import leaving, merging, naming
from accounts.services.guests import create_guest
from game.models import Match, SeatRow
from tests.accounts.conftest import match_of
from tests.support.at_once import wrong_at_once

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 5


def test_of_those_who_want_names_that_look_alike_at_once_one_gets_it() -> None:
    for number in range(ROUNDS):
        wanted = {
            create_guest(): name for name in (f"Elsa {number}", f"E1sa {number}", f"EIsa {number}", f"elsa-{number}")
        }
        wrong = wrong_at_once(lambda pair: naming.take_name(*pair), list(wanted.items()))
        assert [refusal.code for refusal in wrong if isinstance(refusal, BadName)] == ["taken"] * 3, wrong
        assert User.objects.filter(pk__in=[who.pk for who in wanted], name_keys__isnull=False).distinct().count() == 1


def test_a_guest_who_signs_in_in_two_tabs_at_once_hands_over_once() -> None:
    for _ in range(ROUNDS):
        guest, one = create_guest(), User.objects.create_user(f"account-{User.objects.count()}")
        match_of(guest)
        assert wrong_at_once(lambda pair: merging.merge(*pair), [(guest.pk, one.pk)] * 4) == []
        assert SeatRow.objects.filter(user=one).count() == 1 and not User.objects.filter(pk=guest.pk).exists()


def seat(one: User, other: User) -> None:
    """Begin a match as the lobby does, in one transaction."""
    with transaction.atomic():
        match_of(one, other)


def test_whoever_leaves_while_a_match_begins_sits_in_no_running_one() -> None:
    for _ in range(ROUNDS):
        leaver, other = create_guest(), create_guest()
        jobs = [lambda leaver=leaver: leaving.delete(leaver.pk), *[lambda a=leaver, b=other: seat(a, b)] * 3]
        wrong = wrong_at_once(lambda job: job(), jobs)
        assert all(isinstance(error, DatabaseError) for error in wrong), wrong
        assert not User.objects.filter(pk=leaver.pk).exists()
        assert not Match.objects.filter(status="live", seats__user__isnull=True).exists()
        assert not NameKey.objects.filter(user=leaver.pk).exists()
        Match.objects.all().delete()

"""On real row locks: one name has one holder, what a guest has is moved once, nobody is seated after leaving, and
nobody keeps more boards than there may be."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import DatabaseError, transaction

from accounts.board_models import MOST_BOARDS
from accounts.models import NameKey, SavedBoard, User
from accounts.profiles.names import BadName
from accounts.services import boards, leaving, merging, naming
from accounts.services.boards import BadBoard
from accounts.services.guests import create_guest
from game.models import Match, SeatRow
from tests.accounts.conftest import SMALL, match_of
from tests.support.at_once import wrong_at_once

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 5


def test_of_those_who_want_names_that_look_alike_at_once_one_gets_it() -> None:
    for number in range(ROUNDS):
        alike = (f"Elsa {number}", f"E1sa {number}", f"EIsa {number}", f"elsa-{number}")
        wanted = {create_guest(): name for name in alike}
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


def test_of_those_who_keep_the_ninth_at_once_one_may() -> None:
    for _ in range(ROUNDS):
        one = create_guest()
        for number in range(MOST_BOARDS - 1):
            boards.keep(one.pk, f"Board {number}", SMALL)
        first = boards.boards_of(one)[0]
        jobs = [partial(boards.keep, one.pk, f"Ninth {n}", SMALL) for n in range(3)]
        jobs += [partial(boards.duplicate, one.pk, first.pk)]

        wrong = wrong_at_once(lambda job: job(), jobs)

        assert [refusal.code for refusal in wrong if isinstance(refusal, BadBoard)] == ["too_many"] * 3, wrong
        assert SavedBoard.objects.filter(user=one).count() == MOST_BOARDS


def test_of_those_who_take_a_name_at_once_one_gets_it() -> None:
    for _ in range(ROUNDS):
        one = create_guest()
        wrong = wrong_at_once(partial(boards.keep, one.pk, "Mine"), [SMALL] * 4)
        assert [refusal.code for refusal in wrong if isinstance(refusal, BadBoard)] == ["name_taken"] * 3, wrong


def test_a_board_that_is_given_up_meanwhile_does_not_come_back() -> None:
    for _ in range(ROUNDS):
        one = create_guest()
        board = boards.keep(one.pk, "Mine", SMALL)
        jobs: list[Callable[[], object]] = [partial(boards.delete, one.pk, board.pk)]
        jobs += [partial(boards.keep, one.pk, "Mine", SMALL, board.pk)] * 3
        wrong = wrong_at_once(lambda job: job(), jobs)
        assert all(isinstance(error, BadBoard) and error.code == "no_board" for error in wrong), wrong
        assert not SavedBoard.objects.filter(user=one).exists()


def test_a_guest_who_keeps_boards_while_handing_over_fills_the_account_to_nine() -> None:
    for _ in range(ROUNDS):
        guest, user = create_guest(), User.objects.create_user(f"account-{User.objects.count()}")
        for number in range(MOST_BOARDS - 1):
            boards.keep(user.pk, f"Board {number}", SMALL)
        boards.keep(guest.pk, "Guest's", SMALL)
        jobs: list[Callable[[], object]] = [partial(merging.merge, guest.pk, user.pk)]
        jobs += [partial(boards.keep, user.pk, f"Ninth {n}", SMALL) for n in range(2)]
        wrong = wrong_at_once(lambda job: job(), jobs)
        assert all(isinstance(error, BadBoard) and error.code == "too_many" for error in wrong), wrong
        assert SavedBoard.objects.filter(user=user).count() == MOST_BOARDS

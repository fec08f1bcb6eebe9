"""On real row locks: two tabs that keep a board at once, and a guest who hands over meanwhile."""

from collections.abc import Callable
from functools import partial

import pytest

from accounts.board_models import MOST_BOARDS
from accounts.models import SavedBoard, User
from accounts.services import boards, merging
from accounts.services.boards import BadBoard
from accounts.services.guests import create_guest
from tests.accounts.boards import SMALL
from tests.support.at_once import wrong_at_once

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 5


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

"""A guest signs in to an account while a match of one of the two ends, in every order that Postgres permits: both go
through. Whoever holds players and then wants matches would wait for an end that waits for the players."""

from collections.abc import Callable
from functools import partial

import pytest

from accounts.models import SanctionKind, User
from accounts.services import merging, sanctions
from accounts.services.guests import create_guest
from game.models import Match, SeatRow
from lobby.models import Seeker
from lobby.services import quick_join
from lobby.services.quick_join import Queue
from tests.races.interleaving import Lane, every_order
from tests.races.quick_join_pages import seek_both
from tests.support.matches import START, make_match, submit, user_at

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]


def account() -> User:
    return User.objects.create_user(f"account-{User.objects.count()}")


def guests_match(guest: User, user: User) -> Match:
    return make_match(users=[guest, account()], rated=True)


def accounts_match(guest: User, user: User) -> Match:
    """What closes rated play to the guest follows to the account, whose matches then count for nobody."""
    sanctions.sanction(guest.pk, SanctionKind.NO_RATED, reason="loses", words="Every night.", by=None)
    return make_match(users=[user, account()], rated=True)


def give_up(row: Match, seat: int) -> None:
    assert submit(row, seat, START + 1000, do="resign").code == ""


@pytest.mark.parametrize("begin_match", [guests_match, accounts_match])
def test_the_end_of_a_match_against_a_guest_who_signs_in(begin_match: Callable[[User, User], Match]) -> None:
    made: list[tuple[Match, User]] = []

    def begin() -> list[Lane]:
        guest, user = create_guest(), account()
        row = begin_match(guest, user)
        made.append((row, user))
        seat = next(seat for seat in (0, 1) if user_at(row, seat) in (guest, user))
        return [
            Lane(partial(give_up, row, seat), ("select match for update", "update match", "commit")),
            Lane(partial(merging.merge, guest.pk, user.pk), ("select user for update", "commit")),
        ]

    for order in every_order(begin):
        order.clean()
        row, user = made[-1]
        assert Match.objects.get(pk=row.pk).status == Match.Status.OVER, str(order)
        assert SeatRow.objects.filter(match=row, user=user).count() == 1, str(order)
    assert len(made) > 2  # each has come first


@pytest.mark.usefixtures("numbers_at_once")
def test_a_match_of_quick_join_against_a_guest_who_signs_in(calm: Queue) -> None:
    """Whichever comes first, the match is the account's, or the guest's place is."""
    made, seen = [User()], set()

    def begin() -> list[Lane]:
        Seeker.objects.all().delete()
        guest, other, made[0] = create_guest(), create_guest(), account()
        seek_both([guest.pk, other.pk], calm, START, 4)
        return [
            Lane(partial(quick_join.poll, other.pk, START + 5000), ("select seeker for update", "commit")),
            Lane(partial(merging.merge, guest.pk, made[0].pk), ("select user for update", "commit")),
        ]

    for order in every_order(begin):
        order.clean()
        place, sits = Seeker.objects.get(user=made[0]), SeatRow.objects.filter(user=made[0]).exists()
        assert bool(place.match) == sits, str(order)
        seen.add(sits)
    assert seen == {True, False}

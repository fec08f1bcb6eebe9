"""The end of a match against Quick Join, where it begins a pause, and against a guest who signs in, in every order that
Postgres permits: no deadlock, and no live match that is made after the pause has begun. Whoever holds players and then
wants matches would wait for an end that waits for the players."""

from collections.abc import Callable
from functools import partial

import pytest

from accounts.models import CountedMatch, SanctionKind, Staying, User
from accounts.services import merging, sanctions, walk_aways
from accounts.services.guests import create_guest
from game.models import Match, SeatRow
from lobby.models import Seeker
from lobby.services import engagements, quick_join
from lobby.services.quick_join import Queue
from tests.races.interleaving import Lane, every_order
from tests.races.quick_join_pages import poll_both, seek_both, together
from tests.support.matches import START, make_match, submit, user_at

pytestmark = [
    pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("numbers_at_once")
]  # fmt: skip

ENDED = START + 1000


def five_before(user_id: int) -> None:
    """The player has walked away five times."""
    CountedMatch.objects.bulk_create(
        CountedMatch(match=f"m{number}", user_id=user_id, ended_at=number, left="resigned") for number in range(5)
    )
    Staying.objects.update_or_create(user_id=user_id, defaults={"count": 5, "of": 5})


def sixth(leaver: int) -> Match:
    """A running match that counts, and that the player is about to leave."""
    five_before(leaver)
    row = make_match(users=[User.objects.get(pk=leaver), create_guest()])
    walk_aways.count_match(row.public_id, [leaver])
    return row


def leave(row: Match, leaver: int) -> None:
    seat = next(seat for seat in (0, 1) if user_at(row, seat).pk == leaver)
    assert submit(row, seat, ENDED, do="resign").code == ""


def clear() -> None:
    for model in (CountedMatch, Staying, Seeker, Match):
        model.objects.all().delete()


def test_the_end_against_pressing_play(calm: Queue, players: list[int]) -> None:
    """Whoever presses Play before the pause is known is out of the queue a second later."""
    seen = set()

    def begin() -> list[Lane]:
        clear()
        row = sixth(players[0])
        stops = ("select match for update", "update staying", "update match", "commit")
        return [
            Lane(partial(leave, row, players[0]), stops),
            Lane(partial(quick_join.seek, players[0], calm, ENDED)),
        ]

    for order in every_order(begin):
        assert order.lanes[0].error is None, str(order)
        refusal = order.lanes[1].error
        assert refusal is None or isinstance(refusal, quick_join.Paused | engagements.Busy), str(order)
        assert walk_aways.of(players[0], ENDED).until == ENDED + 600_000, str(order)
        assert quick_join.poll(players[0], ENDED + 1000) is None, str(order)
        assert not Seeker.objects.exists(), str(order)
        seen.add(type(refusal))
    assert seen == {quick_join.Paused, engagements.Busy}


def test_a_pause_against_the_poll_that_makes_the_match(calm: Queue, players: list[int]) -> None:
    seen = set()

    def begin_pause() -> None:
        Staying.objects.filter(user_id=players[0]).update(count=6, pauses=1, until=ENDED + 600_000)

    def begin() -> list[Lane]:
        clear()
        five_before(players[0])
        seek_both(players, calm, ENDED, 4)
        stops = ("select seeker for update", "select staying", "update seeker", "commit")
        return [
            Lane(partial(quick_join.poll, players[1], ENDED + 5000), stops),
            Lane(begin_pause, ("update staying",)),
        ]

    for order in every_order(begin):
        order.clean()
        begun = together(players)
        poll_both(players, ENDED, range(6, 14))
        assert together(players) == begun, str(order)
        if not begun:
            assert quick_join.look(players[0], ENDED + 14_000) is None, str(order)
            assert Seeker.objects.get(user_id=players[1]).partner is None, str(order)
        seen.add(bool(begun))
    assert seen == {True, False}


def test_the_end_against_a_guest_who_signs_in() -> None:
    """Whichever comes first, the account has all six, and nothing waits for ever."""
    made: list[int] = []

    def begin() -> list[Lane]:
        clear()
        guest, account = create_guest().pk, User.objects.create_user(f"account-{User.objects.count()}").pk
        made[:] = [account]
        row = sixth(guest)
        CountedMatch.objects.filter(match=row.public_id).delete()
        leave(row, guest)
        walk_aways.count_match(row.public_id, [guest])  # its end is noted by the lane
        return [
            Lane(partial(walk_aways.note_end, row.pk, row.public_id), ("select staying for update", "commit")),
            Lane(partial(merging.merge, guest, account), ("select user for update", "update seatrow", "commit")),
        ]

    for order in every_order(begin):
        order.clean()
        assert CountedMatch.objects.filter(user_id=made[0]).exclude(left="").count() == 6, str(order)
        assert walk_aways.of(made[0], ENDED).count == 6, str(order)


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

"""Who may watch a match: each of its players' switch, for all of them and for one match (rules/people.md §5)."""

import itertools
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from accounts.api import block
from accounts.models import User
from game.api import WatchedMatch
from game.models import Match
from game.services import announce, watching
from game.services.watching import Visit
from people.models import MatchWatch
from people.services import friends
from people.watching import open_seats
from people.watching.services import choices
from people.watching.watch_list import everyone_s, list_for
from tests.people.players import NOW, account, accounts, be_friends
from tests.people.watched import lets, lets_in_match, match_of, may, nothing_kept
from tests.support.matches import UserFactory, resigned, submit
from tests.support.sanctioned import closed

USUAL, EVERYONE, FRIENDS, NOBODY = "usual", "everyone", "friends", "nobody"


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    nothing_kept()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The matches whose onlookers were told to look again."""
    found: list[int] = []
    monkeypatch.setattr(announce, "onlookers_look_again", found.append)
    return found


def naive(switch: str, is_rated_live: bool, is_friend: bool) -> bool:
    """The rule as it is written, for one player."""
    if switch == USUAL:
        switch = EVERYONE if is_rated_live else FRIENDS
    return switch == EVERYONE or (switch == FRIENDS and is_friend)


KINDS: dict[str, dict[str, Any]] = {
    "rated live": {},
    "unrated live": {"rated": False},
    "rated slow": {"seconds": 86_400},
    "rated untimed": {"seconds": None},
}


# R5.1
# R13.6
@pytest.mark.parametrize("kind", KINDS)
def test_each_players_own_switch_lets_in_the_door_and_the_list_alike(kind: str) -> None:
    elsa, noor, friend_of_both, friend_of_elsa, stranger = accounts("Elsa", "Noor", "Both", "One", "Stranger")
    be_friends(elsa, friend_of_both, friend_of_elsa)
    be_friends(noor, friend_of_both)
    row = match_of(elsa, noor, **KINDS[kind])
    onlookers: dict[User | None, tuple[bool, bool]] = {
        None: (False, False), stranger: (False, False), friend_of_elsa: (True, False), friend_of_both: (True, True),
    }  # fmt: skip
    for switches in itertools.product((USUAL, EVERYONE, FRIENDS, NOBODY), repeat=2):
        for player, switch in zip((elsa, noor), switches, strict=True):
            lets(player, switch)
        nothing_kept()
        for onlooker, are_friends in onlookers.items():
            expected = all(
                naive(switch, kind == "rated live", is_friend)
                for switch, is_friend in zip(switches, are_friends, strict=True)
            )
            listed = list_for(None if onlooker is None else onlooker.pk).all
            assert may(row, onlooker) is expected, (switches, onlooker)
            assert bool(listed) is expected, (switches, onlooker)


# R13.7
def test_what_a_player_chose_for_the_match_goes_before_the_account(elsa: User, noor: User, friend: User) -> None:
    be_friends(friend, elsa, noor)
    row, other = match_of(elsa, noor), match_of(elsa, noor)
    lets_in_match(elsa, row, FRIENDS)
    assert (may(row, None), may(row, friend)) == (False, True)
    assert may(other, None), "it is for one match"
    lets(elsa, NOBODY)
    assert (may(row, friend), may(other, friend)) == (True, False)
    lets_in_match(noor, row, NOBODY)
    assert not may(row, friend)


# R13.7
def test_a_guest_lets_nobody_in_unless_they_say_so_in_the_match() -> None:
    elsa, guest, friend = account("Elsa"), UserFactory.create(), account("Friend")
    be_friends(elsa, friend)
    row = match_of(elsa, guest)
    lets(elsa, EVERYONE)
    assert not may(row, None) and not may(row, friend)
    lets_in_match(guest, row, EVERYONE)
    assert may(row, None)


def test_who_plays_in_it_a_program_and_a_player_who_is_gone_let_nobody_in(elsa: User, noor: User, friend: User) -> None:
    row = match_of(elsa, noor)
    assert may(row, friend) and not may(row, elsa)
    assert everyone_s("", "") and not list_for(elsa.pk).all, "one's own match is none to watch"
    User.objects.filter(pk=noor.pk).update(is_bot=True)
    lets(noor, EVERYONE)
    nothing_kept()
    assert not may(row, friend) and not everyone_s("", "")
    User.objects.filter(pk=noor.pk).update(is_bot=False)
    row.seats.filter(seat=1).update(user=None)
    nothing_kept()
    assert not may(row, friend) and not everyone_s("", "")


def test_practice_and_what_is_over_is_never_watched(elsa: User, noor: User) -> None:
    row = match_of(elsa, noor)
    lets(elsa, EVERYONE)
    lets(noor, EVERYONE)
    for changed in ({"practice": True}, {"one_device": True}, {"status": "over"}):
        Match.objects.filter(pk=row.pk).update(practice=False, one_device=False, status="live")
        nothing_kept()
        assert may(row, None) and everyone_s("", "")
        Match.objects.filter(pk=row.pk).update(**changed)
        nothing_kept()
        assert not may(row, None) and not everyone_s("", ""), changed


# R13.6
def test_who_has_left_the_match_is_asked_like_all() -> None:
    three = accounts("Elsa", "Noor", "Bo")
    row = match_of(*three, variant="keebble")
    lets(three[2], NOBODY)
    resigned(row, 2)
    assert Match.objects.get(pk=row.pk).status == "live" and not may(row, None)


def test_a_match_that_is_adjourned_is_for_friends_as_usual(elsa: User, noor: User, told: list[int]) -> None:
    row = match_of(elsa, noor)
    assert may(row, None)
    assert not submit(row, 0, do="adjourn").code and told == []
    assert not submit(row, 1, do="adjourn").code and told == [row.pk]
    assert not may(row, None)


# R5.3
# R13.8
def test_a_block_closes_what_friends_alone_may_watch_and_nothing_else(
    told: list[int], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    elsa, noor, friend = accounts("Elsa", "Noor", "Friend")
    be_friends(friend, elsa, noor)
    closed, open_to_all = match_of(elsa, noor, rated=False), match_of(elsa, noor)
    assert may(closed, friend) and may(open_to_all, friend)
    block(elsa.pk, friend.pk, NOW)
    assert sorted(told) == [closed.pk, open_to_all.pk]
    assert not may(closed, friend) and may(open_to_all, friend)


def test_whoever_is_no_friend_any_more_is_shut_out_whatever_the_reason(elsa: User, noor: User, told: list[int]) -> None:
    lets(noor, EVERYONE)
    row = match_of(elsa, noor, rated=False)
    for number, part in enumerate((_leave, _left_by_the_player, _ban)):
        friend = account(f"Friend {number}")
        be_friends(elsa, friend)
        assert may(row, friend)
        told.clear()
        part(friend, elsa)
        assert not may(row, friend) and row.pk in told, part


def _leave(friend: User, player: User) -> None:
    friends.leave(friend.pk, player.pk, NOW)


def _left_by_the_player(friend: User, player: User) -> None:
    friends.leave(player.pk, friend.pk, NOW)


def _ban(friend: User, _player: User) -> None:
    closed(friend.pk)


def test_a_choice_of_the_account_or_for_a_match_has_onlookers_look_again(told: list[int]) -> None:
    elsa, noor, bo = accounts("Elsa", "Noor", "Bo")
    row, slow, _of_others = match_of(elsa, noor), match_of(noor, elsa, seconds=86_400), match_of(noor, bo)
    told.clear()
    choices.choose(elsa.pk, may_watch=NOBODY, shows_onlookers=True)
    assert told == [row.pk, slow.pk]
    choices.choose_for_match(elsa.pk, False, slow.public_id, FRIENDS)
    assert told == [row.pk, slow.pk, slow.pk]


def test_what_a_guest_chose_for_a_match_is_the_accounts(told: list[int]) -> None:
    guest, elsa, noor = UserFactory.create(), account("Elsa"), account("Noor")
    row = match_of(guest, noor)
    choices.choose_for_match(guest.pk, True, row.public_id, EVERYONE)
    choices.hand_over(guest.pk, elsa.pk)
    assert list(MatchWatch.objects.values_list("user_id", "may_watch")) == [(elsa.pk, EVERYONE)]


def test_choices_for_a_match_go_an_hour_after_its_end(elsa: User, noor: User) -> None:
    row, running = match_of(elsa, noor), match_of(elsa, noor)
    for one in (row, running):
        lets_in_match(elsa, one, NOBODY)
    ended_at = Match.objects.get(pk=resigned(row).pk).finished_at
    assert ended_at is not None
    assert choices.sweep(ended_at + choices.KEPT_MS - 1) == 0
    assert choices.sweep(ended_at + choices.KEPT_MS) == 1
    assert list(MatchWatch.objects.values_list("match_id", flat=True)) == [running.pk]


def watched(row: Match) -> WatchedMatch:
    """The match as the guard is asked about it."""
    user_ids = tuple(row.seats.order_by("seat").values_list("user_id", flat=True))
    return WatchedMatch(row.pk, row.public_id, row.rated, row.slow, False, user_ids)


def test_one_statement_says_so_for_all_matches_and_users(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    elsa, noor, friend, stranger = accounts("Elsa", "Noor", "Friend", "Stranger")
    be_friends(friend, elsa, noor)
    rated, unrated = (watched(match_of(elsa, noor, rated=rated)) for rated in (True, False))
    with django_assert_num_queries(1):
        assert open_seats.let_in([(rated, None)]) == [(rated, None)]
    asked = [(match, user_id) for match in (rated, unrated) for user_id in (None, friend.pk, stranger.pk)]
    with django_assert_num_queries(1):
        assert set(open_seats.let_in(asked)) == {*asked[:3], (unrated, friend.pk)}


def test_a_look_at_all_onlookers_is_as_many_statements_for_many_matches_as_for_one(
    elsa: User, noor: User, friend: User, bo: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    be_friends(friend, elsa, noor)
    rows = [match_of(elsa, noor, rated=number % 2 == 0) for number in range(6)]
    everybody = {None, friend.pk, bo.pk}
    asked = {row.pk: everybody for row in rows}
    expected = {row.pk: frozenset(everybody if row.rated else {friend.pk}) for row in rows}
    with django_assert_num_queries(4):  # and once which of them have a clock
        assert watching.still_open(asked) == expected
    for count in (2, 6):
        with django_assert_num_queries(3):
            few = dict(list(asked.items())[:count])
            assert watching.still_open(few) == {match_id: expected[match_id] for match_id in few}
        with django_assert_num_queries(3):
            visits = [Visit(row.public_id, user_id, False) for row in rows[:count] for user_id in everybody]
            found = watching.open_matches([*visits, Visit("no such match", None, False)])
            assert found == {
                (row.public_id, user_id, False): row.pk for row in rows[:count] for user_id in expected[row.pk]
            }
    with django_assert_num_queries(0):
        assert watching.still_open({}) == {}


def test_a_match_that_cannot_be_read_holds_up_no_look_at_the_others(elsa: User, noor: User, friend: User) -> None:
    be_friends(friend, elsa, noor)
    broken, row = match_of(elsa, noor), match_of(elsa, noor)
    Match.objects.filter(pk=broken.pk).update(state='{"form": 0}')
    found = watching.still_open({one.pk: {None, friend.pk} for one in (broken, row)})
    assert found == {broken.pk: {friend.pk}, row.pk: {None, friend.pk}}

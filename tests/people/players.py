"""Accounts with names for the tests of friends, and what they are to one another as tests ask it."""

from collections.abc import Callable

import pytest

from accounts.models import User
from accounts.services import naming
from accounts.services.guests import create_guest
from people.models import FriendQuestion, Friendship
from people.services.pairs import Refused

NOW = 4_000_000_000_000
HOUR = 3_600_000


def account(name: str) -> User:
    """An account of a person under that name, as signing up leaves it."""
    player = create_guest()
    player.is_guest = False
    naming.take_name(player, name)
    return player


def accounts(*names: str) -> list[User]:
    return [account(name) for name in names]


def pair(number: int) -> list[User]:
    return accounts(f"One {number}", f"Other {number}")


def crowd(number: int, prefix: str = "crowd") -> list[User]:
    """As many accounts, made by one statement, whose names are held by nobody."""
    rows = [User(username=f"{prefix}-{n}", display_name=f"{prefix.title()} {n}") for n in range(number)]
    return User.objects.bulk_create(rows)


def be_friends(one: User, *others: User) -> None:
    """The one is a friend of each of the others."""
    both_ways = [pair for other in others for pair in ((one, other), (other, one))]
    Friendship.objects.bulk_create(Friendship(user=a, friend=b, since=NOW) for a, b in both_ways)


def refusal(work: Callable[[], object]) -> str:
    """The code by which it is refused."""
    with pytest.raises(Refused) as refused:
        work()
    return refused.value.code


def pairs() -> set[tuple[int, int]]:
    """All rows of friendships."""
    return set(Friendship.objects.values_list("user_id", "friend_id"))


def are_both_friends(one: User, other: User) -> bool:
    """Whether they are, from both sides."""
    found = [(a.pk, b.pk) in pairs() for a, b in ((one, other), (other, one))]
    assert len(set(found)) == 1, "friends are mutual"
    return found[0]


def open_questions() -> set[tuple[int, int, bool]]:
    """Who asks whom, and whether it is put off."""
    rows = FriendQuestion.objects.values_list("asker_id", "asked_id", "put_off_at")
    return {(asker, asked, put_off_at is not None) for asker, asked, put_off_at in rows}

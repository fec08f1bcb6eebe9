"""Friends: mutual, asked and accepted (rules/people.md §3)."""

from collections.abc import Collection

from people.models import Friendship

MOST_FRIENDS = 200
MOST_QUESTIONS = 30


def are_friends(one_id: int, other_id: int) -> bool:
    """Whether the two are friends."""
    return Friendship.objects.filter(user_id=one_id, friend_id=other_id).exists()


def friends_among(user_id: int, others: Collection[int]) -> frozenset[int]:
    """Which of these are friends of the player; one statement, none for none."""
    if not others:
        return frozenset()
    rows = Friendship.objects.filter(user_id=user_id, friend_id__in=others)
    return frozenset(rows.values_list("friend_id", flat=True))

"""Friends: mutual, asked and accepted (rules/people.md §3). How one asks is in friend_questions.py, the link by which
others become friends in personal_links.py.

A friend who is banned, or whose account a program plays by now, is nobody's friend as long as that lasts: the rows
stay, and nothing shows or counts them but the limit.
"""

from collections.abc import Collection
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.api import User, lock_players
from common.prepared_statements import prepared_cursor
from news import api as news
from people.models import FriendQuestion, Friendship
from people.services.pairs import Refused
from people.watching.services.shut_out import look_again_at

MOST_FRIENDS = 200
MOST_QUESTIONS = 30

ASKED, ACCEPTED, BY_LINK = "friend-asked", "friend-accepted", "friend-by-link"
"""The kinds of news of friends."""

_FRIENDS = """
    SELECT "accounts_user"."id", "public_id", "display_name", "since", COALESCE("shows_presence", %s)
      FROM "people_friendship"
      JOIN "accounts_user" ON "accounts_user"."id" = "people_friendship"."friend_id"
      LEFT JOIN "people_contactsettings" ON "people_contactsettings"."user_id" = "people_friendship"."friend_id"
     WHERE "people_friendship"."user_id" = %s AND "is_active" AND NOT "is_bot"
"""
_FRIEND = f'{_FRIENDS} AND "friend_id" = %s'  # nosec B608


@dataclass(frozen=True, slots=True)
class Friend:
    """A friend as lists show them; `since` in ms, `shows_presence` is the friend's own switch."""

    id: int
    public_id: str
    display_name: str
    since: int
    shows_presence: bool


def are_friends(one_id: int, other_id: int) -> bool:
    """Whether the two are friends."""
    return Friendship.objects.filter(user_id=one_id, friend_id=other_id).exists()


def friends_among(user_id: int, others: Collection[int]) -> frozenset[int]:
    """Which of these are friends of the player; one statement, none for none."""
    if not others:
        return frozenset()
    rows = Friendship.objects.filter(user_id=user_id, friend_id__in=others)
    return frozenset(rows.values_list("friend_id", flat=True))


def friends_of(user_id: int) -> list[Friend]:
    """The player's friends by name, with what each lets friends see: one statement, in plain SQL, for every look at the
    home page asks it."""
    found = _read(_FRIENDS, [True, user_id])
    return sorted(found, key=lambda friend: (friend.display_name.casefold(), friend.id))


def friend_of(user_id: int, other_id: int) -> Friend | None:
    """The other as a friend of the player; None where they are none."""
    return next(iter(_read(_FRIEND, [True, user_id, other_id])), None)


def befriend(user: User, other: User, now_ms: int) -> None:
    """Make the two friends, who are locked, and end what they had asked each other. Joins the caller's transaction.
    Raises Refused, in words for `user`."""
    if are_friends(user.pk, other.pk):
        raise Refused("already_friends")
    if is_full(user.pk):
        raise Refused("friends_full")
    if is_full(other.pk):
        raise Refused("their_friends_full")
    Friendship.objects.bulk_create(
        [Friendship(user=user, friend=other, since=now_ms), Friendship(user=other, friend=user, since=now_ms)]
    )
    _between(user.pk, other.pk).delete()
    for asker, asked in ((user, other), (other, user)):
        news.withdraw(topic_of(asker), at=now_ms, kinds_of_it=[ASKED], user_ids=[asked.pk])


def leave(user_id: int, other_id: int, now_ms: int) -> bool:
    """The two are friends no more; the other is not told. False where they were none."""
    with transaction.atomic():
        players = lock_players([user_id, other_id])
        return len(players) == 2 and part(players[user_id], players[other_id], now_ms)


def part(one: User, other: User, now_ms: int) -> bool:
    """The same for two who are locked. Joins the caller's transaction."""
    pair = Q(user=one, friend=other) | Q(user=other, friend=one)
    is_over = bool(Friendship.objects.filter(pair).delete()[0])
    if is_over:
        for about, told in ((one, other), (other, one)):
            news.withdraw(topic_of(about), at=now_ms, kinds_of_it=[ACCEPTED, BY_LINK], user_ids=[told.pk])
        look_again_at([one.pk, other.pk])
    return is_over


def end_by_block(user_id: int, other_id: int, now_ms: int) -> None:
    """`user_id` has blocked `other_id`: both are locked. What the blocker had asked is withdrawn; what the blocked had
    asked stays open for the blocked, as with somebody who does not answer, and is shown to nobody any more. Joins the
    caller's transaction."""
    players = {user.pk: user for user in User.objects.filter(pk__in=[user_id, other_id])}
    blocker, blocked = players[user_id], players[other_id]
    part(blocker, blocked, now_ms)
    FriendQuestion.objects.filter(asker=blocker, asked=blocked).delete()
    FriendQuestion.objects.filter(asker=blocked, asked=blocker, put_off_at=None).update(put_off_at=now_ms)
    for asker, asked in ((blocker, blocked), (blocked, blocker)):
        news.withdraw(topic_of(asker), at=now_ms, kinds_of_it=[ASKED], user_ids=[asked.pk])


def take_leave(user_id: int, now_ms: int) -> None:
    """The player is about to be deleted, was banned, or plays by a program: what others were told of them as a friend
    is no longer so."""
    public_id = User.objects.filter(pk=user_id).values_list("public_id", flat=True).first()
    if public_id is not None:
        with transaction.atomic():
            news.withdraw(f"friend:{public_id}", at=now_ms)


def is_full(user_id: int) -> bool:
    """Whether the player has as many friends as there may be."""
    return Friendship.objects.filter(user_id=user_id).count() >= MOST_FRIENDS


def call_in_news(user_id: int, former: str, name: str) -> None:
    """Where news about this player as a friend say the former name, they say the other one. Joins the caller's
    transaction."""
    news.replace_name(topic_of(User.objects.get(pk=user_id)), former, name)


def topic_of(user: User) -> str:
    """The topic of all news about this player as a friend."""
    return f"friend:{user.public_id}"


def _read(statement: str, values: list[bool | int]) -> list[Friend]:
    with prepared_cursor() as cursor:
        cursor.execute(statement, values)
        rows = cursor.fetchall()
    return [Friend(key, public_id, name, since, bool(shows)) for key, public_id, name, since, shows in rows]


def _between(one_id: int, other_id: int) -> QuerySet[FriendQuestion]:
    pair = Q(asker_id=one_id, asked_id=other_id) | Q(asker_id=other_id, asked_id=one_id)
    return FriendQuestion.objects.filter(pair)

"""Questions to become friends: asked, accepted, put off ("not now"), withdrawn (rules/people.md §3).

What is put off stays open for the asker, who sees no difference; the one asked may still find the asker and ask in
turn, which makes the two friends. Who is blocked may ask as ever: it is taken, counts, and is shown to nobody.
"""

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from accounts.api import User, apart_from, are_apart, has_blocked, lock_players
from news import api as news
from people.models import FriendQuestion
from people.services.friends import ACCEPTED, ASKED, MOST_QUESTIONS, are_friends, befriend, is_full, topic_of
from people.services.pairs import Refused, lock_two


def ask(user_id: int, other_id: int, now_ms: int) -> bool:
    """Ask the other to become friends; who has asked oneself becomes one at once, and only then it is True. Asking
    again changes nothing. Raises Refused."""
    with transaction.atomic():
        user, other = lock_two(user_id, other_id)
        if has_blocked(user_id, other_id):
            raise Refused("you_have_blocked")
        if are_friends(user_id, other_id):
            raise Refused("already_friends")
        if FriendQuestion.objects.filter(asker=other, asked=user).exists():
            _accept(user, other, now_ms)
            return True
        if FriendQuestion.objects.filter(asker=user, asked=other).exists():
            return False
        if is_full(user_id):
            raise Refused("friends_full")
        if FriendQuestion.objects.filter(asker=user).count() >= MOST_QUESTIONS:
            raise Refused("questions_full")
        is_heard = not are_apart(user_id, other_id)
        FriendQuestion.objects.create(asker=user, asked=other, asked_at=now_ms, put_off_at=None if is_heard else now_ms)
        if is_heard:
            _tell(ASKED, other, user, now_ms, reverse("people:friends"))
        return False


def accept(user_id: int, asker_id: int, now_ms: int) -> None:
    """Become friends with somebody who has asked, put off before or not. Raises Refused."""
    with transaction.atomic():
        user, asker = lock_two(user_id, asker_id)
        if has_blocked(user_id, asker_id):
            raise Refused("you_have_blocked")
        if are_friends(user_id, asker_id):
            raise Refused("already_friends")
        if not FriendQuestion.objects.filter(asker=asker, asked=user).exists():
            raise Refused("no_question")
        _accept(user, asker, now_ms)


def put_off(user_id: int, asker_id: int, now_ms: int) -> bool:
    """Not now: the question is shown to the one asked no more. False where none is shown."""
    with transaction.atomic():
        asker = lock_players([user_id, asker_id]).get(asker_id)
        shown = FriendQuestion.objects.filter(asker=asker_id, asked=user_id, put_off_at=None)
        if asker is None or not shown.update(put_off_at=now_ms):
            return False
        news.withdraw(topic_of(asker), at=now_ms, kinds_of_it=[ASKED], user_ids=[user_id])
        return True


def withdraw(user_id: int, asked_id: int, now_ms: int) -> bool:
    """Take back what one has asked. False where nothing is open."""
    with transaction.atomic():
        user = lock_players([user_id, asked_id]).get(user_id)
        if user is None or not FriendQuestion.objects.filter(asker=user_id, asked=asked_id).delete()[0]:
            return False
        news.withdraw(topic_of(user), at=now_ms, kinds_of_it=[ASKED], user_ids=[asked_id])
        return True


def asked_of(user_id: int) -> list[FriendQuestion]:
    """What the player is asked and has not put off, the latest first, each with `asker`; nothing of who is banned."""
    rows = FriendQuestion.objects.filter(asked=user_id, put_off_at=None, asker__is_active=True, asker__is_bot=False)
    found = list(rows.select_related("asker").order_by("-asked_at", "-pk"))
    apart = apart_from(user_id, [question.asker_id for question in found])
    return [question for question in found if question.asker_id not in apart]


def asked_by(user_id: int) -> QuerySet[FriendQuestion]:
    """What the player has asked and is not answered yet, the latest first, each with `asked`."""
    return FriendQuestion.objects.filter(asker=user_id).select_related("asked").order_by("-asked_at", "-pk")


def _accept(user: User, asker: User, now_ms: int) -> None:
    befriend(user, asker, now_ms)
    _tell(ACCEPTED, asker, user, now_ms, reverse("accounts:player", args=[user.public_id]))


def _tell(kind: str, told: User, about: User, now_ms: int, path: str) -> None:
    news.tell([told.pk], kind, topic_of(about), path=path, at=now_ms, values={"name": about.display_name})

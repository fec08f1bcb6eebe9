"""Personal links: whoever uses one becomes a friend of the player whose it is, at once (rules/people.md §3).

A link stands for 24 hours and 30 uses, and a new one ends it. One that has lapsed, is used up, or leads to somebody
who is not there looks like one that never was; so does, for two who are apart, one that stands.
"""

import secrets

from django.db import transaction
from django.db.models import F
from django.urls import reverse

from accounts.api import User, are_apart, lock_players
from common.durations import DAY_MS
from news import api as news
from people.models import PersonalLink
from people.services.friends import BY_LINK, are_friends, befriend, topic_of
from people.services.pairs import Refused, is_person, lock_two

LASTS_MS = DAY_MS
MOST_USES = 30
TOKEN_BYTES = 12


def link_of(user_id: int, now_ms: int) -> PersonalLink | None:
    """The player's link that stands; None without one."""
    return PersonalLink.objects.filter(user_id=user_id, lapses_at__gt=now_ms, uses__lt=MOST_USES).first()


def new_link(user_id: int, now_ms: int) -> PersonalLink:
    """A new link, which ends the one before. Raises Refused."""
    with transaction.atomic():
        if not is_person(lock_players([user_id]).get(user_id)):
            raise Refused("accounts_only")
        values = {"token": secrets.token_urlsafe(TOKEN_BYTES), "lapses_at": now_ms + LASTS_MS, "uses": 0}
        return PersonalLink.objects.update_or_create(user_id=user_id, defaults=values)[0]


def owner_of(token: str, user_id: int | None, now_ms: int) -> User:
    """Whose link it is, for whoever looks at its page. Raises Refused."""
    link = PersonalLink.objects.select_related("user").filter(token=token, lapses_at__gt=now_ms).first()
    if link is None or not _stands(link, user_id):
        raise Refused("no_link")
    return link.user


def use(token: str, user_id: int, now_ms: int) -> User:
    """Become friends with whoever gave the link; whose it was. They are told, and may undo it by leaving. Between two
    who are friends already it is no use of the link. Raises Refused."""
    owner_id = PersonalLink.objects.filter(token=token).values_list("user_id", flat=True).first()
    if owner_id is None:
        raise Refused("no_link")
    with transaction.atomic():
        user, owner = _lock_both(user_id, owner_id)
        # Under the owner's lock: neither a new link nor the use of another comes between.
        link = PersonalLink.objects.select_related("user").filter(token=token, lapses_at__gt=now_ms).first()
        if link is None or not _stands(link, user_id):
            raise Refused("no_link")
        if are_friends(user_id, owner_id):
            raise Refused("already_friends")
        befriend(user, owner, now_ms)
        PersonalLink.objects.filter(pk=link.pk).update(uses=F("uses") + 1)
        path = f"{reverse('people:friends')}?by_link={user.public_id}"
        values = {"name": user.display_name}
        news.tell([owner_id], BY_LINK, topic_of(user), path=path, at=now_ms, values=values)
    return owner


def _lock_both(user_id: int, owner_id: int) -> tuple[User, User]:
    try:
        return lock_two(user_id, owner_id)
    except Refused as refusal:
        raise Refused("no_link" if refusal.code == "no_player" else refusal.code) from refusal


def _stands(link: PersonalLink, user_id: int | None) -> bool:
    return (
        link.uses < MOST_USES
        and is_person(link.user)
        and (user_id is None or user_id == link.user_id or not are_apart(user_id, link.user_id))
    )

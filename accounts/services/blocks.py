"""Blocks: one-sided and silent (rules/people.md §3). The one place that decides whether two players may meet.

Every way by which two people can come together asks `are_apart` or `apart_from`. They say neither who has blocked whom
nor since when, so that what is built on them cannot tell a block from absence. docs/decisions/0046-blocks.md lists the
ways.
"""

from collections.abc import Callable, Collection, Iterable

from django.db import transaction
from django.db.models import Q

from accounts.models import Block, User
from accounts.services.player_locks import lock_players
from accounts.signals import player_blocked
from game import api as game

MeetingPlace = Callable[[int, int], bool]
_meeting_places: list[MeetingPlace] = [game.have_met]


class CannotBlock(ValueError):
    """There is no such player, or it is oneself."""


def block(user_id: int, other_id: int, now_ms: int) -> bool:
    """Block another player; False where that was so already. What the two had with each other ends with it, by the
    signal `player_blocked`. Raises CannotBlock."""
    if user_id == other_id:
        raise CannotBlock
    with transaction.atomic():
        if len(lock_players([user_id, other_id])) != 2:
            raise CannotBlock
        _row, is_new = Block.objects.get_or_create(user_id=user_id, blocked_id=other_id, defaults={"made_at": now_ms})
        if is_new:
            player_blocked.send(sender=User, user_id=user_id, other_id=other_id, now_ms=now_ms)
    return is_new


def unblock(user_id: int, other_id: int) -> bool:
    """Lift a block; False where there was none. Nothing that it ended comes back."""
    return bool(Block.objects.filter(user_id=user_id, blocked_id=other_id).delete()[0])


def add_meeting_place(have_met: MeetingPlace) -> None:
    """Add a place where two players meet: `have_met` says whether these two have. A guest can be blocked only by
    players who have met them."""
    _meeting_places.append(have_met)


def whom(user_id: int, public_id: str) -> User | None:
    """The player of that public id, where this player may block them: any open account, and a guest or closed account
    that they have met or blocked already. None for every other id, and for oneself."""
    other = User.objects.filter(public_id=public_id).exclude(pk=user_id).first()
    if other is None or (other.is_active and not other.is_guest):
        return other
    is_known = has_blocked(user_id, other.pk) or any(have_met(user_id, other.pk) for have_met in _meeting_places)
    return other if is_known else None


def how_many_block(user_id: int) -> int:
    """By how many players this one is blocked: for moderators, never for the player."""
    return Block.objects.filter(blocked_id=user_id).count()


def blocks_of(user_id: int) -> list[Block]:
    """Whom the player has blocked, the latest first, each with `blocked` read."""
    return list(Block.objects.filter(user_id=user_id).select_related("blocked").order_by("-made_at", "-pk"))


def blocked_since(user_id: int, public_id: str) -> Block | None:
    """The player's block of the player of that public id, with `blocked` read; None without one."""
    return Block.objects.filter(user_id=user_id, blocked__public_id=public_id).select_related("blocked").first()


def has_blocked(user_id: int, other_id: int) -> bool:
    """Whether this player has blocked the other: for pages of the one who has, and for the rooms that they host."""
    return Block.objects.filter(user_id=user_id, blocked_id=other_id).exists()


def blocked_among(user_id: int, others: Collection[int]) -> frozenset[int]:
    """Which of these the player has blocked, for pages of theirs; one statement, none for none."""
    if not others:
        return frozenset()
    return frozenset(Block.objects.filter(user_id=user_id, blocked_id__in=others).values_list("blocked_id", flat=True))


def are_apart(one_id: int, other_id: int) -> bool:
    """Whether either has blocked the other: then nothing brings them together."""
    return bool(apart_from(one_id, [other_id]))


def apart_from(user_id: int, among: Collection[int] | None = None) -> frozenset[int]:
    """Whom nothing brings together with the player; of all, or `among` these. One statement, none for none."""
    mine = Q(user_id=user_id) | Q(blocked_id=user_id)
    if among is None:
        rows = Block.objects.filter(mine)
    else:
        others = frozenset(among) - {user_id}
        if not others:
            return frozenset()
        rows = Block.objects.filter(mine, Q(user_id__in=others) | Q(blocked_id__in=others))
    pairs = rows.values_list("user_id", "blocked_id")
    return frozenset(key for pair in pairs for key in pair) - {user_id}


def any_apart(user_ids: Iterable[int]) -> bool:
    """Whether any two of these players are apart."""
    return bool(pairs_apart(user_ids))


def pairs_apart(user_ids: Iterable[int]) -> frozenset[frozenset[int]]:
    """Every two of these players who are apart."""
    keys = list(user_ids)
    rows = Block.objects.filter(user_id__in=keys, blocked_id__in=keys).values_list("user_id", "blocked_id")
    return frozenset(map(frozenset, rows))


def move(from_id: int, to_id: int, now_ms: int) -> None:
    """A guest's blocks are the account's: those made, and those of others. What the account had with those players ends
    with it, as by a new block. Joins the caller's transaction, which holds the rows of all of them."""
    for row in Block.objects.filter(Q(user_id=from_id) | Q(blocked_id=from_id)).order_by("pk"):
        row.user_id = to_id if row.user_id == from_id else row.user_id
        row.blocked_id = to_id if row.blocked_id == from_id else row.blocked_id
        if row.user_id == row.blocked_id or has_blocked(row.user_id, row.blocked_id):
            row.delete()
        else:
            row.save(update_fields=["user", "blocked"])
            player_blocked.send(sender=User, user_id=row.user_id, other_id=row.blocked_id, now_ms=now_ms)

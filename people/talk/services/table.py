"""Who talks in a match, and what each may: the one place that decides who reads whom (docs/decisions/0052-talk.md).

A line of talk holds the seats from which it is withheld, decided as it is said. So nothing that happens afterwards, a
block lifted for one, shows what was never shown, and nothing takes back what has been read: whoever is blocked or muted
sees what one sees of somebody who does not answer.
"""

from dataclasses import dataclass

from django.db.models import Q

from accounts.api import User, apart_from, blocked_among
from common.durations import DAY_MS, HOUR_MS
from game import api as game
from people.models import Friendship, Mute, TalkSeat
from people.services.pairs import is_person
from people.talk.refusals import NoTalk

OPEN_AFTER_LIVE = HOUR_MS
OPEN_AFTER_SLOW = 3 * DAY_MS
"""For so long after the end one may still say thanks: a slow match ends while the other one is away."""


@dataclass(frozen=True, slots=True)
class Table:
    """A match as one player of it talks in it. `users` are those with a seat, by their keys."""

    people: game.MatchPeople
    me: game.PersonAt
    users: dict[int, User]

    @property
    def others(self) -> list[game.PersonAt]:
        """The other people: no program, and nobody who is gone."""
        return [one for one in self.people.others(self.me.seat) if one.user_id in self.users]

    def is_open(self, now_ms: int) -> bool:
        """Whether there is talk at that time: while the match runs, and for a while after its end."""
        ended = self.people.finished_at
        after = OPEN_AFTER_SLOW if self.people.is_slow else OPEN_AFTER_LIVE
        return ended is None or now_ms < ended + after

    @property
    def all_are_accounts(self) -> bool:
        """Whether everybody still in the match has an open account of a person."""
        return all(is_person(self.users.get(one.user_id or 0)) for one in self.people.seats if not one.has_left)


def table_of(public_id: str, user_id: int | None) -> Table:
    """The match of that user. Raises NoTalk."""
    people = game.people_at(public_id)
    me = people.seat_of(user_id) if people is not None else None
    if people is None or me is None:
        raise NoTalk(public_id)
    keys = [one.user_id for one in people.seats if one.user_id is not None]
    users = {user.pk: user for user in User.objects.filter(pk__in=keys, is_bot=False)}
    table = Table(people, me, users)
    if user_id not in users or sum(not one.user_id or one.user_id in users for one in people.seats) < 2:
        raise NoTalk(public_id)
    return table


def not_heard_by(user_id: int, others: list[int]) -> frozenset[int]:
    """Whom of these the player reads nothing of, by a mute or a block of their own: what their page says of them."""
    muted = Mute.objects.filter(user_id=user_id, muted_id__in=others).values_list("muted_id", flat=True)
    return frozenset(muted) | blocked_among(user_id, others)


def withheld_from(user_id: int, others: list[int]) -> frozenset[int]:
    """Who of these does not read what the player says now: whoever is muted or blocked by the other one, either way."""
    either = Q(user_id=user_id, muted_id__in=others) | Q(muted_id=user_id, user_id__in=others)
    pairs = Mute.objects.filter(either).values_list("user_id", "muted_id")
    return (frozenset(key for pair in pairs for key in pair) | apart_from(user_id, others)) - {user_id}


def text_is_open(table: Table) -> bool:
    """Whether there is free text: all are friends of each other, or all have switched it on. All: who is in the match
    still, none of them a guest or a program. A block or a mute is not asked about, or it would show."""
    if not table.all_are_accounts:
        return False
    keys = [one.user_id for one in table.people.seats if one.user_id is not None and not one.has_left]
    allowing = TalkSeat.objects.filter(match=table.people.match_id, user__in=keys, allows_text=True).count()
    if allowing == len(keys):
        return True
    friends = Friendship.objects.filter(user__in=keys, friend__in=keys).count()
    return friends == len(keys) * (len(keys) - 1)

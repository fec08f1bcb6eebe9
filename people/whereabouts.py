"""Where a player's friends are: here, in a match, or away. Friends alone see it, and only of who lets them.

So many friends cost one statement for the friends, one call of the cache for who has a page open, one statement for who
plays, and where somebody does one for which of those matches may be watched.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from common import online
from game import api as game
from lobby.api import preset_titles
from people.services.friends import Friend, friends_of
from people.watching.watch_list import open_among


class Where(StrEnum):
    """Where a friend is, in the order of lists. AWAY, too, is who lets nobody see it."""

    HERE = "here"
    MATCH = "match"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class SeenFriend:
    """A friend and where they are, in words too: "Here now", "In a match, Quick", "Away". `watch` is the public id of
    their match where the viewer may watch it, else ""."""

    friend: Friend
    where: Where
    said: str
    watch: str = ""

    @property
    def is_there(self) -> bool:
        """Here, or in a match."""
        return self.where is not Where.AWAY


def seen(user_id: int) -> list[SeenFriend]:
    """The player's friends: who is here first, then who plays, then who is away, each by name."""
    return _seen(user_id, friends_of(user_id))


def seen_one(user_id: int, friend: Friend) -> SeenFriend:
    """The same of one friend of the player's."""
    return _seen(user_id, [friend])[0]


def _seen(user_id: int, friends: Sequence[Friend]) -> list[SeenFriend]:
    shown = [friend.id for friend in friends if friend.shows_presence]
    here, playing = online.among(shown), game.played_now(shown)
    titles = preset_titles() if playing else {}
    is_open = open_among(user_id, {match.public_id for match in playing.values()})
    found = [_place(friend, here, playing.get(friend.id), titles, is_open) for friend in friends]
    order = list(Where)
    return sorted(found, key=lambda one: order.index(one.where))  # stable: within each by name


def _place(
    friend: Friend,
    here: Collection[int],
    match: game.PlayedNow | None,
    titles: dict[str, str],
    is_open: Collection[str],
) -> SeenFriend:
    if match is not None:
        title = titles.get(match.preset) or _(game.games()[match.variant].title)
        watch = match.public_id if match.public_id in is_open else ""
        return SeenFriend(friend, Where.MATCH, _("In a match, %(title)s") % {"title": title}, watch)
    if friend.id in here:
        return SeenFriend(friend, Where.HERE, _("Here now"))
    return SeenFriend(friend, Where.AWAY, _("Away"))

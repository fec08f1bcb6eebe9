"""What one player may do about another, for the buttons on a profile and at the end of a match."""

from typing import Any

from accounts.api import User, has_blocked
from people.models import FriendQuestion
from people.services.friends import friend_of
from people.services.pairs import is_person
from people.talk.services.choices import has_muted
from people.whereabouts import seen_one


def actions_for(viewer: User, player: User, *, is_short: bool = False) -> dict[str, Any]:
    """The context of people/parts/person_actions.html: `state` is one of "blocked" (by the viewer), "friends", "asked",
    "asks" and "", or None where there is nothing to do, as about oneself. `is_muted`: by the viewer. Who is blocked or
    muted sees what one sees of somebody who does not answer."""
    told = {"player": player, "viewer": viewer, "is_short": is_short, "state": None, "seen": None}
    if viewer.pk == player.pk:
        return told
    if has_blocked(viewer.pk, player.pk):
        return told | {"state": "blocked"}
    told["is_account"] = is_person(viewer) and is_person(player)
    told["is_muted"] = not is_short and has_muted(viewer.pk, player.pk)
    if not told["is_account"]:
        return told | {"state": ""}
    friend = friend_of(viewer.pk, player.pk)
    if friend is not None:
        return told | {"state": "friends", "seen": seen_one(viewer.pk, friend)}
    questions = FriendQuestion.objects.filter(asker__in=(viewer, player), asked__in=(viewer, player))
    for question in questions:
        if question.asker_id == viewer.pk:
            return told | {"state": "asked"}
        if question.put_off_at is None:
            return told | {"state": "asks"}
    return told | {"state": ""}

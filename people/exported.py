"""What people have of a player, for the player's own export: friends, open questions, settings. Not who has put one
off, and no link, which is a key."""

from typing import Any

from people.services.contact import contact_of
from people.services.friend_questions import asked_by, asked_of
from people.services.friends import friends_of
from people.watching.services.choices import chosen_for_matches


def exported(user_id: int) -> dict[str, Any]:
    """As plain values, by the names they have in the file."""
    contact = contact_of(user_id)
    return {
        "friends": [
            {"id": friend.public_id, "name": friend.display_name, "since": friend.since}
            for friend in friends_of(user_id)
        ],
        "friends_asked": [
            {"id": asked.asked.public_id, "name": asked.asked.display_name, "asked_at": asked.asked_at}
            for asked in asked_by(user_id)
        ],
        "friends_asking": [
            {"id": asked.asker.public_id, "name": asked.asker.display_name, "asked_at": asked.asked_at}
            for asked in asked_of(user_id)
        ],
        "contact": {
            "may_challenge": contact.may_challenge,
            "shows_presence": contact.shows_presence,
            "can_be_found": contact.can_be_found,
            "may_watch": str(contact.may_watch),
            "shows_onlookers": contact.shows_onlookers,
        },
        "may_watch_match": chosen_for_matches(user_id),
    }

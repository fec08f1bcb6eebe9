"""What people have of a player, for the player's own export: challenges, friends, open questions, settings, reports,
talk. Not who has put one off, what others have reported, what was decided of it, challenges that are hidden from the
asked, and no link, which is a key."""

from typing import Any

from django.db.models import Model, Q

from people.models import Challenge, Report
from people.services.contact import contact_of
from people.services.friend_questions import asked_by, asked_of
from people.services.friends import friends_of
from people.talk.services import keeping as talk_kept
from people.watching.services.choices import chosen_for_matches


def exported(user_id: int) -> dict[str, Any]:
    """As plain values, by the names they have in the file; moments in ms."""
    contact = contact_of(user_id)
    mine = Q(asker=user_id) | Q(asked=user_id, is_hidden=False)
    challenges = Challenge.objects.select_related("asker", "asked").filter(mine).order_by("pk")
    reports = Report.objects.filter(reporter=user_id).select_related("case__about").order_by("pk")
    return {
        "challenges": [
            {
                "asker": row.asker.public_id,
                "asked": row.asked.public_id,
                "game": row.variant,
                **_columns(row, "preset", "settings", "stage", "reason", "made_at", "answered_at", "match"),
            }
            for row in challenges
        ],
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
            **_columns(contact, "may_challenge", "shows_presence", "can_be_found", "shows_onlookers"),
            "may_watch": str(contact.may_watch),
        },
        "may_watch_match": chosen_for_matches(user_id),
        "reports": [
            {
                "about": row.case.about.public_id,
                "name": row.case.about.display_name,
                "line": row.said,
                "match": row.match_public_id,
                **_columns(row, "reason", "words", "made_from", "wants_answer", "made_at"),
            }
            for row in reports
        ],
        **talk_kept.exported(user_id),
    }


def _columns(row: Model, *names: str) -> dict[str, Any]:
    """Columns that have their own names in the file."""
    return {name: getattr(row, name) for name in names}

"""A player's challenges for the player's own export, as plain values. Not those that are hidden from the asked."""

from typing import Any

from django.db.models import Q

from people.models import Challenge


def exported(user_id: int) -> dict[str, Any]:
    """By the name they have in the file; moments in ms."""
    mine = Q(asker=user_id) | Q(asked=user_id, is_hidden=False)
    rows = Challenge.objects.select_related("asker", "asked").filter(mine).order_by("pk")
    return {
        "challenges": [
            {
                "asker": row.asker.public_id,
                "asked": row.asked.public_id,
                "game": row.variant,
                "preset": row.preset,
                "settings": row.settings,
                "stage": row.stage,
                "reason": row.reason,
                "made_at": row.made_at,
                "answered_at": row.answered_at,
                "match": row.match,
            }
            for row in rows
        ]
    }

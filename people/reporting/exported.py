"""What a player has reported, for the player's own export. What others have reported of them, and what was decided, is
not in it."""

from typing import Any

from people.models import Report


def exported(user_id: int) -> dict[str, Any]:
    """By the name it has in the file; moments in ms."""
    rows = Report.objects.filter(reporter=user_id).select_related("case__about").order_by("pk")
    return {
        "reports": [
            {
                "about": row.case.about.public_id,
                "name": row.case.about.display_name,
                "reason": row.reason,
                "words": row.words,
                "line": row.said,
                "match": row.match_public_id,
                "made_from": row.made_from,
                "wants_answer": row.wants_answer,
                "made_at": row.made_at,
            }
            for row in rows
        ]
    }

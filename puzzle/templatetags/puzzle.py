"""The card of today's puzzle on the home page."""

from django import template
from django.template import Context

from bots import api as bots
from game import api as game
from puzzle.services import attempts

register = template.Library()


@register.inclusion_tag("puzzle/card.html", takes_context=True)
def puzzle_card(context: Context, language: str) -> dict[str, object]:
    """Today's puzzle in a language, with the days in a row of who has some."""
    now, user = game.now_ms(), context["request"].user
    today = bots.today(now)
    return {
        "puzzle": bots.find_puzzle(today, language, now),
        "day": today.isoformat(),
        "language": language,
        "streak": attempts.streak(user.pk, language, now) if user.is_authenticated else 0,
        "begins": not user.is_authenticated,
        "csrf_token": context.get("csrf_token"),
    }

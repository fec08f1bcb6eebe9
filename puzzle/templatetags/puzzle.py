"""The card of today's puzzle on the home page."""

from datetime import date

from django import template
from django.template import Context

from bots import api as bots
from common.one_second_cache import once_a_second
from game import api as game
from puzzle.services import attempts

register = template.Library()


@register.inclusion_tag("puzzle/card.html", takes_context=True)
def puzzle_card(context: Context, language: str) -> dict[str, object]:
    """Today's puzzle in a language, with the days in a row of who has some."""
    now, user = game.now_ms(), context["request"].user
    today = bots.today(now)
    return {
        "puzzle": _puzzle(today, language),
        "day": today.isoformat(),
        "language": language,
        "streak": attempts.streak(user.pk, language, now) if user.is_authenticated else 0,
        "begins": not user.is_authenticated,
        "csrf_token": context.get("csrf_token"),
    }


@once_a_second(by=2)
def _puzzle(day: date, language: str) -> bots.Puzzle | None:
    return bots.find_puzzle(day, language, game.now_ms())

"""Views of the guides to the games. They are public."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from common import rate_limits
from game.crossword.tiles import ALPHABETS
from game.games import DEFAULT_VARIANT, games
from game.presentation import PRESENTATIONS


@require_safe
@rate_limits.limited(rate_limits.PUBLIC_PAGES)
def page(request: HttpRequest, game: str = DEFAULT_VARIANT) -> HttpResponse:
    """The guide of a game that the site offers, with examples in the language of the page."""
    offered = games()
    if game not in offered:
        raise Http404("no such game")
    language = (get_language() or "")[:2]
    drawn_from = PRESENTATIONS[game].guide(language if language in ALPHABETS else "en")
    context: dict[str, Any] = {"game": game, "title": offered[game].title, "others": _others(game)}
    context["is_default"] = game == DEFAULT_VARIANT
    return render(request, "game/guide.html", drawn_from | context)


def _others(game: str) -> list[tuple[str, str]]:
    """The other games that the site offers: key and title."""
    return [(key, one.title) for key, one in games().items() if key != game]

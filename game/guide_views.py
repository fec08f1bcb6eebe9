"""How the game is played, for anybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from game import guide
from game.rules.tiles import ALPHABETS


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The guide, with examples in the language of the page."""
    language = (get_language() or "")[:2]
    return render(request, "game/guide.html", guide.context(language if language in ALPHABETS else "en"))

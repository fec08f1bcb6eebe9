"""Views of the shelf of running matches, and of the next match that waits for the player.

Pages reload these parts when the user's socket reports a change (static/js/person.js).
"""

from urllib.parse import urlsplit

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_GET

from common.view_kinds import reader_key
from game import api as game
from lobby.running_matches import after_turn, shelf_of


@require_GET
@login_required
def shelf(request: HttpRequest) -> HttpResponse:
    """The running matches as they stand."""
    return render(request, "lobby/parts/shelf.jinja", {"shelf": shelf_of(reader_key(request))}, using="jinja2")


@require_GET
@login_required
def next_one(request: HttpRequest) -> HttpResponse:
    """Redirect to the match that waits most urgently; to the home page where none does."""
    found = after_turn(reader_key(request)).match
    return redirect("lobby:home") if found is None else redirect("game:match", found.card.public_id)


@require_GET
@login_required
def number(request: HttpRequest) -> HttpResponse:
    """How many matches wait, besides the one whose page asks."""
    waiting = game.HOW_MANY_WAIT.alone(reader_key(request), _match_that_asks(request))
    return render(request, "lobby/parts/waiting_number.html", {"waiting": waiting})


def _match_that_asks(request: HttpRequest) -> str:
    """The public id of the match whose page htmx asks from; "" for any other page."""
    try:
        at = resolve(urlsplit(request.headers.get("HX-Current-URL", "")).path)
    except (Resolver404, ValueError):
        return ""
    return str(at.kwargs["public_id"]) if at.view_name == "game:match" else ""


@require_GET
@login_required
def card_of_next(request: HttpRequest, public_id: str) -> HttpResponse:
    """For the page of a match in which the player's turn is over: the next one, or a link to all; nothing while that
    match itself waits for the player."""
    context = {"after": after_turn(reader_key(request), public_id), "public_id": public_id}
    return render(request, "lobby/parts/next_match.jinja", context, using="jinja2")

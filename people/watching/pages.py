"""The list of matches to watch, the best of them for the home page, and the way to the next one; for visitors too.

A page that is open asks what has changed of the rows it shows, and nothing else: rows do not move under the reader.
"""

import re
from collections.abc import Container

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from common import rate_limits
from common.htmx import wants_part
from common.view_kinds import fresh_page
from game import api as game
from people.watching import best_match
from people.watching.watch_list import MOST, language_titles, list_for, named, next_after

_SHOWN = re.compile(r"([A-Za-z0-9_-]{1,16})\.(\d{1,9}\.\d{1,9})", re.ASCII)
MOST_SHOWN = 2 * MOST
"""Rows of a page: friends' matches and the others."""


@fresh_page(rate_limits.WATCH_LISTS)
def watch_list(request: HttpRequest) -> HttpResponse:
    """The list, of one game and language where asked for; htmx gets the rows alone."""
    variant, language = _chosen(request, "game", game.games()), _chosen(request, "language", game.LANGUAGES)
    context = {"listed": list_for(request.user.pk, variant, language), "game": variant, "language": language}
    if wants_part(request):
        return render(request, "people/watching/listed.html", context)
    context |= {
        "games": [(key, one.title) for key, one in game.games().items()],
        "languages": language_titles().items(),
        "best": best_match.best(game.now_ms()),
    }
    return render(request, "people/watching/watch_list.html", context)


@fresh_page(rate_limits.WATCH_LISTS)
def rows(request: HttpRequest) -> HttpResponse:
    """What has changed of the rows that a page shows (`m`: each a match with the stamp of its row), and how many others
    there are by now (`more`: how many it says); 204 where all is as it was."""
    variant, language = _chosen(request, "game", game.games()), _chosen(request, "language", game.LANGUAGES)
    shown, user_id = _shown(request), request.user.pk
    listed = list_for(user_id, variant, language).all
    found = {one.public_id: one for one in listed}
    found |= named(user_id, [public_id for public_id in shown if public_id not in found])
    more = sum(one.public_id not in shown for one in listed)
    context = {
        "changed": [one for public_id, one in found.items() if shown.get(public_id, one.stamp) != one.stamp],
        "over": [public_id for public_id in shown if public_id not in found],
        "more": more,
        "is_more": str(more) != request.GET.get("more", "0"),
    }
    if not (context["changed"] or context["over"] or context["is_more"]):
        return HttpResponse(status=204)
    return render(request, "people/watching/changed_rows.html", context)


@fresh_page(rate_limits.WATCH_LISTS)
def best(request: HttpRequest) -> HttpResponse:
    """The card of the best match; 204 where the page `shows` it as it is."""
    found = best_match.best(game.now_ms())
    if request.GET.get("shows", "") == (found.shown_as if found else ""):
        return HttpResponse(status=204)
    return render(request, "people/watching/best_match.html", {"best": found})


@fresh_page(rate_limits.WATCH_LISTS)
def next_match(request: HttpRequest, public_id: str) -> HttpResponse:
    """To the next match after that one; to the list where there is no other."""
    found = next_after(request.user.pk, public_id)
    return redirect("people:watch-list") if found is None else redirect("game:watch", found.public_id)


@fresh_page(rate_limits.WATCH_LISTS)
def next_now(request: HttpRequest, public_id: str) -> HttpResponse:
    """The button to the next match, off where there is no other; 204 for a page whose own is as it should be (`shows`:
    "on" or "off")."""
    is_there = next_after(request.user.pk, public_id) is not None
    if request.GET.get("shows") == ("on" if is_there else "off"):
        return HttpResponse(status=204)
    return render(request, "people/watching/next_match.html", {"public_id": public_id, "is_there": is_there})


def _chosen(request: HttpRequest, key: str, known: Container[str]) -> str:
    """What the address asks for by that key; "" for all. Raises BadRequest for what there is not."""
    asked = request.GET.get(key, "")
    if asked and asked not in known:
        raise BadRequest(key)
    return asked


def _shown(request: HttpRequest) -> dict[str, str]:
    """The rows of the asking page: the stamp of each by its match. Raises BadRequest."""
    asked = [_SHOWN.fullmatch(one) for one in request.GET.getlist("m")]
    if len(asked) > MOST_SHOWN or None in asked:
        raise BadRequest("m")
    return {one[1]: one[2] for one in asked if one is not None}

"""A match that one user begins waits for its deal: what was chosen is kept in the session until the deal has the
browser's number."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django_htmx.http import HttpResponseClientRedirect

from lobby.services import engagements, local_matches, practice_limit


def kept(request: HttpRequest, key: str) -> dict[str, Any] | None:
    """What was chosen, with its deal; None for a visitor and where nothing was."""
    found: dict[str, Any] | None = request.session.get(key)
    return found if found and request.user.is_authenticated else None


def answer(
    request: HttpRequest, key: str, make: Callable[[dict[str, Any]], str], waiting: Callable[[], HttpResponse]
) -> HttpResponse:
    """Handle a poll of the page that waits: to the match that `make` gives by its public id, or `waiting` as long as
    that is ""; home where nothing was chosen or it cannot be played any more."""
    found = kept(request, key)
    if found is None:
        return HttpResponseClientRedirect(resolve_url("lobby:home"))
    if "match" not in found:
        try:
            public_id = make(found)
        except engagements.Busy as busy:
            return HttpResponseClientRedirect(resolve_url("game:match", busy.match.public_id))
        except (local_matches.NotOffered, practice_limit.TooManyPractice):
            return HttpResponseClientRedirect(resolve_url("lobby:home"))
        if not public_id:
            return waiting()
        # A page that is slow to leave polls once more, and must get the same redirect.
        found = request.session[key] = {**found, "match": public_id}
    return HttpResponseClientRedirect(resolve_url("game:match", found["match"]))

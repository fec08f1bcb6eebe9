"""A match alone: the page on which one chooses its rules, the start, and the page of the match about to begin.

What was chosen waits in the session until the deal has the browser's number.
"""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.api import ensure_player
from common import rate_limits
from game import api as game
from lobby import forms
from lobby.services import alone, single_timed_match

_CHOSEN, _LAST = "alone", "alone_last"  # keys of the session


@never_cache
@require_safe
def choose(request: HttpRequest, variant: str) -> HttpResponse:
    """Choose the rules: at first no clock and the reader's language, then as the last time in this browser."""
    if not alone.may_be(variant):
        raise Http404("no game to be played alone")
    return _page(request, variant, _last(request, variant))


@require_POST
def start(request: HttpRequest, variant: str) -> HttpResponse:
    """Begin: open the deal, remember what was chosen, and go to the page that waits for it. A visitor becomes a
    guest."""
    if not alone.may_be(variant):
        raise Http404("no game to be played alone")
    rate_limits.take(rate_limits.PRACTICE, request)
    given = _last(request, variant)
    try:
        given |= forms.read_post(request.POST, variant)
        what = alone.wanted(variant, given)
    except forms.BadForm as bad:
        return _page(request, variant, given, errors=bad.errors)
    except game.BadSettings as refused:
        return _page(request, variant, _last(request, variant), errors={refused.key: refused.code})
    return _begin(request, what)


@require_POST
def again(request: HttpRequest, public_id: str) -> HttpResponse:
    """Play alone by the same rules once more; 404 where there was no such match of the player's."""
    what = alone.again(public_id, request.user.pk) if request.user.is_authenticated else None
    if what is None:
        raise Http404("no match of yours alone")
    rate_limits.take(rate_limits.PRACTICE, request)
    return _begin(request, what)


@never_cache
@require_safe
def starting(request: HttpRequest) -> HttpResponse:
    """The match is about to begin; home where nothing was chosen."""
    kept = _kept(request)
    return redirect("lobby:home") if kept is None else render(request, "lobby/alone_starting.html", kept)


@never_cache
@require_POST
def poll(request: HttpRequest) -> HttpResponse:
    """The word of that page twice a second: the way to the match, as soon as it is dealt."""
    kept = _kept(request)
    if kept is None:
        return HttpResponseClientRedirect(resolve_url("lobby:home"))
    try:
        public_id = alone.make(request.user.pk or 0, alone.Wanted(**kept["what"]), str(kept["deal"]), game.now_ms())
    except single_timed_match.Busy as busy:
        return HttpResponseClientRedirect(resolve_url("game:match", busy.match.public_id))
    except alone.NotOffered:
        return HttpResponseClientRedirect(resolve_url("lobby:home"))
    if not public_id:
        return render(request, "lobby/parts/alone_place.html", kept)
    del request.session[_CHOSEN]
    return HttpResponseClientRedirect(resolve_url("game:match", public_id))


def _begin(request: HttpRequest, what: alone.Wanted) -> HttpResponse:
    try:
        deal = alone.open_deal(ensure_player(request).pk, what, game.now_ms())
    except single_timed_match.Busy as busy:
        return render(request, "lobby/busy.html", {"match": busy.match}, status=409)
    request.session[_CHOSEN] = {"what": what.data(), "deal": deal}
    request.session[_LAST] = {**request.session.get(_LAST, {}), what.variant: what.settings}
    return redirect("lobby:alone_starting")


def _last(request: HttpRequest, variant: str) -> dict[str, object]:
    """The rules of the last time, if they can still be; else the game's, without a clock."""
    kept = request.session.get(_LAST, {}).get(variant)
    language = (get_language() or "")[:2]
    first = {"turn_seconds": None, "language": language}
    for settings in (kept, first):
        if settings is not None:
            try:
                game.check_settings(settings, variant)
            except game.BadSettings:
                continue
            return dict(settings)
    return {"turn_seconds": None}


def _kept(request: HttpRequest) -> dict[str, Any] | None:
    kept: dict[str, Any] | None = request.session.get(_CHOSEN)
    return kept if kept and request.user.is_authenticated else None


def _page(
    request: HttpRequest, variant: str, settings: Mapping[str, object], errors: Mapping[str, str] | None = None
) -> HttpResponse:
    told = {name: forms.said(name, code, variant) for name, code in (errors or {}).items()}
    context = {
        "game": game.games()[variant],
        "sections": forms.sections(settings, (), variant),
        "errors": told,
    }
    return render(request, "lobby/alone.html", context, status=422 if errors else 200)

"""The start button of a new visitor: one press makes the guest account and the first match, and leads to it."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.api import ensure_player, preferences_of
from common import rate_limits
from common.view_kinds import fresh_form
from game import api as game
from lobby.models import interface_language
from lobby.services import engagements, first_match, practice, practice_limit
from lobby.views import home_again


@fresh_form()
def first(request: HttpRequest) -> HttpResponse:
    """POST begins the match, in the language of the page; GET leads to the match that a press has begun.

    Two tabs of a browser without a session would become two guests: the second press waits until the browser has the
    session of the first one.
    """
    browser = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    if request.method != "POST":
        return _led(request, browser)
    if request.user.is_authenticated:
        return _begin(request)
    if not first_match.claim(browser):
        return redirect("lobby:first_match")
    is_begun = False
    try:
        answer = _begin(request)
        is_begun = answer.status_code == 302
    finally:
        if not is_begun:
            first_match.give_back(browser)
    return answer


def _begin(request: HttpRequest) -> HttpResponse:
    language = interface_language()
    try:
        rate_limits.take(rate_limits.PRACTICE, request)
        player = ensure_player(request)
        is_taught = preferences_of(request)["hints"] == "on"
        match = first_match.begin(player.pk, language, game.now_ms()) if is_taught else ""
    except rate_limits.TooMany as met:
        return home_again(request, met)
    except engagements.Busy as busy:
        return render(request, "lobby/busy.html", {"match": busy.match}, status=409)
    except practice_limit.TooManyPractice as met:
        return render(request, "lobby/too_many_practice.html", {"most": met.most}, status=409)
    except practice.NotOffered:
        messages.error(request, _("There is nothing to play right now."))
        return redirect("lobby:home")
    return redirect("game:match", match) if match else redirect("lobby:practice")


def _led(request: HttpRequest, browser: str) -> HttpResponse:
    if request.user.is_authenticated:
        match = game.taught_match(request.user.pk or 0)
        return redirect("game:match", match) if match else redirect("lobby:home")
    if browser and first_match.is_claimed(browser):
        return render(request, "lobby/first_match_starting.html")
    return redirect("lobby:home")

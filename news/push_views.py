"""A browser says that it wants to be pushed to, or no more; and the question whether it should."""

import json
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from common import rate_limits
from common.browser_names import browser_name
from common.view_kinds import fresh_page, post_only
from news.clock import now_ms
from news.push_addresses import BadSubscription, checked
from news.push_sending import Arrival, Push, is_on, new_client, post
from news.services import preferences, push_keys, subscriptions
from news.services.subscriptions import FLAG

TRY_SECONDS = 60
TRY_TOPIC = "try"


@post_only()
def subscribe(request: HttpRequest) -> HttpResponse:
    """This browser is to be pushed to: JSON as of `PushSubscription.toJSON()`, with `zone`, the time zone it is in."""
    if not request.user.is_authenticated or not is_on():
        return _refused("not_here", HTTPStatus.FORBIDDEN)
    rate_limits.take(rate_limits.PUSHES, request)
    try:
        given: Any = json.loads(request.body)
        address = checked(given)
    except (BadSubscription, ValueError, RecursionError):
        return _refused("bad_subscription")
    if not request.session.session_key:
        return _refused("not_here", HTTPStatus.FORBIDDEN)
    request.session[FLAG] = True
    device = browser_name(request.headers.get("user-agent", ""))[:80]
    subscriptions.subscribe(request.user.pk, request.session.session_key, address, device, now_ms())
    preferences.note_time_zone(request.user.pk, given.get("zone"))
    preferences.note_asked(request.user.pk)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@fresh_page(rate_limits.POLLS)
def renew(request: HttpRequest) -> HttpResponse:
    """For the worker of a browser whose subscription has changed, which has no page to read it from: the site's `key`,
    and the `token` of a POST. Nothing for a browser that is not to be pushed to, or no more: its owner chose so."""
    here = subscriptions.of_session(request.session.session_key)
    if not request.user.is_authenticated or not is_on() or here is None or here.user_id != request.user.pk:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return JsonResponse({"key": push_keys.key(now_ms()).public, "token": get_token(request)})


@post_only()
def end(request: HttpRequest) -> HttpResponse:
    """`device`: one of the player's browsers is not pushed to any more; back to the page."""
    if request.user.is_authenticated and request.POST.get("device", "").isdecimal():
        subscriptions.end_one(request.user.pk, int(request.POST["device"][:18]))
    return redirect("news:settings")


@post_only()
def try_one(request: HttpRequest) -> HttpResponse:
    """Push something to this browser, and say how that went."""
    if not request.user.is_authenticated or not is_on():
        return _refused("not_here", HTTPStatus.FORBIDDEN)
    rate_limits.take(rate_limits.PUSHES, request)
    here = [
        device for device in subscriptions.devices(request.user.pk) if device.session_key == request.session.session_key
    ]
    if not here:
        return JsonResponse({"said": _("This browser is not told anything yet.")})
    said = {
        "topic": TRY_TOPIC,
        "title": _("This is how news reaches you"),
        "line": _("You tried it on the page of your news."),
        "path": reverse("news:settings"),
        "withdrawn": [],
    }
    push = Push(json.dumps(said, ensure_ascii=False), TRY_TOPIC, TRY_SECONDS, urgent=True)
    at = now_ms()
    answer = post(new_client(), push_keys.key(at), here[0].address, push, at)
    if answer.arrival is Arrival.ENDED:
        subscriptions.lose_address([here[0].pk])
    return JsonResponse({"said": _SAID_OF[answer.arrival]()})


@fresh_page()
def ask(request: HttpRequest) -> HttpResponse:
    """The question whether to push, for a page to show: nothing for whoever has answered it, or is pushed to here."""
    user = request.user
    if not user.is_authenticated or not is_on() or preferences.of(user.pk).asked_push:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    if subscriptions.of_session(request.session.session_key) is not None:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render(request, "news/ask.html", {"key": push_keys.key(now_ms()).public})


@post_only()
def asked(request: HttpRequest) -> HttpResponse:
    """The question was answered, and is not put again."""
    if request.user.is_authenticated:
        preferences.note_asked(request.user.pk)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


_SAID_OF = {
    Arrival.TAKEN: lambda: _("Sent. It should be here in a moment."),
    Arrival.ENDED: lambda: _("Your browser takes none any more. Switch it on once more."),
    Arrival.REFUSED: lambda: _("Your browser's push service did not take it. Try again later."),
    Arrival.UNREACHED: lambda: _("Your browser's push service does not answer. Try again later."),
}


def _refused(code: str, status: HTTPStatus = HTTPStatus.BAD_REQUEST) -> JsonResponse:
    return JsonResponse({"ok": False, "code": code}, status=status)

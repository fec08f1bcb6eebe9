"""Views of slow seeks: requests in, pages out. They do not decide which players meet."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from common import rate_limits
from common.durations import DAY_MS
from common.view_kinds import fresh_page, post_only
from game import api as game
from lobby.services import slow_seeks
from lobby.slow_shown import seeks_of

_MOST_COMING = 5


@fresh_page()
def seeks(request: HttpRequest) -> HttpResponse:
    """The player's slow seeks, which need no open page; home where there are none."""
    shown = _shown(request)
    if not shown["seeks"]:
        return redirect("lobby:home")
    return render(request, "lobby/slow_seeks.html", shown)


@post_only(rate_limits.POLLS, fresh=True)
def poll(request: HttpRequest) -> HttpResponse:
    """Handle that page's poll: return its part anew, or 204 if that is what it has `shown` already, so that no button
    is redrawn under a finger. Redirects to the match, once made, of a seek to which the player was `coming`."""
    now_ms = game.now_ms()
    for key in request.POST.getlist("coming")[:_MOST_COMING]:
        if key.isdecimal() and (match := slow_seeks.come(request.user.pk or 0, int(key[:18]), now_ms)):
            return HttpResponseClientRedirect(resolve_url("game:match", match))
    context = _shown(request)
    if request.POST.get("shown") == context["said"]:
        return HttpResponse(status=204)
    return render(request, "lobby/parts/slow_seeks.html", {**context, "on_page": True})


@post_only()
def cancel(request: HttpRequest, key: int) -> HttpResponse:
    """Give a seek up, or remove its notice; then home."""
    slow_seeks.cancel(request.user.pk or 0, key)
    if any(seek.pk == key for seek in slow_seeks.of_player(request.user.pk or 0, game.now_ms())):
        messages.error(request, _("Somebody has just come, and the match begins."))
    return redirect("lobby:home")


def _shown(request: HttpRequest) -> dict[str, object]:
    found = seeks_of(request.user.pk or 0, game.now_ms())
    return {
        "seeks": found,
        "said": " ".join(f"{seek.key}-{seek.stage}-{seek.deal[:8]}" for seek in found),
        "begins": any(seek.stage in ("begins", "met") for seek in found),
        "is_guest": getattr(request.user, "is_guest", False),
        "days": slow_seeks.LASTS_MS // DAY_MS,
    }

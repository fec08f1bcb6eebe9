"""The rematch card of the end page: requests in, fragments out. Decides nothing about who may play whom."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, reswap

from game import api as game
from lobby.services import rematch

# The page leaves for the match this long before its first clock, so that the board is there when it starts.
_LEAVE_MS = 1_000
_BUTTONS = {
    "propose": rematch.propose,
    "accept": rematch.accept,
    "withdraw": rematch.withdraw,
    "decline": rematch.decline,
}


@never_cache
@require_safe
def card(request: HttpRequest, public_id: str) -> HttpResponse:
    """The card as it stands, asked for every two seconds; 404 for a stranger and while the match runs.

    `shown` is the stage on the page. While it holds only what moves is sent, so that the focus stays where it is.
    """
    now_ms = game.now_ms()
    standing = rematch.look(public_id, _player(request), now_ms)
    if standing is not None and request.GET.get("shown") == standing.stage and not _is_due(standing, now_ms):
        return reswap(render(request, "lobby/parts/rematch_moving.html", _shown(standing, now_ms)), "none")
    return _page(request, public_id, standing, now_ms)


@require_POST
def answer(request: HttpRequest, public_id: str, button: str) -> HttpResponse:
    """A button of the card, then the card."""
    if button not in _BUTTONS:
        raise Http404("button")
    now_ms = game.now_ms()
    return _page(request, public_id, _BUTTONS[button](public_id, _player(request), now_ms), now_ms, pressed=True)


def _player(request: HttpRequest) -> int:
    if request.user.pk is None:
        raise Http404("nobody")
    return request.user.pk


def _page(
    request: HttpRequest, public_id: str, standing: rematch.Standing | None, now_ms: int, pressed: bool = False
) -> HttpResponse:
    if standing is None:
        raise Http404("no such finished match of yours")
    if _is_due(standing, now_ms):
        return HttpResponseClientRedirect(resolve_url("game:match", standing.match))
    context = {**_shown(standing, now_ms), "public_id": public_id, "pressed": pressed}
    return render(request, "lobby/parts/rematch.html", context)


def _is_due(standing: rematch.Standing, now_ms: int) -> bool:
    return standing.stage == "agreed" and standing.starts_at is not None and now_ms >= standing.starts_at - _LEAVE_MS


def _shown(standing: rematch.Standing, now_ms: int) -> dict[str, object]:
    starts_at = standing.starts_at or now_ms
    return {
        "standing": standing,
        "left": round(100 * standing.left),
        "seconds_to_start": max(0, -(-(starts_at - now_ms) // 1000)),
    }

"""Views of the rematch card on the end page: requests in, fragments out. They do not decide which players may play."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect, reswap

from common import rate_limits
from common.htmx import is_looked_at
from common.one_second_cache import once_a_second
from common.view_kinds import fresh_page, post_only, reader_key
from game import api as game
from lobby.rematch_shown import Standing
from lobby.services import engagements, local_matches, players_present, practice, rematch

# The page goes to the match this long before its first clock, so that the board is loaded when it starts.
_LEAVE_MS = 1_000
_BUTTONS = {
    "propose": rematch.propose,
    "accept": rematch.accept,
    "withdraw": rematch.withdraw,
    "decline": rematch.decline,
}


@fresh_page(rate_limits.POLLS)
def card(request: HttpRequest, public_id: str) -> HttpResponse:
    """The card as it stands, polled every two seconds; 404 for other users and while the match runs.

    `shown` is the stage on the page. While it holds only what moves is sent, so that the focus stays where it is.
    """
    now_ms = game.now_ms()
    if (played := practice.again(public_id, reader_key(request))) is not None:
        context = {"public_id": public_id, "step": practice.next_step(public_id, reader_key(request), played)}
        return render(request, "lobby/parts/practice_again.html", context, status=286)
    if local_matches.again(public_id, reader_key(request)) is not None:
        return render(request, "lobby/parts/alone_again.html", {"public_id": public_id}, status=286)
    standing = rematch.look(public_id, reader_key(request), now_ms, looks=is_looked_at(request))
    if standing is not None and request.GET.get("shown") == standing.stage and not _is_due(standing, now_ms):
        return reswap(render(request, "lobby/parts/rematch_moving.html", _shown(standing, now_ms)), "none")
    return _page(request, public_id, standing, now_ms)


@fresh_page(rate_limits.POLLS)
def here_word(request: HttpRequest) -> HttpResponse:
    """Handle a sign of life from any page of a player who has played lately. Returns what that page should report
    (`News`) where it differs from what is `shown`; status 286, at which htmx stops polling, when presence no longer
    matters."""
    heard = None if request.user.pk is None else _word(request.user.pk, game.now_ms())
    if heard is None:
        return HttpResponse(status=286)
    news = _news(*heard, request.headers.get("HX-Current-URL", ""))
    if request.GET.get("shown", "") == news.shown:
        return HttpResponse(status=204)
    return render(request, "lobby/parts/presence_ping.html", {"news": news, "is_listened_to": True})


@dataclass(frozen=True, slots=True)
class News:
    """What a page about something else reports from the lobby: that the match `match` has `begun`, or that an opponent
    proposes a rematch of it. `name`: the opponent. Empty: nothing."""

    match: str = ""
    name: str = ""
    begun: bool = False

    @property
    def shown(self) -> str:
        """What the page posts back, so that the same news is not drawn twice."""
        return f"begun {self.match}" if self.begun else self.match


@once_a_second(by=1)
def _word(user_id: int, now_ms: int) -> tuple[game.MatchCard | None, dict[str, str]] | None:
    """Record a sign of life from some page of the player: their running match with a clock, and proposals of a rematch
    to them; None when their presence no longer matters."""
    if not players_present.heard(user_id, now_ms):
        return None
    return engagements.running(user_id), rematch.asking(user_id, now_ms)


def news_of(user_id: int, page: str, now_ms: int) -> News:
    """What the page at that path reports when it is opened."""
    return _news(engagements.running(user_id), rematch.asking(user_id, now_ms), page)


def _news(running: game.MatchCard | None, asking: Mapping[str, str], page: str) -> News:
    """A match that has begun comes before a proposal; nothing that the page itself is about."""
    if running is not None and reverse("game:match", args=[running.public_id]) not in page:
        return News(running.public_id, running.opponent, begun=True)
    for public_id, name in asking.items():
        if reverse("game:match", args=[public_id]) not in page:
            return News(public_id, name)
    return News()


@post_only()
def answer(request: HttpRequest, public_id: str, button: str) -> HttpResponse:
    """Handle a button of the card, then return the card."""
    if button not in _BUTTONS:
        raise Http404("button")
    now_ms = game.now_ms()
    return _page(request, public_id, _BUTTONS[button](public_id, reader_key(request), now_ms), now_ms, pressed=True)


def _page(
    request: HttpRequest, public_id: str, standing: Standing | None, now_ms: int, pressed: bool = False
) -> HttpResponse:
    if standing is None:
        raise Http404("no such finished match of yours")
    if _is_due(standing, now_ms):
        return HttpResponseClientRedirect(resolve_url("game:match", standing.match))
    context = {**_shown(standing, now_ms), "public_id": public_id, "pressed": pressed}
    return render(request, "lobby/parts/rematch.html", context)


def _is_due(standing: Standing, now_ms: int) -> bool:
    if standing.stage != "agreed" or not standing.match or standing.starts_at is None:
        return False
    return now_ms >= standing.starts_at - _LEAVE_MS


def _shown(standing: Standing, now_ms: int) -> dict[str, object]:
    starts_at = standing.starts_at or now_ms
    return {
        "standing": standing,
        "left": round(100 * standing.left),
        "seconds_to_start": max(0, -(-(starts_at - now_ms) // 1000)),
    }

"""Views of the home page and of the waiting page of Quick Join: requests in, pages out. They do not decide pairing."""

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts.api import ensure_player
from common import home_page, rate_limits
from common.htmx import wants_part
from common.view_kinds import fresh_page, post_only
from game import api as game
from lobby import cards
from lobby.home_places import what_to_play
from lobby.home_reader import reader_of
from lobby.models import MATCH_LANGUAGES
from lobby.pause_shown import pause_of_reader
from lobby.people_line import line_of
from lobby.rated_sentences import closed_said
from lobby.services import engagements, quick_join, rated_play, slow_seeks

_CLOSED = "_closed"  # added to the stage on a page that does not offer to cancel


@fresh_page()
def home(request: HttpRequest) -> HttpResponse:
    """The home page, in parts that the apps bring; the match language begins as that of the interface. A script, for
    which a pause of Quick Join is over, fetches the part that says what to play."""
    if wants_part(request):
        return render(request, "lobby/home/now.html", {"place": what_to_play(request)})
    return _home(request)


def home_again(request: HttpRequest, met: rate_limits.TooMany) -> HttpResponse:
    """The home page for a user who pressed one of its buttons too often, with the language that was chosen there."""
    messages.error(request, rate_limits.told(request, met))
    return _home(request)


def _home(request: HttpRequest) -> HttpResponse:
    is_new = reader_of(request).is_new  # first: what is due in their matches changes what waits, and the news
    context = {"places": home_page.shown(request), "is_new": is_new}
    return render(request, "lobby/home.html", context)


@fresh_page(rate_limits.COUNTS)
def counts(request: HttpRequest) -> HttpResponse:
    """How many players wait per preset of a game (`game`, else the site's own) in the language `lg`, and whether any
    does, as fragments for the page."""
    language, variant = request.GET.get("lg"), request.GET.get("game", game.DEFAULT_VARIANT)
    if language not in MATCH_LANGUAGES:
        raise BadRequest("lg")
    if variant not in game.games():
        raise Http404("no such game")
    now_ms = game.now_ms()
    shown_counts = [one for one in cards.counts(language, now_ms) if one.preset.variant == variant]
    if pause_of_reader(request) is not None:  # the card of the pause stands instead of what is live
        unhurried = [one for one in shown_counts if not one.preset.summary.is_live]
        return render(request, "lobby/parts/counts.html", {"cards": unhurried, "people": None})
    people = line_of(variant, cards.waiting_now(shown_counts), now_ms)
    return render(request, "lobby/parts/counts.html", {"cards": shown_counts, "people": people})


@post_only()
def seek(request: HttpRequest) -> HttpResponse:
    """Play: take a place in the queue `preset`, `lg`, and go to the waiting page, or to that of slow seeks. A visitor
    becomes a guest; a player in a match with a clock gets a link back to it (409), and one at the limit of matches, or
    for whom live Quick Join pauses, is refused likewise."""
    try:
        queue = quick_join.queue(request.POST.get("preset", ""), request.POST.get("lg", ""))
    except quick_join.NotOffered:
        messages.error(request, _("That preset is not offered any more. Choose another."))
        return redirect("lobby:home")
    except quick_join.UnknownPreset as unknown:
        raise Http404("preset") from unknown
    except quick_join.UnknownLanguage as unknown:
        raise BadRequest("lg") from unknown
    is_slow = queue.preset.summary.is_slow
    try:
        player = ensure_player(request).pk
        if is_slow:
            slow_seeks.press(player, queue, game.now_ms())
        else:
            quick_join.seek(player, queue, game.now_ms())
    except rate_limits.TooMany as met:
        return home_again(request, met)
    except quick_join.Paused:
        return _paused(request)
    except quick_join.NotForBots:
        messages.error(request, _("A bot account plays in rooms only."))
        return redirect("lobby:home")
    except engagements.Busy as busy:
        return render(request, "lobby/busy.html", {"match": busy.match}, status=409)
    except engagements.Enough as enough:
        return render(request, "lobby/enough.html", {"most": enough.most}, status=409)
    except rated_play.RatedPlayClosed as refusal:
        return render(request, "lobby/rated_closed.html", {"said": closed_said(refusal.until)}, status=409)
    return redirect("lobby:slow" if is_slow else "lobby:waiting")


def _paused(request: HttpRequest) -> HttpResponse:
    """Live Quick Join pauses for the player (409); home, if that is over by now."""
    pause = pause_of_reader(request)
    if pause is None:
        return redirect("lobby:home")
    return render(request, "lobby/paused.html", {"pause": pause}, status=409)


@fresh_page()
def waiting(request: HttpRequest) -> HttpResponse:
    """The waiting page; home without a place, the match once it is due. Viewing it does not renew the place."""
    now_ms = game.now_ms()
    place = quick_join.look(request.user.pk, now_ms) if request.user.is_authenticated else None
    if place is None:
        return redirect("lobby:home")
    if place.is_due(now_ms):
        return redirect("game:match", place.match)
    return render(request, "lobby/waiting.html", {**shown(place, now_ms), "is_first": True})


@post_only(rate_limits.POLLS, fresh=True)
def poll(request: HttpRequest) -> HttpResponse:
    """Handle the waiting page's poll, every second: its place as a fragment, or a redirect to the match.

    A POST, as it renews the place. `stage` is what the page shows now: only a change of it is read aloud, and the
    button that cancels, which may have the focus, is drawn anew only where it comes or goes.
    """
    now_ms = game.now_ms()
    place = quick_join.poll(request.user.pk, now_ms) if request.user.is_authenticated else None
    if place is None:
        return render(request, "lobby/parts/place.html", {**_gone(request), "is_news": True})
    if place.is_due(now_ms):
        return HttpResponseClientRedirect(resolve_url("game:match", place.match))
    before, context = request.POST.get("stage", ""), shown(place, now_ms)
    is_news = before.removesuffix(_CLOSED) != place.stage
    is_moved = before.endswith(_CLOSED) is context["may_cancel"]
    return render(request, "lobby/parts/place.html", {**context, "is_news": is_news, "is_moved": is_moved})


@post_only(rate_limits.POLLS, fresh=True)
def interrupt(request: HttpRequest) -> HttpResponse:
    """Handle the poll of any other page while its player looks for an opponent, as good as one of the waiting page.
    From a match against a bot (`practises`) with an `answer` where an opponent was found."""
    now_ms = game.now_ms()
    practises = request.POST.get("practises") == "1"
    signed_in = request.user.is_authenticated
    if signed_in and request.POST.get("answer") == "yes":
        quick_join.agree(request.user.pk or 0)
    place = quick_join.poll(request.user.pk, now_ms, practises=practises) if request.user.pk else None
    if place is None:
        return render(request, "lobby/parts/watch.html", _gone(request))
    if place.is_due(now_ms):
        return HttpResponseClientRedirect(resolve_url("game:match", place.match))
    return render(request, "lobby/parts/watch.html", {**shown(place, now_ms), "practises": practises})


@post_only()
def stay(request: HttpRequest) -> HttpResponse:
    """Stop looking, from a match against a bot, and show nothing more; redirects to the other match if it is made."""
    match = quick_join.cancel(request.user.pk) if request.user.is_authenticated else ""
    if match:
        return HttpResponseClientRedirect(resolve_url("game:match", match))
    return render(request, "lobby/parts/watch.html", {})


@post_only()
def cancel(request: HttpRequest) -> HttpResponse:
    """Stop looking and go home; to the match, if it has been made in the meantime."""
    match = quick_join.cancel(request.user.pk) if request.user.is_authenticated else ""
    return redirect("game:match", match) if match else redirect("lobby:home")


def _gone(request: HttpRequest) -> dict[str, object]:
    """The template context without a place: `running` is the match with a clock that the player is in, if any; `pause`
    that of Quick Join."""
    running = engagements.running(request.user.pk) if request.user.pk else None
    return {"stage": "gone", "running": running, "pause": pause_of_reader(request)}


def shown(place: quick_join.Place, now_ms: int) -> dict[str, object]:
    """The template context of a place."""
    waited = max(0, now_ms - place.joined_at) // 1000
    return {
        "stage": place.stage,
        "preset": place.queue.preset,
        "language_name": MATCH_LANGUAGES[place.queue.language],
        "deal": place.deal,
        "choose_seconds": None if place.choose_ms is None else -(-place.choose_ms // 1000),
        "preset_key": place.queue.preset.key,
        "language": place.queue.language,
        "outdated": place.outdated,
        "elsewhere": place.elsewhere,
        "opponent": place.opponent,
        "rated": place.rated,
        "may_cancel": place.may_cancel(now_ms),
        "stage_shown": place.stage + ("" if place.may_cancel(now_ms) else _CLOSED),
        "waited": f"{waited // 60}:{waited % 60:02}",
        "seconds_to_start": None if place.starts_at is None else max(0, -(-(place.starts_at - now_ms) // 1000)),
    }

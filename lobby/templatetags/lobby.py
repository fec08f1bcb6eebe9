"""Template tags of every page: the player's place in Quick Join, their signs of life, and the lobby's news for them."""

from collections.abc import Mapping

from django import template
from django.http import HttpRequest
from django.template import Context
from django.urls import reverse

from game import api as game
from lobby.cards import PresetCard, preset_card
from lobby.models import Preset
from lobby.rated_sentences import closed_to
from lobby.rematch_views import news_of
from lobby.services import quick_join
from lobby.services.player_activity import ACTIVITY, Activity
from lobby.views import shown

register = template.Library()


def activity_of_reader(context: Context) -> Activity:
    """The lobby's activity of the user who reads this page; empty for a visitor, and without a request."""
    request = context.get("request")
    if request is None or not hasattr(request, "user"):
        return Activity()
    return ACTIVITY.of_reader(request)


@register.simple_tag
def active_presets(variant: str = game.DEFAULT_VARIANT) -> list[PresetCard]:
    """The active presets of a game with their settings in short, for a page that explains them."""
    return [preset_card(preset) for preset in Preset.objects.filter(active=True, variant=variant)]


@register.simple_tag(takes_context=True)
def rated_closed(context: Context) -> str:
    """The sentence for a reader to whom rated play is closed; "" for all others."""
    return closed_to(context.get("user"))


@register.simple_tag(takes_context=True)
def how_many_wait(context: Context) -> int:
    """How many matches with other people wait for the signed-in reader's turn, not counting the match of this page."""
    return game.HOW_MANY_WAIT.of_reader(context["request"])


_NO_PLACE: Mapping[str, object] = {"stage": ""}


@register.inclusion_tag("lobby/parts/watch.html", takes_context=True)
def watch(context: Context) -> Mapping[str, object]:
    """Keeps a player's place in Quick Join from whatever page they read, and takes them to the match.

    Empty without a place, on the match's own page, and once its first clock runs: leaving it then is meant.
    """
    if not activity_of_reader(context).seeks:
        return _NO_PLACE
    user, request = context["user"], context["request"]
    now_ms = game.now_ms()
    place = quick_join.look(user.pk, now_ms)
    if place is None:
        return _NO_PLACE
    if place.match and place.starts_at is not None:
        is_there = request.path == reverse("game:match", args=[place.match])
        if is_there or now_ms >= place.starts_at:
            return _NO_PLACE
    practises = _practises(request, user.pk)
    return {**shown(place, now_ms), "practises": practises, "csrf_token": context.get("csrf_token")}


def _practises(request: HttpRequest, user_id: int) -> bool:
    """Whether the page is that of a running practice match of the user's."""
    at = request.resolver_match
    if at is None or at.view_name != "game:match":
        return False
    seat = game.practice_seat(at.kwargs["public_id"], user_id)
    return seat is not None and not seat.over


@register.inclusion_tag("lobby/parts/presence_ping.html", takes_context=True)
def here(context: Context) -> dict[str, object]:
    """Sends signs of life from every page of a player who has played lately, and reports a match that has begun and
    proposals of a rematch."""
    if not activity_of_reader(context).is_listened_to:
        return {}
    user, request = context["user"], context["request"]
    news = news_of(user.pk, request.path, game.now_ms())
    is_told = news.begun and request.path == reverse("lobby:home")  # among the player's matches
    return {"news": news, "is_told": is_told, "is_listened_to": True, "csrf_token": context.get("csrf_token")}

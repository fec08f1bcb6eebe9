"""What every page shows of the lobby: that its player is looking for an opponent."""

from django import template
from django.template import Context
from django.urls import reverse

from game import api as game
from lobby.cards import PresetCard, preset_card
from lobby.models import Preset
from lobby.services import quick_join
from lobby.views import shown

register = template.Library()


@register.simple_tag
def active_presets() -> list[PresetCard]:
    """The presets of Quick Join with what their settings come to, for a page that explains them."""
    return [preset_card(preset) for preset in Preset.objects.filter(active=True)]


@register.inclusion_tag("lobby/parts/watch.html", takes_context=True)
def watch(context: Context) -> dict[str, object]:
    """Keeps the place of a player in Quick Join from whatever page they read, and takes them to the match.

    Empty for everybody else, where the match is already, and once its first clock runs: who leaves it then wants to.
    """
    user, request = context.get("user"), context.get("request")
    if request is None or user is None or not user.is_authenticated:
        return {}
    now_ms = game.now_ms()
    place = quick_join.look(user.pk, now_ms)
    if place is None:
        return {}
    if place.starts_at is not None:
        is_there = request.path == reverse("game:match", args=[place.match])
        if is_there or now_ms >= place.starts_at:
            return {}
    return {**shown(place, now_ms), "csrf_token": context.get("csrf_token")}

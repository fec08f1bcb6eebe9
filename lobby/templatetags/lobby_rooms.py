"""Template tags of private rooms: the two cards of the home page, and a message by a field's name."""

from collections.abc import Mapping

from django import template
from django.template import Context
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game import api as game
from lobby.services import rooms
from lobby.templatetags.lobby import activity_of_reader

register = template.Library()


@register.filter
def get(messages: object, name: str) -> str:
    """The message for that name; empty without one."""
    return messages.get(name, "") if isinstance(messages, Mapping) else ""


@register.inclusion_tag("lobby/room/home_cards.html", takes_context=True)
def room_cards(context: Context) -> dict[str, object]:
    """Join by code and Custom match, with links to the player's open rooms."""
    has_rooms = activity_of_reader(context).has_rooms
    return {
        "csrf_token": context.get("csrf_token"),
        "rooms": tuple(rooms.rooms_of(context["user"].pk, game.now_ms())) if has_rooms else (),
    }


@register.simple_tag
def custom_chips() -> list[str]:
    """What can be chosen in a custom match, in a few words each."""
    chips = []
    for setting in game.settings_of():
        if setting.key == "board_size" and isinstance(setting, game.OneOf):
            *others, last = [str(size) for size, _label in setting.choices]
            chips.append(_("%(sizes)s or %(last)s") % {"sizes": ", ".join(others), "last": last})
        elif setting.key == "turn_seconds" and isinstance(setting, game.Number):
            chips.append(_("%(low)d–%(high)d s") % {"low": setting.low, "high": setting.high})
        elif setting.key == "items" and isinstance(setting, game.SomeOf):
            powers = len(setting.members)
            chips.append(ngettext("%(powers)d power", "%(powers)d powers", powers) % {"powers": powers})
    return chips

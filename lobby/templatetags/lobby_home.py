"""Template tags and filters for a player's matches on the home page."""

from django import template
from django.template import Context
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game import api as game
from lobby.running_matches import Shelf

register = template.Library()


@register.simple_tag
def shelf_said(shelf: Shelf) -> str:
    """In how many of the shelf's matches it is the player's turn."""
    if not shelf.on_turn:
        return _("They are thinking") if shelf.others else _("No match running")
    return ngettext("Your turn in %(n)d match", "Your turn in %(n)d matches", shelf.on_turn) % {"n": shelf.on_turn}


@register.simple_tag(takes_context=True)
def how_many_wait(context: Context) -> int:
    """How many matches with other people wait for the signed-in reader's turn, not counting the match of this page."""
    return game.HOW_MANY_WAIT.of_reader(context["request"])


@register.filter
def lane(part: int, whole: int) -> str:
    """The length of this part of a whole on a lane of 100."""
    return str(0 if whole <= 0 else max(0, min(100, round(100 * part / whole))))

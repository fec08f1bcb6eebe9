"""What the home page says of a player's matches."""

from collections.abc import Sequence

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lobby.cards import LiveMatch

register = template.Library()


@register.simple_tag
def matches_said(matches: Sequence[LiveMatch]) -> str:
    """In how many of them it is the player's turn."""
    if not matches:
        return _("No match running")
    on_turn = sum(match.card.your_turn for match in matches)
    if not on_turn:
        return _("They are thinking")
    return ngettext("Your turn in %(n)d match", "Your turn in %(n)d matches", on_turn) % {"n": on_turn}

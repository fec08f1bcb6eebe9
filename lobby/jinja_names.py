"""The lobby's names in the Jinja2 environment: what the shelf of running matches says."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lobby.running_matches import Shelf


def shelf_said(shelf: Shelf) -> str:
    """In how many of the shelf's matches it is the player's turn."""
    if not shelf.on_turn:
        return _("They are thinking") if shelf.others else _("No match running")
    return ngettext("Your turn in %(n)d match", "Your turn in %(n)d matches", shelf.on_turn) % {"n": shelf.on_turn}


def lane(part: int, whole: int) -> int:
    """The length of this part of a whole on a lane of 100."""
    return 0 if whole <= 0 else max(0, min(100, round(100 * part / whole)))


FUNCTIONS: Mapping[str, Callable[..., Any]] = {"shelf_said": shelf_said}
FILTERS: Mapping[str, Callable[..., Any]] = {"lane": lane}

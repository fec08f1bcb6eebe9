"""Walk-aways as pages show them: the reader's own, and the window with its list in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from accounts.services import walk_aways
from accounts.services.walk_aways import LeftMatch, WalkAways
from accounts.statistics.walk_away_rules import WINDOW
from game import api as game


@dataclass(frozen=True, slots=True)
class LeftLine:
    """A match that the player left, with the names of the others and the reason in words."""

    left: LeftMatch
    names: str
    reason: str


def of_reader(request: HttpRequest) -> WalkAways:
    """The walk-aways of the reader of this request, as they were when it came; none for a visitor."""
    return walk_aways.of_user(request.user, game.now_ms()) if isinstance(request.user, User) else walk_aways.NONE_YET


def window_shown(user_id: int) -> Mapping[str, object]:
    """The squares, the oldest match first, before them the `missing` ones, and the lines, the latest first."""
    window = walk_aways.window_of(user_id)
    names = game.names_beside([left.match for left in window.left], user_id) if window.left else {}
    lines = [LeftLine(left, ", ".join(names.get(left.match, [])), reason(left)) for left in window.left]
    return {"squares": window.walked, "missing": range(WINDOW - len(window.walked)), "lines": lines}


def reason(left: LeftMatch) -> str:
    """How the player left, said to them."""
    if left.left == game.ABANDONED:
        return _("you did not return in time")
    if left.left == game.FORFEITED:
        return _("your time ran out, turn after turn")
    if left.left != game.RESIGNED:
        return _("you passed to the end")
    in_turn = (
        pgettext("a match", "you conceded in your first turn"),
        pgettext("a match", "you conceded in your second turn"),
        pgettext("a match", "you conceded in your third turn"),
    )
    return in_turn[left.turns]

"""Rebuild the first step of stored matches: from their deal, or from the position that they were played on from."""

import json

from game.dispatch.new_match import deal_again, from_position
from game.dispatch.stored_forms import decode
from game.kernel.chance import Chance
from game.kernel.match import CoreState, Step
from game.models import Match, PlayedOn


def first_step(row: Match, stored: CoreState, chance: Chance) -> Step[CoreState]:
    """The first step of a match of which `stored` is the state."""
    position = _position(row)
    return deal_again(stored, chance, row.started_at) if not position else from_position(decode(json.loads(position)))


def is_played_on(row: Match) -> bool:
    """Whether it was not dealt."""
    return bool(_position(row))


def _position(row: Match) -> str:
    """The encoded position; "" for a match that was dealt, as are all that are no practice."""
    if not row.practice:
        return ""
    return PlayedOn.objects.filter(match=row).values_list("position", flat=True).first() or ""

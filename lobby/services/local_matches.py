"""Matches for one player, or for several on one device: the choices, and the match made of them. Begun at once, never
rated, without a clock unless one is chosen (never on a shared device). The player's browser adds a number to the deal
as for any match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from accounts.api import User
from game import api as game
from lobby.services import engagements

LEAD_MS = 1_000
"""From the making of the match to its first clock, so that the page is there in time."""


class NotOffered(ValueError):
    """The game is not offered for one player, or not for so many on one device."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A match to be made: the game, the settings that differ from its defaults and, on one device, the names of all in
    lobby order; the one at `own` is the device's owner's."""

    variant: str
    settings: dict[str, Any]
    names: Sequence[str] = ()
    own: int = 0


def may_be(variant: str) -> bool:
    """Whether that game is offered and can be played alone."""
    known = game.games().get(variant)
    return known is not None and 1 in known.seats


def at_one_device(variant: str) -> Sequence[int]:
    """The numbers of players that can play that game on one device; empty where it is not offered so."""
    known = game.games().get(variant)
    return known.one_device if known is not None else ()


def sees_all(variant: str) -> bool:
    """Whether on one device one user plays for all, and sees all hands."""
    known = game.games().get(variant)
    return known is not None and known.sees_all


def wanted(variant: str, given: Mapping[str, object], names: Sequence[str] = (), own: int = 0) -> Wanted:
    """Check the choices and return the match to be made. Raises NotOffered, BadSettings."""
    _refuse_what_is_not_offered(variant, names)
    settings = {**given, "turn_seconds": None} if names else {**given}
    game.check_days(settings, people=1)
    return Wanted(variant, game.changed_settings(settings, variant), list(names), own)


def _refuse_what_is_not_offered(variant: str, names: Sequence[str]) -> None:
    if len(names) not in at_one_device(variant) if names else not may_be(variant):
        raise NotOffered(variant)


def again(public_id: str, user_id: int) -> Wanted | None:
    """The choices of a finished match that the player played alone or on one device; None for any other match."""
    finished = game.finished_match(public_id, user_id)
    if finished is None or finished.seats != 1 + len(finished.companions):
        return None
    names, own = list(finished.companions), finished.own if finished.companions else 0
    if names:
        names[own:own] = [entrant.name for entrant in finished.entrants]
    try:
        return wanted(finished.variant, finished.settings, names, own)
    except NotOffered:
        return None


def open_deal(user_id: int, what: Wanted, now_ms: int) -> str:
    """Open the deal of the match to be made and return its commitment. Raises engagements.Busy."""
    engagements.ask(user_id, engagements.Step.ALONE, what.settings, what.variant)
    return game.open_deal([user_id if place == what.own else None for place in range(len(what.names) or 1)], now_ms)


def make(user_id: int, what: Wanted, deal: str, now_ms: int) -> str:
    """Make the match once its deal is ready and return its public id, "" before that; a repeated call returns the same.
    Raises engagements.Busy, NotOffered."""
    _refuse_what_is_not_offered(what.variant, what.names)
    if game.deal_readiness(deal, now_ms) == "waiting":
        return ""
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        made = game.match_of_deal(deal, user_id)
        if made:
            return made
        engagements.ask(user_id, engagements.Step.ALONE, what.settings, what.variant)
        return game.create_match(
            variant=what.variant,
            settings=what.settings,
            entrants=[
                game.Entrant(user.pk, name) if place == what.own else game.Companion(name)
                for place, name in enumerate(what.names or [user.display_name])
            ],
            starts_at=now_ms + (LEAD_MS if engagements.has_clock(what.settings, what.variant) else 0),
            deal=deal,
        )

"""Rated play that moderators have closed to a player (rules/people.md §7): Quick Join and slow seeks of rated presets,
and rematches that would be rated. Unrated ways stay open.

Each step towards a rated match asks here, while the player is locked. What stands at the moment of the sanction is
given up after it has committed (signal_handlers.py); until then no match is made of it, and one that is being made at
that moment counts for nobody.
"""

import json
from collections.abc import Iterable
from datetime import datetime

from accounts.api import SanctionKind, kept_from_rated, open_sanction


class RatedPlayClosed(Exception):
    """Moderators have closed rated play to the player; `until` when, None: until somebody lifts it. Nothing has
    changed."""

    def __init__(self, until: datetime | None) -> None:
        super().__init__(until)
        self.until = until


def are_rated(terms: str) -> bool:
    """Whether a match by these terms counts, as far as its players may play rated."""
    return bool(json.loads(terms)["rated"])


def ask(user_id: int, terms: str) -> None:
    """Check that the player, who is locked, may wait for a match by these terms. Raises RatedPlayClosed."""
    found = open_sanction(user_id, SanctionKind.NO_RATED) if are_rated(terms) else None
    if found is not None:
        raise RatedPlayClosed(found.until)


def kept_from(user_ids: Iterable[int], terms: str) -> frozenset[int]:
    """To whom of these players a match by these terms is closed."""
    return kept_from_rated(user_ids) if are_rated(terms) else frozenset()

"""What one page of a match is drawn from, read anew each time: the settled row, the viewer's `View`, and the
`Table`.
"""

from dataclasses import dataclass

from game.models import Match
from game.panels import Table
from game.rules.basics import Millis, Seat
from game.rules.view import View
from game.services import enforcement, matches


@dataclass(frozen=True, slots=True)
class Screen:
    """A match as one viewer may see it, and what is not rules about it."""

    view: View
    table: Table


def settled(match_id: int, now: Millis) -> Match:
    """The match's row with all that was due applied: to look at a match is enough to make it right."""
    row = Match.objects.get(pk=match_id)
    if enforcement.enforce_if_due(row.pk, row.deadline, now):
        row.refresh_from_db()
    return row


def screen_of(row: Match, viewer: Seat | None, now: Millis) -> Screen:
    """The screen of a seat (None: a stranger's) for the match as the row has it."""
    names = matches.names_of(row.pk)
    table = Table(
        public_id=row.public_id,
        version=row.version,
        names=names,
        preset=row.preset,
        commitment=row.commitment,
        rated=row.rated,
        present=(True,) * len(names),
    )
    return Screen(matches.view_for(row, viewer, now), table)

"""What one page of a match is drawn from, read anew each time: the settled row, the viewer's `View`, and the
`Table`.
"""

from dataclasses import dataclass

from game.models import Match
from game.panels import Table
from game.rules.basics import Millis, Seat
from game.rules.view import View, view_of
from game.services import log_pages, matches, store


@dataclass(frozen=True, slots=True)
class Screen:
    """A match as one viewer may see it, and what is not rules about it."""

    view: View
    table: Table


def screen_of(row: Match, viewer: Seat | None, now: Millis) -> Screen:
    """The screen of a seat (None: a stranger's) for the match as the row has it."""
    state = store.load(row)
    page = log_pages.last_turns(row, state)
    table = Table(
        public_id=row.public_id,
        version=row.version,
        names=matches.shown_names_of(row.pk),
        preset=row.preset,
        commitment=row.commitment,
        rated=row.rated,
        present=tuple(player.away_since is None for player in state.players),
        earlier=page.before,
    )
    return Screen(view_of(state, viewer, page.steps, now), table)

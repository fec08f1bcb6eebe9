"""Load what a page of a match is drawn from, anew each time: the settled row, the viewer's `View`, the `Table`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.dispatch.seat_views import sees_all, view_of, view_of_all
from game.kernel.base_types import Millis, Seat
from game.kernel.events import Kind, LoggedStep
from game.models import Match
from game.presentation.player_cards import Table
from game.services import agreements, log_pages, matches, store
from game.services.log_pages import LogPage


@dataclass(frozen=True, slots=True)
class Screen:
    """A match as one viewer may see it (`view`, the game's own), and what is not rules about it. Since the version
    `unmoved_since` nothing has come about but that clocks were put off after an outage."""

    view: Any
    table: Table
    unmoved_since: int


@dataclass(frozen=True, slots=True)
class Reading:
    """What all screens of a version are made from: the settled `row`, the newest `page` of its log, and the players'
    `names` as they are stored."""

    row: Match
    page: LogPage
    names: tuple[str, ...]

    @property
    def actor(self) -> Seat | None:
        """The seat whose action made the version; None where none did."""
        return self.page.steps[-1].events[0].seat if self.page.steps else None


def read(row: Match, names: tuple[str, ...] | None = None) -> Reading:
    """Read what the row does not hold; the names where they are not known, which never change while a match runs."""
    page = log_pages.last_turns(row, store.load(row))
    if names is None or row.status != Match.Status.LIVE:
        names = matches.names_of(row.pk)
    return Reading(row, page, names)


def screen_of(row: Match, viewer: Seat | None, now: Millis, names: tuple[str, ...] | None = None) -> Screen:
    """The screen of a seat (None: a stranger's) for the match as the row has it; `names` where they are known."""
    return screen_from(read(row, names), viewer, now)


def screen_from(reading: Reading, viewer: Seat | None, now: Millis) -> Screen:
    """The same from what was read before, without a query. Where one plays for all, the seat is the one on turn: that
    one's page goes on from turn to turn without being opened anew."""
    row, page = reading.row, reading.page
    state = store.load(row)
    is_all = row.one_device and viewer is not None and sees_all(row.variant)
    table = replace(table_of(reading), is_all=is_all)
    unmoved_since = row.version - _credits_at_end(page.steps)
    if is_all and row.status == Match.Status.LIVE:
        return Screen(view_of_all(state, page.steps, now), table, unmoved_since)
    return Screen(view_of(state, viewer, page.steps, now), table, unmoved_since)


def table_of(reading: Reading) -> Table:
    """What stands around the rules of the match, for whoever may see it."""
    row, page = reading.row, reading.page
    state = store.load(row)
    return Table(
        public_id=row.public_id,
        version=row.version,
        names=tuple(matches.shown_name(name) for name in reading.names),
        preset=row.preset,
        commitment=row.commitment,
        rated=row.rated,
        present=tuple(player.away_since is None for player in state.players),
        earlier=page.before,
        one_device=row.one_device,
        ends_by_agreement=agreements.are_offered(row, len(state.players)),
        took=page.took,
        out=frozenset(seat for seat, player in enumerate(state.players) if player.out is not None),
    )


def _credits_at_end(steps: Sequence[LoggedStep]) -> int:
    """How many of the last steps only gave time back."""
    for number, step in enumerate(reversed(steps)):
        if [event.kind for event in step.events] != [Kind.CLOCK_CREDITED]:
            return number
    return 0

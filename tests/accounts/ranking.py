"""Finished Quick Join matches for the tests of this folder, made without playing them."""

from game.models import Match
from game.services import matches, store
from game.services.matches import Entrant
from tests.support.matches import START, UserFactory

HOUR = 3_600_000
DAY = 24 * HOUR


def account(name="Astrid", **fields):
    """A player with an account."""
    return UserFactory(display_name=name, is_guest=False, **fields)


def ended(
    first, second, totals=(300, 250), *, reason="bag_empty", winner=None, at=START, rated=True, preset="standard",
    language="en", tell=True,
):  # fmt: skip
    """A match over at `at` between seats 0 and 1, told to whoever listens as the game does."""
    row = matches.create(
        variant="alfapower",
        settings={"language": language},
        entrants=[Entrant(player.pk, player.display_name) for player in (first, second)],
        starts_at=START,
        preset=preset,
        rated=rated,
        by_lot=False,
    )
    if winner is None and reason in ("bag_empty", "stalled"):
        winner = totals.index(max(totals))
    for seat, total in enumerate(totals):
        row.seats.filter(seat=seat).update(total=str(total))
    row.status, row.reason, row.winner, row.finished_at, row.due_at = Match.Status.OVER, reason, winner, at, None
    row.save()
    if tell:
        store.tell_end(row, at)
    return row

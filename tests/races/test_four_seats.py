"""Four at a table, in every order: who leaves, who plays and the clock come at once, and the others play on."""

import pytest

from game.kernel.deadlines import due_moment
from game.models import Match
from game.services import settle_due
from tests.races.invariants import kinds
from tests.races.seats import SHARED, orders_of, sends
from tests.support.matches import make_match, state_of
from tests.support.types import certain

pytestmark = [pytest.mark.needs_postgres, pytest.mark.django_db(transaction=True)]

NAMES = ("Anna", "Bo", "Cilla", "Dag")


@pytest.fixture
def row() -> Match:
    """A match of four before its first turn."""
    return make_match(variant="alfapet", players=NAMES, turn_seconds=60)


def test_two_leave_while_the_third_passes_and_the_rest_play_on(row: Match) -> None:
    works = (sends(0, do="pass"), sends(1, do="resign"), sends(2, do="resign"))
    for copy, answers, _ in orders_of(row, *works, stops=SHARED):
        state = state_of(copy)
        assert [answer.code for answer in answers] == ["", "", ""]
        assert [player.out is not None for player in state.players] == [False, True, True, False]
        assert not state.over and state.active == 3
        assert sorted(kinds(copy)) == ["passed", "seat_out", "seat_out"]


def test_the_last_who_is_left_has_won_whoever_left_first(row: Match) -> None:
    first_places = set()
    for copy, answers, _ in orders_of(row, *(sends(seat, do="resign") for seat in (0, 1, 2)), stops=SHARED):
        state = state_of(copy)
        assert [answer.code for answer in answers] == ["", "", ""]
        assert state.over and state.outcome.winner == 3 and state.outcome.places[3] == 1
        assert sorted(state.outcome.places) == [1, 2, 3, 4]
        first_places.add(state.outcome.places)
    assert len(first_places) == 6, "each order of leaving has places of its own"


def test_a_turn_that_runs_out_while_its_player_leaves_is_over_once(row: Match) -> None:
    due = certain(due_moment(state_of(row)))
    seen = set()
    for copy, _answers, _ in orders_of(row, sends(0, do="resign"), lambda copy: settle_due.sweep(due), stops=SHARED):
        state = state_of(copy)
        assert (state.active, state.over) == (1, False)
        seen.add(tuple(kinds(copy)))
    assert seen == {("seat_out",), ("timed_out", "seat_out")}

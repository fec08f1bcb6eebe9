"""Four at a table and five at a sheet of Keebble, in every order: who leaves, who plays or takes and the clock come at
once, and the others play on."""

import random

import pytest

from game.kernel.deadlines import SLACK, due_moment
from game.models import Match
from game.services import settle_due
from tests.races.invariants import kinds
from tests.races.seats import NOW, SHARED, orders_of, sends
from tests.support.keebble_matches import PEOPLE, keebble_match
from tests.support.matches import make_match, state_of, submit
from tests.support.players.keebble import carried_out
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


@pytest.fixture
def five() -> Match:
    """A match of five before its first turn."""
    return keebble_match(3, len(PEOPLE), turn_seconds=60)


def test_of_all_who_grasp_for_an_option_the_one_on_turn_has_it(five: Match) -> None:
    works = [sends(seat, do="take", option=0, save=True) for seat in (0, 1, 2)]
    for copy, answers, _ in orders_of(five, *works, stops=SHARED):
        state = state_of(copy)
        assert answers[0].code == "" and {answer.code for answer in answers[1:]} <= {"not_your_turn", "stale"}
        assert (state.active, state.open) == (1, (1, 2, 3, 4, 5))
        assert [len(player.backpack) > 0 for player in state.players] == [True, False, False, False, False]


def test_two_leave_while_the_third_takes_and_the_list_stays(five: Match) -> None:
    works = (sends(0, do="take", option=0, save=True), sends(1, do="resign"), sends(4, do="resign"))
    for copy, answers, _ in orders_of(five, *works, stops=SHARED):
        state = state_of(copy)
        assert [answer.code for answer in answers] == ["", "", ""]
        assert (state.active, len(state.options), state.over) == (2, 6, False)
        assert sorted(kinds(copy)).count("seat_out") == 2


def test_whether_the_clock_or_a_taker_ends_the_round_the_same_list_comes(five: Match) -> None:
    """The last turn of a round runs out while its player takes: the match goes on by one of both, and by a list that
    follows from the match's numbers and from what was done."""
    rng = random.Random(3)
    for _ in range(4):
        state = state_of(five)
        assert not submit(five, state.active, NOW, do="take", **carried_out(state, state.open[0], rng)).code
    state = state_of(five)
    due, whole = certain(due_moment(state)), carried_out(state, state.open[0], rng)
    in_time = sends(state.active, at=due - SLACK, do="take", turn=state.turn, **whole)
    lists: dict[tuple[str, ...], set[object]] = {}
    for copy, answers, _ in orders_of(five, in_time, lambda copy: settle_due.sweep(due), stops=SHARED):
        after = state_of(copy)
        assert answers[0].code in ("", "stale") and after.round == 2
        lists.setdefault(tuple(kinds(copy)), set()).add(after.options)
    assert len(lists) == 2
    assert all(len(found) == 1 for found in lists.values())

"""Two worlds at a match of Keebble: with another seed, and so other lists in all rounds to come, every page and door of
the match says the same to each seat and to a stranger; what comes only differs once it has come."""

import random

import pytest

from game.models import Match
from tests.secrecy.conftest import Stage
from tests.secrecy.pages import NOW, said, told_apart
from tests.support.keebble_matches import keebble_match
from tests.support.matches import state_of, submit
from tests.support.players.keebble import carried_out
from tests.support.run_length import LONG

pytestmark = pytest.mark.usefixtures("words")
PLAYERS = 3
STEPS = (0, 1, 5, 6, 7)
"""In the midst of the first round, at its last turn, and after the list of the second one has come."""
ROWS = [
    (steps, viewer)
    for number, steps in enumerate(STEPS)
    for viewer in range(PLAYERS)
    if LONG or viewer == number % PLAYERS
]
"""In the plain run each of the steps by one seat, and each seat at one of them."""


def turn(row: Match, rng: random.Random) -> None:
    """One option, taken and carried out."""
    state = state_of(row)
    assert not submit(row, state.active, do="take", **carried_out(state, state.open[0], rng)).code


def played(steps: int) -> Match:
    row, rng = keebble_match(2, PLAYERS, turn_seconds=None), random.Random(steps)
    for _ in range(steps):
        turn(row, rng)
    return Match.objects.get(pk=row.pk)


def with_another_seed(row: Match) -> None:
    Match.objects.filter(pk=row.pk).update(seed=bytes(reversed(range(32))))


@pytest.mark.parametrize(("steps", "viewer"), ROWS)
def test_nobody_is_told_of_the_seed_or_of_a_list_to_come(stage: Stage, steps: int, viewer: int) -> None:
    row = played(steps)
    assert not told_apart(stage, row, lambda: with_another_seed(row), viewer)


def test_the_lists_to_come_are_others_and_the_test_can_see_one() -> None:
    lists = []
    for changed in (False, True):
        row = played(5)
        if changed:
            with_another_seed(row)
        before = state_of(row).options
        turn(row, random.Random(5))
        state = state_of(row)
        assert state.round == 2 and state.options != before
        lists.append((said(row, NOW, 0), state.options))
    (one, first), (other, second) = lists
    assert first != second and one != other

"""Two worlds at a table of four, in Alfapet: with other racks of the three others, another bag and another seed, after
words, an exchange, a failed try, a pass and one who leaves, every page and door says the same to each seat and to a
stranger."""

import random

import pytest

from game.models import Match
from game.variants.alfapet.rules.tiles import ARROW, BLACK
from game.variants.alfapower.rules.state import MatchState
from tests.secrecy.conftest import Stage
from tests.secrecy.other_world import hide_anew
from tests.secrecy.pages import told_apart, turn_over_the_hand
from tests.support.matches import make_match, state_of, submit
from tests.support.run_length import LONG
from tests.support.two_worlds import in_another_world
from tests.support.word_lists import Moody

NAMES = ("Anna", "Bo", "Cilla", "Dag")
SIGNS = (BLACK, ARROW, "?")
STEPS = 6
ROWS = [
    (steps, viewer)
    for steps in range(1, STEPS + 1)
    for viewer in range(len(NAMES))
    if LONG or viewer == steps % len(NAMES)
]
"""In the plain run every step by the seat that is on turn after it, until one leaves."""


def letters_of(state: MatchState, seat: int, count: int) -> list[str]:
    """Letters of a rack that lie without further ado."""
    return [tile for tile in state.players[seat].hand if tile not in SIGNS][:count]


def played(words: Moody, steps: int) -> Match:
    """A match of four after so many steps."""
    row = make_match(variant="alfapet", players=NAMES, turn_seconds=None)
    for number in range(steps):
        state, words.mood = state_of(row), "all"
        seat, center = state.active, state.board.size // 2
        if number == 0:
            laid = [[center, center + at, tile] for at, tile in enumerate(letters_of(state, seat, 2))]
            assert not submit(row, seat, do="place", tiles=laid).code
        elif number == 1:
            assert not submit(row, seat, do="swap", tiles=list(state.players[seat].hand[:3])).code
        elif number == 2:
            words.mood = "none"
            laid = [[center + 1 + at, center, tile] for at, tile in enumerate(letters_of(state, seat, 2))]
            assert submit(row, seat, do="place", tiles=laid).code == "invalid_words"
            words.mood = "all"
            assert not submit(row, seat, do="place", tiles=laid).code
        elif number == 3:
            assert not submit(row, seat, do="pass").code
        elif number == 4:
            assert not submit(row, seat, do="resign").code
        else:
            assert not submit(row, seat, do="swap", tiles=list(state.players[seat].hand[:1])).code
    return Match.objects.get(pk=row.pk)


@pytest.mark.parametrize(("steps", "viewer"), ROWS)
def test_nobody_of_four_is_told_of_what_the_others_hold(stage: Stage, words: Moody, steps: int, viewer: int) -> None:
    row = played(words, steps)
    before = state_of(row)
    after = in_another_world(before, viewer)
    assert [seat for seat in range(len(NAMES)) if before.players[seat].hand == after.players[seat].hand] == [viewer]
    rng = random.Random(f"{steps}/{viewer}")
    assert not told_apart(stage, row, lambda: hide_anew(rng, row, after, viewer), viewer)


def test_the_test_can_see_a_rack(stage: Stage, words: Moody) -> None:
    row = played(words, 2)
    assert told_apart(stage, row, lambda: turn_over_the_hand(row, 3), 3)

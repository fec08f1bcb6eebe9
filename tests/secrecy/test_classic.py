"""Two worlds at a match of Classic: with another hand of the opponent, another bag and another seed, after words, a
swap and a failed try, every page and door of the match says the same to a seat and to a stranger."""

import random

import pytest

from game.models import Match
from tests.secrecy.conftest import Stage
from tests.secrecy.other_world import hide_anew
from tests.secrecy.pages import told_apart, turn_over_the_hand
from tests.support.classic_matches import classic_match
from tests.support.matches import state_of, submit
from tests.support.players.classic import turns
from tests.support.run_length import LONG
from tests.support.two_worlds import in_another_world
from tests.support.word_lists import Moody

STEPS = range(1, 6) if LONG else (2, 5)
"""In the plain run after the opponent's swap, and after all of it: one seat is on turn, then the other."""


def played(words: Moody, steps: int) -> Match:
    """A match after so many steps: a word, a swap of the opponent's, a word, a failed try of the opponent's."""
    row, rng = classic_match(2), random.Random(steps)
    for number in range(steps):
        state = state_of(row)
        _, tiles = turns(state, rng)[0]
        words.mood = "none" if number == 3 else "all"
        if number == 1:
            assert not submit(row, 1, do="swap", tiles=list(state.players[1].hand[:3])).code
        else:
            submit(row, state.active, do="place", tiles=tiles)
    words.mood = "all"
    return Match.objects.get(pk=row.pk)


@pytest.mark.parametrize("steps", STEPS)
def test_nobody_is_told_of_a_hand_a_bag_or_a_seed(stage: Stage, words: Moody, steps: int) -> None:
    row = played(words, steps)
    before = state_of(row)
    after = in_another_world(before, 0)
    assert after.players[1].hand != before.players[1].hand and after.bag != before.bag
    assert not told_apart(stage, row, lambda: hide_anew(random.Random(steps), row, after, 0))


def test_the_test_can_see_a_hand(stage: Stage, words: Moody) -> None:
    row = played(words, 2)
    assert told_apart(stage, row, lambda: turn_over_the_hand(row, 0))

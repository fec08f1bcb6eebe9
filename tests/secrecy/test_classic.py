"""Two worlds at a match of Classic: with another hand of the opponent, another bag and another seed, after words, a
swap and a failed try, every page and door of the match says the same to a seat and to a stranger."""

import random
from dataclasses import replace

import pytest

from game.models import Match
from tests.secrecy.other_world import hide_anew
from tests.secrecy.pages import said
from tests.support.classic import with_other_secrets
from tests.support.classic_play import classic_match, turns
from tests.support.matches import START, state_of, store_state, submit


@pytest.fixture
def words(stage):
    """The stage's word list, which takes every word at first."""
    stage.words.mood = "all"
    return stage.words


def played(words, steps: int) -> Match:
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


@pytest.mark.parametrize("steps", range(1, 6))
def test_nobody_is_told_of_a_hand_a_bag_or_a_seed(stage, words, steps):
    row, now = played(words, steps), START + 2_000
    stage.clock.now = now
    first = said(row, now)
    before = state_of(row)
    hide_anew(random.Random(steps), row, with_other_secrets(before), 0)
    after = state_of(row)
    assert after.players[1].hand != before.players[1].hand and after.bag != before.bag
    second = said(row, now)
    strangers = {name for name in first if first[name] != second[name]}
    assert not strangers, strangers


def test_the_test_can_see_a_hand(stage, words):
    row, now = played(words, 2), START + 2_000
    stage.clock.now = now
    first = said(row, now)
    state = state_of(row)
    own = state.players[0]
    store_state(row, state.put_player(0, replace(own, hand=tuple(reversed(own.hand)))))
    assert said(row, now) != first

"""Faults that the model once found, each shrunk to its smallest case and kept for ever."""

from dataclasses import replace

import pytest

from game.rules.chance import FairChance
from game.rules.setup import new_match, read_rules
from game.rules.view import view_of

SEED = bytes(32)


@pytest.mark.parametrize("viewer", [0, None])
def test_the_running_totals_do_not_tell_the_worth_of_the_other_hand(viewer):
    """I14: `View.totals` held the value of both hands while the match ran."""
    state = new_match(read_rules("alfapower", {}), FairChance(SEED), 0).state
    other = state.players[1]
    cheap = state.put_player(1, replace(other, hand=tuple("EEEEEEE")))
    dear = state.put_player(1, replace(other, hand=tuple("ZQXJKFV")))
    assert view_of(cheap, viewer, [], 0).totals == view_of(dear, viewer, [], 0).totals

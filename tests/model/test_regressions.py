"""Faults once found in what the rules tell, each shrunk to its smallest case and kept for ever."""

import random
from dataclasses import replace

import pytest

from game.crossword.actions import Place
from game.crossword.tiles import Placed
from game.dispatch.new_match import new_match, read_rules
from game.dispatch.steps import apply
from game.kernel.chance import FairChance
from game.kernel.match import Env
from game.variants.alfapower.rules.view import view_of
from tests.model.other_world import check_told
from tests.support.text_boards import scene

SEED = bytes(32)


@pytest.mark.parametrize("viewer", [0, None])
def test_the_running_totals_do_not_tell_the_worth_of_the_other_hand(viewer: int | None) -> None:
    """I14: `View.totals` held the value of both hands while the match ran."""
    state = new_match(read_rules("alfapower", {}), FairChance(SEED), 0).state
    other = state.players[1]
    cheap = state.put_player(1, replace(other, hand=tuple("EEEEEEE")))
    dear = state.put_player(1, replace(other, hand=tuple("ZQXJKFV")))
    assert view_of(cheap, viewer, [], 0).totals == view_of(dear, viewer, [], 0).totals


def test_an_alfa_tile_that_lies_down_as_a_plain_one_is_not_told_from_one() -> None:
    """I14: the event of a scored turn told the token in the hand, and so which tile had been upgraded."""
    state = scene("... TEA ...", bonuses="... ..A ...", hand="S*?*A", alfa_on_board=1)
    env = Env(0, {"ES"}, FairChance(SEED))
    action = Place((Placed(2, 1, "S*"),))
    check_told(random.Random(0), state, 0, action, env, apply(state, 0, action, env).events)

"""Flex's end page: how a match ended, in a sentence."""

import pytest

from game.kernel.actions import Timeout
from game.kernel.events import LoggedStep
from game.variants.flex.rules.view import view_of
from game.variants.flex.screens.endpage import reasons
from tests.support.acts import NOW, act
from tests.support.flex import table


@pytest.mark.parametrize(("most", "times"), [(1, "once"), (3, "three times")])
def test_who_ran_out_of_time_is_told_how_often(most: int, times: str) -> None:
    state = table({}, ["KABEL", "ORM"], timeouts=(most - 1, 0), timeouts_to_forfeit=most)
    step = act(state, Timeout())
    view = view_of(step.state, 1, [LoggedStep(step.events)], NOW)
    assert reasons(view, ("Anna", "Björn")) == [f"Anna ran out of time {times} in a row."]

"""The failed attempts that a turn allows (docs/rules.md R3.46, R3.47)."""

from dataclasses import replace
from typing import Any

import pytest

from game.variants.alfapower.rules.state import MatchState
from tests.support.text_boards import CAT, do, scene


def spent(tries: int, **settings: Any) -> MatchState:
    """CAT on the board, and so many failed attempts in the turn that runs."""
    state = scene(CAT, hand="SEEEEEE", coins=(20, 20), **settings)
    for _ in range(tries):
        result = do(state, "place", tiles="S 2 4", words=set())
        assert result.code == "invalid_words"
        state = result.state
    return state


@pytest.mark.parametrize(("settings", "most"), [({}, 10), ({"tries_per_turn": 1}, 1), ({"tries_per_turn": 50}, 50)])
def test_when_the_tries_are_spent_nothing_can_be_placed_r3_46(
    settings: dict[str, Any], most: int
) -> None:  # R3.46, R1.44
    assert spent(most - 1, **settings).tries_left == 1
    state = spent(most, **settings)
    for tiles in ("S 2 4", "", "Z 2 4", "S 9 9"):  # before check 1, and a right word as well
        result = do(state, "place", tiles=tiles)
        assert result.code == "too_many_tries"
        assert result.state == state


def test_without_a_limit_tries_are_not_spent_r3_46() -> None:  # R3.46
    state = spent(12, tries_per_turn=None)
    assert state.tries_left is None
    assert do(state, "place", tiles="S 2 4").code is None


def test_spent_tries_leave_all_else_open_r3_47() -> None:  # R3.47
    state = replace(spent(2, tries_per_turn=2, items=["swap", "fortify"]), bag=tuple("AAAAAAAB"))
    bought = do(state, "buy", item="swap").state
    swapped = do(bought, "use", item="swap", tiles="S").state
    assert do(swapped, "place", tiles="E 2 4").code == "too_many_tries"
    assert do(swapped, "pass").code is None


@pytest.mark.parametrize("ended_by", ["pass", "timeout"])
def test_every_turn_has_its_tries_r3_47(ended_by: str) -> None:  # R3.47
    state = do(spent(2, tries_per_turn=2), ended_by).state
    assert (state.active, state.tries_left) == (1, 2)
    assert do(do(state, "pass").state, "place", tiles="S 2 4").code is None


def test_a_word_ends_the_count_of_tries_r3_47() -> None:  # R3.47
    state = do(spent(1, tries_per_turn=2), "place", tiles="S 2 4").state
    assert state.tries_left == 2


def test_out_of_turn_comes_before_spent_tries_r3_46() -> None:  # R3.46
    assert do(spent(10), "place", seat=1, tiles="S 2 4").code == "not_your_turn"

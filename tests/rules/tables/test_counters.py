"""Section 4 of docs/rules.md, third part: passes, timeouts and their counters; and the failed attempts that a turn
allows (R3.46, R3.47)."""

from dataclasses import replace
from typing import Any

import pytest

from game.variants.alfapower.rules.ending import opponent
from game.variants.alfapower.rules.state import MatchState
from game.variants.alfapower.rules.turn import end_turn
from game.variants.alfapower.rules.view import view_of
from tests.support.text_boards import CAT, HIGH_CAT, do, scene
from tests.support.types import certain


def counters(state: MatchState, seat: int = 0) -> tuple[int, int]:
    return state.players[seat].passes, state.players[seat].timeouts


DEEDS = [
    # rule, what seat 0 does with counters (1, 1), the counters after it
    ("R4.13 a word clears both", "place", {"tiles": "S 2 4"}, (0, 0)),
    ("R4.29 a pass", "pass", {}, (2, 0)),
    ("R4.32 a timeout", "timeout", {}, (2, 2)),
    ("R4.35 a swap", "use", {"item": "swap", "tiles": "S"}, (0, 1)),
    ("R4.36 buying", "buy", {"item": "claim"}, (1, 1)),
    ("R4.36 fortifying", "use", {"item": "fortify", "cell": [2, 2]}, (1, 1)),
    ("R4.36 claiming", "use", {"item": "claim", "cell": [0, 0]}, (1, 1)),
    ("R4.36 blasting", "use", {"item": "blast", "cell": [2, 2]}, (1, 1)),
    ("R4.36 placing a bonus", "use", {"item": "place_dl", "cell": [0, 0]}, (1, 1)),
    ("R4.36 a failed attempt", "place", {"tiles": "S 2 4", "words": set()}, (1, 1)),
    ("R4.36 a refusal", "place", {"tiles": "S 0 0"}, (1, 1)),
]


@pytest.mark.parametrize(("what", "fields", "after"), [pytest.param(*deed[1:], id=deed[0]) for deed in DEEDS])
def test_counters(what: str, fields: dict[str, Any], after: tuple[int, int]) -> None:
    before = scene(CAT, hand="SEEEEEE", slots=["swap", "fortify", "claim", "blast", "place_dl"],
                   passes=(1, 1), timeouts=(1, 1))  # fmt: skip
    result = do(before, what, **fields)
    assert counters(result.state) == after
    assert counters(result.state, 1) == (1, 1)  # R4.37


@pytest.mark.parametrize(
    ("what", "earned"),
    [pytest.param("pass", 9, id="R4.29 a pass earns"), pytest.param("timeout", 0, id="R4.32 nothing")],
)
def test_coins_and_turn(what: str, earned: int) -> None:
    result = do(scene(CAT, pass_coins=9), what)
    assert (result.state.active, result.state.phase) == (1, "play")
    assert [player.coins for player in result.state.players] == [5 + earned, 5]
    assert [player.score for player in result.state.players] == [0, 0]


@pytest.mark.parametrize("limit", [2, 3, 10])
def test_the_last_pass_concedes_without_coins_r4_30(limit: int) -> None:  # R4.30, R6.4
    before = scene(CAT, passes=(limit - 2, 0), scores=(99, 0), passes_to_concede=limit)
    one_before = do(before, "pass")
    assert (one_before.state.phase, one_before.state.players[0].coins) == ("play", 8)
    last = do(scene(CAT, passes=(limit - 1, 0), scores=(99, 0), passes_to_concede=limit), "pass")
    assert (certain(last.state.outcome).reason, certain(last.state.outcome).winner) == ("conceded", 1)
    assert (last.state.players[0].coins, counters(last.state)) == (5, (limit, 0))


@pytest.mark.parametrize(("passes", "earned"), [(0, 3), (1, 3), (2, 0), (6, 0)])
def test_with_an_empty_bag_passes_count_on_and_earn_as_long_as_they_would_with_tiles(passes: int, earned: int) -> None:
    result = do(scene(CAT, hand="Q", other="EE", bag="", passes=(passes, 0)), "pass")  # R4.40
    assert (result.state.outcome, result.state.active, result.state.players[0].coins) == (None, 1, 5 + earned)
    assert counters(result.state) == (passes + 1, 0)


@pytest.mark.parametrize(
    ("given", "concede", "coins"),
    [
        pytest.param({"passes": (1, 0)}, False, 3, id="R4.31 two before"),
        pytest.param({"passes": (2, 0)}, True, 0, id="R4.31 one before"),
        pytest.param({"passes": (2, 0), "bag": ""}, False, 0, id="R4.40 an empty bag"),
        pytest.param({"passes": (2, 0), "bag": "", "empty_bag_concedes": True}, True, 0, id="R4.41 by the setting"),
        pytest.param({"passes": (2, 0), "bag": "", "stalled_ends": False}, True, 0, id="R4.41 none is stalled"),
    ],
)
def test_what_the_button_says(given: dict[str, Any], concede: bool, coins: int) -> None:
    own, other = (view_of(scene(CAT, **given), seat, [], 0).can for seat in (0, 1))
    assert (own.concede, own.pass_coins) == (concede, coins)
    assert (other.concede, other.pass_coins) == (False, 0)


@pytest.mark.parametrize("limit", [1, 3, 10])
def test_the_last_timeout_forfeits_r4_33(limit: int) -> None:  # R4.33, R6.5
    before = scene(CAT, timeouts=(limit - 1, 0), passes=(0, 0), scores=(99, 0), timeouts_to_forfeit=limit)
    result = do(before, "timeout")
    assert (certain(result.state.outcome).reason, certain(result.state.outcome).winner) == ("forfeited", 1)
    assert counters(result.state) == (1, limit)


def test_a_timeout_can_concede_r4_34() -> None:  # R4.34
    result = do(scene(CAT, passes=(2, 0)), "timeout")
    assert (certain(result.state.outcome).reason, certain(result.state.outcome).winner) == ("conceded", 1)
    assert (result.state.players[0].coins, counters(result.state)) == (5, (3, 1))


def test_counters_are_of_one_seat_r4_37() -> None:  # R4.37
    state = scene(CAT, passes_to_concede=4)
    for _ in range(2):
        state = do(do(state, "pass").state, "timeout").state
    assert (counters(state, 0), counters(state, 1)) == ((2, 0), (2, 2))
    state = do(state, "place", tiles="A 2 4").state
    assert (counters(state, 0), counters(state, 1)) == ((0, 0), (2, 2))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("choice", ["", "A"])
def test_either_may_resign_at_any_time_r4_38(seat: int, choice: str) -> None:  # R4.38, R6.6
    result = do(scene(CAT, choice=choice, scores=(50, 50)), "resign", seat=seat)
    assert (result.state.phase, certain(result.state.outcome).reason) == ("over", "resigned")
    assert certain(result.state.outcome).winner == 1 - seat
    assert result.state.active == 0  # R6.20


def test_turns_are_counted_one_by_one() -> None:
    state = scene(HIGH_CAT)
    after = do(state, "pass").state
    assert (after.turn, after.active) == (state.turn + 1, 1)
    assert (do(after, "pass").state.turn, do(after, "pass").state.active) == (state.turn + 2, 0)


def test_were_there_three_the_next_seat_would_move_and_gain() -> None:
    two = scene(HIGH_CAT)
    three = replace(two, players=(*two.players, two.players[0]))
    assert [end_turn(replace(three, active=seat), 0, [])[0].active for seat in range(3)] == [1, 2, 0]
    assert [opponent(three, seat) for seat in range(3)] == [1, 2, 0]


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

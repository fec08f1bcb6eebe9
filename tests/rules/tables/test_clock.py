"""Section 7 of docs/rules.md, as far as the engine decides it: deadlines, grace and slack. Times in milliseconds."""

from typing import Any

import pytest

from game.dispatch.new_match import new_match, read_rules
from game.dispatch.steps import settle
from game.kernel.chance import FairChance
from game.kernel.deadlines import GRACE, SLACK, abandon_moment, away_left_ms, due_moment, left_ms
from game.variants.alfapower.rules.state import MatchState
from tests.support.text_boards import CAT, HIGH_CAT, do, scene, settled
from tests.support.types import certain

NOON = 1_795_262_400_000


def begun(now: int = NOON, **settings: Any) -> MatchState:
    state: MatchState = new_match(read_rules("alfapower", settings), FairChance(bytes(32)), now).state
    return state


@pytest.mark.parametrize(
    ("seconds", "deadline"), [(5, NOON + 5_000), (60, NOON + 60_000), (600, NOON + 600_000), (None, None)]
)
def test_the_deadline_of_a_turn_r7_1(seconds: int, deadline: int) -> None:  # R7.1, R1.9
    assert begun(turn_seconds=seconds).deadline == deadline


@pytest.mark.parametrize(
    ("what", "fields"), [("pass", {}), ("place", {"tiles": "S 2 4"})], ids=["R7.1 after a pass", "R7.1 after a word"]
)
def test_the_next_turn_has_its_full_time(what: str, fields: dict[str, Any]) -> None:
    result = do(scene(CAT, hand="S", deadline=NOON + 60_000), what, now=NOON + 12_345, **fields)
    assert result.state.deadline == NOON + 12_345 + 60_000


@pytest.mark.parametrize("what", ["buy", "use", "place"])
def test_what_does_not_end_the_turn_leaves_the_clock(what: str) -> None:  # R5.10, R3.35, R7.1
    before = scene(CAT, slots=["fortify"], deadline=NOON + 60_000)
    fields: dict[str, dict[str, Any]] = {
        "buy": {"item": "claim"},
        "use": {"item": "fortify", "cell": [2, 2]},
        "place": {"tiles": "Z 0 0"},
    }
    assert do(before, what, now=NOON + 30_000, **fields[what]).state.deadline == NOON + 60_000


@pytest.mark.parametrize(
    ("late", "acting", "due"),
    [
        pytest.param(-1, True, False, id="R7.2 R7.3 before the deadline"),
        pytest.param(0, True, False, id="R7.3 on the deadline"),
        pytest.param(1_000, True, False, id="R7.3 a second late"),
        pytest.param(1_001, True, True, id="R7.4 later than that"),
        pytest.param(2_999, False, False, id="R7.5 another door waits"),
        pytest.param(3_000, False, True, id="R7.5 until 3 s are over"),
        pytest.param(10**9, False, True, id="R7.5 however late"),
    ],
)
def test_when_a_timeout_is_due(late: int, acting: bool, due: bool) -> None:
    before = scene(CAT, deadline=NOON, timeouts_to_forfeit=10, passes_to_concede=10)
    steps = settled(before, NOON + late, acting=acting)
    assert bool(steps) is due


def test_a_late_action_meets_the_new_turn_r7_4() -> None:  # R7.4
    before = scene(CAT, hand="S", deadline=NOON)
    state = settled(before, NOON + 1_500, acting=True)[-1]
    assert (state.active, state.players[0].timeouts, state.players[0].passes) == (1, 1, 1)
    assert do(state, "place", seat=0, tiles="S 2 4", now=NOON + 1_500).code == "not_your_turn"


@pytest.mark.parametrize("noticed", [1_001, 2_000, 3_000, 62_999])
def test_the_next_turn_begins_3_s_after_the_deadline_r7_6(noticed: int) -> None:  # R7.6
    steps = settled(scene(CAT, deadline=NOON), NOON + noticed, acting=noticed < 3_000)
    assert len(steps) == 1
    assert steps[0].deadline == NOON + 3_000 + 60_000


def test_looking_often_or_once_comes_to_the_same_r7_6() -> None:  # R7.6
    before = scene(CAT, deadline=NOON, turn_seconds=5, timeouts_to_forfeit=3)
    at_once = settled(before, NOON + 10**7)[-1]
    state = before
    for now in range(NOON, NOON + 10**5, 250):
        state = [state, *settled(state, now)][-1]
    assert state == at_once
    assert (state.phase, certain(state.outcome).reason, certain(state.outcome).winner) == ("over", "forfeited", 1)


def test_no_clock_runs_out_without_a_timer_r7_8() -> None:  # R7.8, R1.9
    for acting in (True, False):
        assert settled(begun(turn_seconds=None), NOON + 10**12, acting=acting) == []
    assert left_ms(begun(turn_seconds=None), NOON) is None


def test_the_clock_runs_on_whoever_looks_r7_9_r7_10() -> None:  # R7.9, R7.10
    state = begun()
    assert [left_ms(state, NOON + passed) for passed in (0, 45_000, 60_000, 61_000)] == [60_000, 15_000, 0, 0]


# -- absence: the window runs from the last sign of life

MINUTE = 60_000


@pytest.mark.parametrize(
    ("seconds", "window"),
    [
        pytest.param(600, 5 * MINUTE, id="R6.7 R7.13 five minutes with a timer"),
        pytest.param(None, 24 * 60 * MINUTE, id="R6.7 R7.13 a day without"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_who_does_not_return_loses(seat: int, seconds: int | None, window: int) -> None:
    away = (NOON, None) if seat == 0 else (None, NOON)
    before = scene(CAT, away=away, turn_seconds=seconds, scores=(50, 50))
    assert settled(before, NOON + window - 1) == []
    over = settled(before, NOON + window)[-1]
    assert (over.phase, certain(over.outcome).reason, certain(over.outcome).winner) == ("over", "abandoned", 1 - seat)


@pytest.mark.parametrize(
    ("seconds", "window"), [pytest.param(600, 5 * MINUTE, id="timer"), pytest.param(None, 24 * 60 * MINUTE, id="none")]
)
@pytest.mark.parametrize(
    ("away", "winner"),
    [
        pytest.param((0, 10_001), 1, id="R6.7 the first window to run out decides"),
        pytest.param((2 * MINUTE, 0), 0, id="R6.7 though the other is gone too"),
        pytest.param((0, 4 * MINUTE), 1, id="R6.7 a lease before the end of the window"),
        pytest.param((0, 10_000), None, id="R6.8 ten seconds apart"),
        pytest.param((10_000, 0), None, id="R6.8 whoever was first"),
        pytest.param((0, 0), None, id="R6.8 at once"),
        pytest.param((10_001, 0), 0, id="R6.7 a moment too late for that"),
    ],
)
def test_when_both_are_gone_the_first_window_to_run_out_decides(
    seconds: int, window: int, away: tuple[int, int], winner: int
) -> None:
    before = scene(CAT, away=(NOON + away[0], NOON + away[1]), turn_seconds=seconds, scores=(10, 90))
    assert settled(before, NOON + window - 1) == []
    # However late anybody looks: the other window has run out too.
    for look in (NOON + window, NOON + 3 * window):
        over = settled(before, look)[-1]
        assert (certain(over.outcome).reason, certain(over.outcome).winner) == ("abandoned", winner)


def test_when_time_alone_would_change_a_match() -> None:
    timed = scene(HIGH_CAT, deadline=60_000)
    assert due_moment(timed) == 60_000 + GRACE + SLACK
    assert due_moment(scene(HIGH_CAT)) is None
    assert due_moment(do(timed, "resign").state) is None
    assert due_moment(do(scene(HIGH_CAT, away=(None, 5)), "resign").state) is None


@pytest.mark.parametrize(
    ("turn_seconds", "choice", "now", "left"),
    [
        (60, "", 70_000, 30_000),
        (60, "", 100_001, 0),
        (60, "", 0, 60_000),  # a turn that begins a moment from now
        (60, "AB", 0, 60_000),
        (5, "", 80_000, 5_000),
        (5, "AB", 80_000, 15_000),
        (5, "AB", 90_000, 10_000),
    ],
)
def test_the_time_shown_is_from_nothing_to_that_of_a_whole_turn_or_choice(
    turn_seconds: int, choice: str, now: int, left: int
) -> None:
    assert left_ms(scene(HIGH_CAT, turn_seconds=turn_seconds, choice=choice, deadline=100_000), now) == left


@pytest.mark.parametrize(("turn_seconds", "window"), [(60, 5 * 60 * 1000), (None, 24 * 60 * 60 * 1000)])
def test_who_is_away_has_five_minutes_or_without_a_timer_a_day(turn_seconds: int, window: int) -> None:
    state = scene(HIGH_CAT, turn_seconds=turn_seconds, away=(None, 1_000))
    assert abandon_moment(state) == due_moment(state) == 1_000 + window
    assert [away_left_ms(state, seat, 5_000) for seat in (0, 1)] == [None, window - 4_000]
    assert away_left_ms(state, 1, 1_001 + window) == 0


@pytest.mark.parametrize(("since", "end"), [(101_000, ("abandoned", 0)), (101_001, ("forfeited", 1))])
def test_a_window_that_closes_while_an_action_still_counts_closes_first(since: int, end: tuple[str, int]) -> None:
    state = scene(HIGH_CAT, deadline=400_000, timeouts=(2, 0), away=(None, since))
    outcome = certain(settle(state, 10**6, acting=False)[-1].step.state.outcome)
    assert (outcome.reason, outcome.winner) == end

"""Slow matches: clocks of days, the reserve, the Alfa choice, and that nobody is missed (people.md §1)."""

from dataclasses import replace
from typing import Any

import pytest

from game.dispatch.new_match import read_rules
from game.dispatch.steps import apply, settle
from game.dispatch.stored_forms import decode, encode, in_form
from game.kernel.actions import Action, Credit, Leave, Pass
from game.kernel.chance import FairChance
from game.kernel.deadlines import GRACE, SLACK, abandon_moment, begin_choice_clock, due_moment, left_ms, reserves_left
from game.kernel.form_before_slow import FormBeforeSlow
from game.kernel.match import CoreState, Env
from game.kernel.setting_types import BadSetting
from game.variants import VARIANTS
from game.variants.alfapower.rules.state import Phase

START = 1_000_000
HOUR = 3_600_000
DAY = 24 * HOUR
SLOW = {"turn_seconds": 259_200, "reserve_hours": 72, "timeouts_to_forfeit": 3}


def begin(variant: str = "alfapower", **settings: Any) -> Any:
    rules = read_rules(variant, {**SLOW, **settings})
    return VARIANTS[variant].deal(rules, 2, FairChance(bytes(32)), START, None).step.state


def do(state: Any, action: Action, at: int) -> Any:
    return apply(state, state.active, action, Env(at, frozenset(), FairChance(bytes(32)))).state


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_deadline_is_the_turn_and_the_reserve(variant: str) -> None:  # R9.4
    state = begin(variant)
    assert state.deadline == START + 3 * DAY + 72 * HOUR
    assert state.pace.reserves == (72 * HOUR,) * len(state.players)
    assert begin(variant, reserve_hours=0).deadline == START + 3 * DAY


@pytest.mark.parametrize("days", [1, 2, 3, 5, 7, 14])
def test_the_clocks_of_days(days: int) -> None:  # R9.1
    assert begin(turn_seconds=86_400 * days, reserve_hours=0).deadline == START + days * DAY


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("key", "settings"),
    [
        ("turn_seconds", {"turn_seconds": 601, "reserve_hours": 0}),
        ("turn_seconds", {"turn_seconds": 86_401}),
        ("turn_seconds", {"turn_seconds": 4 * 86_400}),
        ("turn_seconds", {"turn_seconds": True}),
        ("reserve_hours", {"reserve_hours": 337}),
        ("reserve_hours", {"reserve_hours": -1}),
        ("reserve_hours", {"reserve_hours": 1.0}),
        ("reserve_hours", {"turn_seconds": 600, "reserve_hours": 1}),
        ("reserve_hours", {"turn_seconds": None, "reserve_hours": 1}),
        ("head_start", {"head_start": 5}),
        ("head_start", {"head_start": [0, 301]}),
        ("head_start", {"head_start": [0, True]}),
    ],
)
def test_what_cannot_be_is_named_by_its_key(variant: str, key: str, settings: dict[str, Any]) -> None:  # R9.2, R9.3
    with pytest.raises(BadSetting) as bad:
        read_rules(variant, {**SLOW, **settings})
    assert bad.value.key == key


@pytest.mark.parametrize(
    ("took", "left"),
    [
        (0, 72 * HOUR),
        (3 * DAY, 72 * HOUR),
        (3 * DAY + 1, 72 * HOUR - 1),
        (3 * DAY + 70 * HOUR, 2 * HOUR),
        (3 * DAY + 72 * HOUR, 0),
        (3 * DAY + 72 * HOUR + GRACE, 0),  # the second of grace is free
    ],
)
def test_a_turn_is_charged_to_the_millisecond(took: int, left: int) -> None:  # R9.5
    state = begin("classic")
    after = do(state, Pass(), START + took)
    assert after.pace.reserves == (left, 72 * HOUR)
    assert after.deadline == START + took + 3 * DAY + 72 * HOUR


def test_a_reserve_is_used_up_in_three_turns_and_then_there_is_none() -> None:
    state, now = begin("classic", passes_to_end=10), START
    for left in (48, 24, 0, 0):
        now += 3 * DAY + min(24, state.pace.reserves[0] // HOUR) * HOUR
        state = do(state, Pass(), now)
        assert state.pace.reserves == (left * HOUR, 72 * HOUR)
        now += HOUR
        state = do(state, Pass(), now)
    assert state.deadline == now + 3 * DAY


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_timeout_leaves_no_reserve_and_one_is_enough_where_the_match_says_so(variant: str) -> None:
    state = begin(variant)
    (settled,) = settle(state, state.deadline + GRACE + SLACK, acting=False, chance=FairChance(bytes(32)))
    after = settled.step.state
    assert after.turn == 2 and after.pace.reserves[0] == 0
    assert after.deadline == state.deadline + GRACE + SLACK + 3 * DAY + after.pace.reserves[after.active]
    strict = begin(variant, timeouts_to_forfeit=1)
    (settled,) = settle(strict, strict.deadline + GRACE + SLACK, acting=False, chance=FairChance(bytes(32)))
    assert settled.step.state.outcome.reason == "forfeited"


def test_an_alfa_choice_ends_twelve_hours_after_the_word_and_the_turn_is_charged_as_of_the_word() -> None:
    """R9.6."""
    state = begin()
    word_at = START + 3 * DAY + 10 * HOUR
    waits = begin_choice_clock(replace(state, phase=Phase.ALFA, choice=("A",)), word_at)
    assert waits.deadline == word_at + 12 * HOUR and waits.pace.reserves == (62 * HOUR, 72 * HOUR)
    assert left_ms(waits, word_at) == 12 * HOUR
    (settled,) = settle(waits, waits.deadline + GRACE + SLACK, acting=False)
    after = settled.step.state
    assert (after.active, after.players[0].timeouts, after.pace.reserves) == (1, 0, (62 * HOUR, 72 * HOUR))


def test_nobody_is_away_for_long_and_nothing_is_abandoned() -> None:  # R9.7
    state = begin()
    gone = apply(state, 1, Leave(START), Env(START, frozenset(), FairChance(bytes(32)))).state
    assert abandon_moment(gone) is None
    assert due_moment(gone) == state.deadline + GRACE + SLACK
    assert settle(gone, START + 5 * DAY, acting=False) == []


def test_an_outage_puts_off_what_is_charged_too() -> None:
    state = do(begin("classic"), Credit(6 * HOUR), START + DAY)
    after = do(state, Pass(), START + 3 * DAY + 6 * HOUR)
    assert after.pace.reserves == (72 * HOUR, 72 * HOUR)


def test_what_is_left_is_shown_with_the_running_turn_charged() -> None:
    state = begin()
    assert left_ms(state, START) == 3 * DAY + 72 * HOUR
    assert reserves_left(state, START + 3 * DAY + HOUR) == (71 * HOUR, 72 * HOUR)
    assert reserves_left(begin(turn_seconds=60, reserve_hours=0), START) == ()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_slow_match_is_stored_and_read_again(variant: str) -> None:
    state: CoreState = do(begin(variant), Credit(HOUR), START + HOUR)
    assert decode(encode(state)) == state


@pytest.mark.parametrize("variant", [key for key, game in VARIANTS.items() if game.stored.earlier])
def test_a_match_of_before_slow_ones_goes_on_as_it_was(variant: str) -> None:
    state = begin(variant, turn_seconds=60, reserve_hours=0)
    form = VARIANTS[variant].stored.newest - 1
    assert isinstance(VARIANTS[variant].stored.earlier[form], FormBeforeSlow)
    old = in_form(state, form)
    assert "pace" not in old and not {"reserve_hours", "head_start", "head_start_coins"} & old["settings"].keys()
    assert decode(old) == state

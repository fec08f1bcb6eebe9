"""Section 6 of docs/rules.md: how a match ends and what the totals are. English values: Q 10, K 5, C 3, E A S 1."""

from dataclasses import replace
from typing import Any

import pytest

from game.kernel.events import Kind
from game.kernel.variant import SeatTotals
from game.variants.alfapower.rules.ending import seat_totals, totals
from game.variants.alfapower.rules.state import MatchState
from game.variants.alfapower.rules.turn import time_out
from tests.support.text_boards import CAT, do, scene
from tests.support.types import certain


def ended(state: MatchState) -> tuple[str, int | None] | None:
    return (state.outcome.reason, state.outcome.winner) if state.outcome else None


# -- bag_empty


@pytest.mark.parametrize(
    ("differs", "outcome"),
    [
        pytest.param({}, ("bag_empty", 0), id="R6.1 R6.2 the last tile laid"),
        pytest.param({"hand": "SE"}, None, id="R6.1 a tile left in the hand"),
        pytest.param({"bag": "E"}, None, id="R6.1 a tile left in the bag"),
        pytest.param({"other": ""}, ("bag_empty", 0), id="R6.1 whatever the other holds"),
        pytest.param({"scores": (0, 7)}, ("bag_empty", 1), id="R6.2 the other is a point ahead"),
        pytest.param({"scores": (0, 5)}, ("bag_empty", 0), id="R6.2 the other is a point behind"),
        pytest.param({"coins": (0, 99), "coins_per_point": 1}, ("bag_empty", 1), id="R6.2 coins count"),
        pytest.param({"scores": (0, 9), "other": "Q"}, ("bag_empty", 0), id="R6.2 tiles left count"),
        pytest.param({"scores": (0, 6)}, ("bag_empty", 0), id="R6.3 a tie goes to seat 0"),
        pytest.param({"scores": (6, 0), "active": 1}, ("bag_empty", 0), id="R6.3 also when seat 1 went out"),
        pytest.param({"scores": (5, 0), "active": 1}, ("bag_empty", 1), id="R6.2 seat 1 by a point"),
        pytest.param({"stalled_ends": False}, ("bag_empty", 0), id="R6.1 without the stall too"),
    ],
)
def test_bag_empty(differs: dict[str, Any], outcome: tuple[str, int] | None) -> None:  # the word laid is worth 6
    given: dict[str, Any] = {"hand": "S", "other": "", "bag": "", "coins_per_point": 0} | differs
    result = do(scene(CAT, **given), "place", tiles="S 2 4")
    assert result.code is None
    assert ended(result.state) == outcome


def test_a_pass_with_an_empty_hand_is_no_bag_empty_r6_1() -> None:  # R6.1
    assert ended(do(scene(CAT, hand="", other="S", bag=""), "pass").state) is None


# -- by giving up


@pytest.mark.parametrize("scores", [(99, 0), (0, 99)])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("what", "reason"),
    [
        pytest.param("resign", "resigned", id="R6.6 resigning"),
        pytest.param("abandon", "abandoned", id="R6.7 not coming back"),
    ],
)
def test_who_leaves_loses_whatever_the_totals(what: str, reason: str, seat: int, scores: tuple[int, int]) -> None:
    assert ended(do(scene(CAT, scores=scores), what, seat=seat).state) == (reason, 1 - seat)


def test_both_gone_is_nobodys_win_r6_8() -> None:  # R6.8
    state = do(scene(CAT, scores=(99, 0)), "abandon", everyone=True).state
    assert ended(state) == ("abandoned", None) and certain(state.outcome).places is None


# -- stalled

STALLS = [
    ("R6.9 both twice", ("stalled", 0), "pass", {}),
    ("R6.9 the bag is not empty", None, "pass", {"bag": "E"}),
    ("R6.9 the other only once", None, "pass", {"passes": (1, 1)}),
    ("R6.9 this is the first", None, "pass", {"passes": (0, 2)}),
    ("R6.9 more than twice", ("stalled", 0), "pass", {"passes": (4, 6)}),
    ("R6.9 the totals decide", ("stalled", 1), "pass", {"scores": (0, 9)}),
    ("R6.9 R6.3 a tie", ("stalled", 0), "pass", {"coins": (2, 5)}),
    ("R6.10 switched off", None, "pass", {"stalled_ends": False}),
    ("R6.11 by a timeout", ("stalled", 0), "timeout", {}),
    ("R6.12 forfeited first", ("forfeited", 1), "timeout", {"timeouts": (2, 0)}),
    (
        "R6.12 forfeited before conceded", ("forfeited", 1), "timeout",
        {"timeouts": (2, 0), "passes_to_concede": 2, "empty_bag_concedes": True},
    ),
    ("R6.12 forfeited with an empty bag too", ("forfeited", 1), "timeout", {"timeouts": (2, 0), "passes": (5, 0)}),
    ("R6.12 conceded before stalled", ("conceded", 1), "pass", {"passes_to_concede": 2, "empty_bag_concedes": True}),
    (
        "R6.12 conceded before stalled by a timeout", ("conceded", 1), "timeout",
        {"passes_to_concede": 2, "empty_bag_concedes": True},
    ),
    ("R4.40 as many passes as concede with tiles in the bag", ("stalled", 0), "pass", {"passes_to_concede": 2}),
    ("R4.40 the last by a timeout", ("stalled", 0), "timeout", {"passes_to_concede": 2}),
    ("R4.40 while the other still lays", None, "pass", {"passes": (2, 0), "passes_to_concede": 3}),
    ("R4.40 while the other still lays, by a timeout", None, "timeout", {"passes": (2, 0), "passes_to_concede": 3}),
    ("R4.40 and on", None, "pass", {"passes": (7, 1), "passes_to_concede": 3}),
    ("R4.40 a tile in the bag", ("conceded", 1), "pass", {"passes": (2, 0), "passes_to_concede": 3, "bag": "E"}),
    (
        "R4.41 by the setting", ("conceded", 1), "pass",
        {"passes": (2, 0), "passes_to_concede": 3, "empty_bag_concedes": True},
    ),
    (
        "R4.41 where none is stalled", ("conceded", 1), "pass",
        {"passes": (2, 0), "passes_to_concede": 3, "stalled_ends": False},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("outcome", "what", "differs"), [pytest.param(*case[1:], id=case[0]) for case in STALLS])
def test_stalled(outcome: tuple[str, int], what: str, differs: dict[str, Any]) -> None:
    given: dict[str, Any] = {"hand": "E", "other": "E", "bag": "", "passes": (1, 2), "passes_to_concede": 10} | differs
    result = do(scene(CAT, **given), what)
    assert ended(result.state) == outcome
    if outcome is None:
        assert result.state.active == 1


@pytest.mark.parametrize(
    "differs",
    [
        pytest.param({"timeouts": (2, 0)}, id="forfeited"),
        pytest.param({"passes": (2, 0)}, id="conceded"),
        pytest.param({"passes": (1, 2), "bag": ""}, id="stalled"),
    ],
)
def test_the_timeout_is_told_before_the_end_that_it_brings(differs: dict[str, Any]) -> None:
    _, facts = time_out(scene(CAT, **differs), 0, 0)
    assert [fact.kind for fact in facts] == [Kind.TIMED_OUT, Kind.MATCH_ENDED]


def test_the_stalling_pass_earns_its_coins_r6_21() -> None:  # R6.21
    result = do(scene(CAT, hand="E", other="E", bag="", passes=(1, 2)), "pass")
    assert ended(result.state) == ("stalled", 0)
    assert result.state.players[0].coins == 8


def test_bag_empty_comes_first_r6_12() -> None:  # R6.12
    """The placer's own counters are cleared by the word, so no other end can fall together with it."""
    before = scene(CAT, hand="S", other="E", bag="", passes=(2, 2), timeouts=(2, 2))
    assert ended(do(before, "place", tiles="S 2 4").state) == ("bag_empty", 0)


# -- after the end


@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize("what", ["pass", "timeout", "resign", "abandon"])
def test_the_seat_on_turn_stays_r6_20(what: str, active: int) -> None:  # R6.20
    before = scene(CAT, active=active, passes=(2, 2), timeouts=(2, 2))
    result = do(before, what)
    assert (result.state.phase, result.state.active, result.state.deadline) == ("over", active, None)


# -- totals

TOTALS = [
    # rule, what differs, (score, coin bonus, leftover, total) of seat 0
    ("R6.14 score, coins and hand", {"scores": (20, 0), "coins": (7, 0), "hand": "QK"}, (20, 3, 15, 8)),
    ("R6.14 below zero", {"scores": (-5, 0), "coins": (0, 0), "hand": "Q"}, (-5, 0, 10, -15)),
    ("R6.14 another rate", {"coins": (99, 0), "hand": "", "coins_per_point": 20}, (0, 4, 0, 4)),
    ("R6.14 a coin a point", {"coins": (9, 0), "hand": "", "coins_per_point": 1}, (0, 9, 0, 9)),
    ("R6.15 coins count nothing", {"coins": (99, 0), "hand": "", "coins_per_point": 0}, (0, 0, 0, 0)),
    ("R6.16 a blank", {"coins": (0, 0), "hand": "??E"}, (0, 0, 1, -1)),
    ("R6.17 an Alfa tile", {"coins": (0, 0), "hand": "Q*E"}, (0, 0, 21, -21)),
    ("R6.17 by the multiplier set", {"coins": (0, 0), "hand": "Q*E", "alfa_multiplier": 5}, (0, 0, 51, -51)),
    ("R6.17 an Alfa blank", {"coins": (0, 0), "hand": "?*"}, (0, 0, 0, 0)),
    ("R6.18 Fortify of the board", {"coins": (0, 0), "hand": "C", "fortified": {(2, 1): 9}}, (0, 0, 3, -3)),
]


@pytest.mark.parametrize(("differs", "expected"), [pytest.param(*case[1:], id=case[0]) for case in TOTALS])
def test_totals(differs: dict[str, Any], expected: tuple[int, int, int, int]) -> None:
    total = totals(scene(CAT, **differs))[0]
    assert (total.score, total.coin_bonus, total.leftover, total.total) == expected


@pytest.mark.parametrize("what", ["pass", "timeout", "resign", "abandon"])
def test_totals_of_every_ending_r6_19(what: str) -> None:  # R6.19
    before = scene(CAT, scores=(20, 3), coins=(4, 4), hand="Q", other="K", passes=(2, 0), timeouts=(2, 0))
    assert [total.total for total in totals(do(before, what).state)] == [20 + 2 - 10, 3 + 2 - 5]


def test_what_each_has_in_the_end() -> None:
    state = scene(CAT, scores=(20, 3), coins=(4, 4), hand="Q", other="K")
    state = state.put_player(1, replace(state.players[1], fines=6, scored_turns=2))
    assert seat_totals(state) == (SeatTotals(20, 12, scored_turns=0), SeatTotals(3, 0, fines=6, scored_turns=2))

"""Section 4 of docs/rules.md, second part: when a turn earns an Alfa choice, and what is done with it."""

from typing import Any

import pytest

from game.crossword.tiles import is_alfa
from game.variants.alfapower.rules.state import MatchState
from tests.support.text_boards import CAT, do, scene, settled, tiles_of

ALFA = "A.... ..... ..... ..... ....."  # one Alfa cell in the corner

OFFERS = [
    # rule, is there a choice, what differs from: trigger 2, two tiles laid, E and S drawn
    ("R4.14 as many as the trigger", True, {}),
    ("R4.14 more than the trigger", True, {"alfa_trigger": 1}),
    ("R4.14 fewer than the trigger", False, {"alfa_trigger": 3}),
    ("R4.14 full is seven", False, {"alfa_trigger": "full"}),
    ("R4.14 Alfa tiles count as placed", True, {"hand": "S*T", "laid": "S* 2 4 / T 1 4"}),
    ("R4.15 switched off", False, {"alfa_enabled": False}),
    ("R4.16 nothing drawn", False, {"bag": "", "drawn": "", "hand": "STE"}),
    ("R4.17 only an Alfa tile drawn", False, {"bag": "E*", "drawn": "E*"}),
    ("R4.17 a plain one beside it", True, {"bag": "E*S", "drawn": "E*S"}),
    ("R4.22 a blank is offered", True, {"bag": "?S", "drawn": "?S"}),
    ("R4.18 one upgrade left", True, {"alfa_per_game": 2, "upgrades": (1, 9)}),
    ("R4.18 none left", False, {"alfa_per_game": 2, "upgrades": (2, 0)}),
    ("R4.19 room on the board", True, {"bonuses": ALFA, "alfa_on_board": 2}),
    ("R4.19 no room", False, {"bonuses": ALFA, "alfa_on_board": 1}),
    ("R4.19 filled up by this turn", False, {"alfa_on_board": 1, "hand": "S*T", "laid": "S* 2 4 / T 1 4"}),
    ("R6.13 spent Alfa cells count", False, {"bonuses": ALFA, "alfa_on_board": 1, "alfa_permanent": False}),
]


@pytest.mark.parametrize(("offered", "differs"), [pytest.param(*case[1:], id=case[0]) for case in OFFERS])
def test_when_a_choice_is_offered(offered: bool, differs: dict[str, Any]) -> None:
    given: dict[str, Any] = {"hand": "ST", "bag": "ES", "alfa_trigger": 2} | differs
    laid, drawn = given.pop("laid", "S 2 4 / T 1 4"), given.pop("drawn", "ES")
    result = do(scene("A.... ..... .CAT. ..... .....", **given), "place", tiles=laid, drawn=drawn)
    assert result.code is None
    if offered:  # R4.20: the turn is not over
        plain = tuple(tile for tile in tiles_of(drawn) if not is_alfa(tile))
        assert (result.state.phase, result.state.active, result.state.choice) == ("alfa", 0, plain)
    else:
        assert (result.state.phase, result.state.active, result.state.choice) == ("play", 1, ())


def choosing(**differs: Any) -> MatchState:
    """A match that waits for seat 0 to choose between S and a blank just drawn; E was in the hand before."""
    return scene(CAT, **({"hand": "EEGS?E*", "choice": "S?", "passes": (1, 1), "timeouts": (1, 1)} | differs))


@pytest.mark.parametrize(
    ("tile", "hand"),
    [
        pytest.param("S", "EEGS*?E*", id="R4.21 a letter"),
        pytest.param("?", "EEGS?*E*", id="R4.22 a blank"),
        pytest.param(None, "EEGS?E*", id="R4.24 declined"),
    ],
)
def test_the_choice_is_made(tile: str, hand: str) -> None:
    result = do(choosing(), "choose", tile=tile)
    assert result.code is None
    assert result.hand() == hand
    assert (result.state.phase, result.state.active) == ("play", 1)  # R4.25
    assert result.state.players[0].upgrades == (tile is not None)  # R4.24
    assert result.state.players[0].passes == 1 and result.state.players[0].timeouts == 1


@pytest.mark.parametrize(
    "tile",
    [
        pytest.param("E", id="R4.23 a tile held before"),
        pytest.param("Z", id="R4.23 a tile not held"),
        pytest.param("E*", id="R4.23 an Alfa tile"),
        pytest.param("S*", id="R4.23 the marked form"),
        pytest.param("s", id="R4.23 the placed form of a blank"),
    ],
)
def test_any_other_tile_is_refused(tile: str) -> None:
    before = choosing()
    result = do(before, "choose", tile=tile)
    assert result.code == "bad_target"
    assert result.state == before


def test_an_alfa_tile_just_drawn_cannot_be_chosen_r4_23() -> None:  # R4.23, R4.17
    before = scene(CAT, hand="ST", bag="E*S", alfa_trigger=2)
    waiting = do(before, "place", tiles="S 2 4 / T 1 4", drawn="E*S").state
    assert do(waiting, "choose", tile="E*").code == "bad_target"
    assert do(waiting, "choose", tile="S").code is None


def test_a_chosen_blank_is_worth_nothing_r4_22() -> None:  # R4.22, R4.4
    state = do(choosing(), "choose", tile="?").state
    state = do(state, "pass").state
    assert do(state, "place", tiles="k* 2 4").words == [["CATK", 10]]


# -- its clock: R4.27 and R4.28


@pytest.mark.parametrize(
    ("now", "deadline"),
    [
        pytest.param(10_000, 60_000, id="R4.27 what was left"),
        pytest.param(45_000, 60_000, id="R4.27 just 15 s"),
        pytest.param(50_000, 65_000, id="R4.27 at least 15 s"),
        pytest.param(60_900, 75_900, id="R4.27 placed in the grace"),
    ],
)
def test_the_clock_of_a_choice(now: int, deadline: int) -> None:
    before = scene(CAT, hand="S", bag="E", alfa_trigger=1, deadline=60_000)
    assert do(before, "place", tiles="S 2 4", now=now).state.deadline == deadline


def test_no_clock_without_a_timer_r7_8() -> None:  # R7.8
    before = scene(CAT, hand="S", bag="E", alfa_trigger=1, turn_seconds=None)
    result = do(before, "place", tiles="S 2 4", now=10**9)
    assert (result.state.phase, result.state.deadline) == ("alfa", None)


def test_time_declines_the_choice_r4_28() -> None:  # R4.28
    before = choosing(deadline=60_000)
    result = do(before, "timeout", now=64_000)
    assert (result.code, result.state.phase, result.state.active) == (None, "play", 1)
    for after, then in zip(result.state.players, before.players, strict=True):
        assert after == then


@pytest.mark.parametrize(
    ("now", "acting", "over"),
    [
        pytest.param(61_000, True, False, id="R7.7 an action in the grace"),
        pytest.param(61_001, True, True, id="R7.7 an action after it"),
        pytest.param(62_999, False, False, id="R7.7 another door within the slack"),
        pytest.param(63_000, False, True, id="R7.7 another door after it"),
    ],
)
def test_grace_and_slack_hold_in_the_choice(now: int, acting: bool, over: bool) -> None:
    steps = settled(choosing(deadline=60_000), now, acting=acting)
    assert bool(steps) is over
    if over:
        assert steps[-1].deadline == 63_000 + 60_000  # R7.6
        assert steps[-1].players[0].timeouts == 1


@pytest.mark.parametrize(("count", "offered"), [(6, False), (7, True)], ids=["R4.14 six", "R4.14 full: seven"])
def test_the_full_trigger(count: int, offered: bool) -> None:
    board = ".........\n" * 9
    before = scene(board, hand="AEIONST", bag="AAAAAAAA", opened=False)
    laid = " / ".join(f"{tile} 4 {i + 1}" for i, tile in enumerate("AEIONST"[:count]))
    assert (do(before, "place", tiles=laid).state.phase == "alfa") is offered

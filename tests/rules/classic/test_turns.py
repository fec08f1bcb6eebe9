"""Sections 2 and 3 of docs/rules-classic.md: what may be laid, swapped and passed, and what it is worth."""

from collections.abc import Sequence
from typing import Any

import pytest

from game.dispatch.steps import apply
from game.kernel.chance import FairChance
from game.kernel.match import Env
from tests.support.classic import NOW, across, action, do, down, scene
from tests.support.types import certain
from tests.support.word_lists import AllBut

CATER = ("CATER", 7, 3, "across")


@pytest.mark.parametrize(
    ("words", "hand", "tiles", "code"),
    [
        pytest.param([], "CATERSD", [], "no_tiles", id="C2.1 nothing laid"),
        pytest.param([], "CATERSD", across("Q", 7, 7), "not_in_hand", id="C2.1 a tile that is not held"),
        pytest.param([], "CATERSD", across("TT", 7, 7), "not_in_hand", id="C2.1 held once, laid twice"),
        pytest.param([], "CATERSD", [[7, 7, "A*"]], "not_in_hand", id="C2.1 no tile of this game"),
        pytest.param([], "CATERSD", across("AT", 7, 14), "off_board", id="C2.1 off the board"),
        pytest.param([], "CATERSD", [[7, 7, "A"], [7, 7, "T"]], "same_cell", id="C2.1 two on one square"),
        pytest.param([], "CATERS?", across("CAT?", 7, 5), "blank_letter", id="C2.2 a blank that names none"),
        pytest.param([], "CATERS?", across("CATå", 7, 5), "blank_letter", id="C2.2 no letter of the alphabet"),
        pytest.param([CATER], "CATERSD", across("CAT", 7, 6), "occupied", id="C2.3 on another tile"),
        pytest.param([], "CATERSD", [[7, 7, "A"], [8, 8, "T"]], "not_in_line", id="C2.4 aslant"),
        pytest.param([], "CATERSD", [[7, 7, "A"], [7, 9, "T"]], "gap", id="C2.4 a gap"),
        pytest.param([CATER], "CATERSD", [[6, 5, "A"], [8, 5, "S"]], None, id="C2.4 a tile that was there fills it"),
        pytest.param([], "CATERSD", across("CAT", 7, 8), "must_cross_center", id="C2.5 beside the centre"),
        pytest.param([], "CATERSD", down("CAT", 5, 7), None, id="C2.5 the end on the centre"),
        pytest.param([CATER], "CATERSD", across("SAT", 0, 0), "not_connected", id="C2.5 far from all tiles"),
        pytest.param([CATER], "CATERSD", across("SAT", 8, 8), "not_connected", id="C2.5 aslant of a tile"),
        pytest.param([], "CATERSD", across("A", 7, 7), "no_word", id="C2.6 one tile alone"),
        pytest.param([CATER], "CATERSD", across("S", 7, 8), None, id="C2.6 one tile that makes a word"),
    ],
)
def test_the_checks_of_a_placement(words: Sequence[Any], hand: str, tiles: Sequence[Any], code: str) -> None:
    state = scene(*words, hand=hand)
    result = do(state, "place", tiles=tiles)
    assert result.code == code
    if code is not None:
        assert result.state is state  # C2.8


def test_words_that_are_not_in_the_list_cost_nothing() -> None:  # C2.7
    state = scene(CATER, scores=(5, 5), passes=(1, 0), timeouts=(1, 0))
    result = do(state, "place", tiles=[[7, 8, "S"], [8, 8, "A"]], missing=("CATERS", "SA"))
    (failed,) = result.events
    assert failed.owner["rejected"] == ["CATERS", "SA"] and failed.public == {}
    after = result.state
    assert (after.players, after.bag, after.active, after.deadline) == (state.players, state.bag, 0, state.deadline)
    assert after.tries == 1
    assert do(after, "place", tiles=across("S", 7, 8)).code is None


@pytest.mark.parametrize(
    ("words", "hand", "tiles", "settings", "scored", "bingo"),
    [
        pytest.param([], "CATERSD", across("CATER", 7, 3), {}, [("CATER", 20)], 0, id="C3.1 DL, then the star"),
        pytest.param([CATER], "SOEEEEE", down("SO", 7, 8), {}, [("CATERS", 8), ("SO", 3)], 0, id="C3.2 old squares"),
        pytest.param([], "CASTER?", across("CASTERs", 7, 1), {}, [("CASTERS", 18)], 50, id="C3.3 C3.4 a blank, seven"),
        pytest.param([], "CASTER?", across("CASTERs", 7, 1), {"bingo": 0}, [("CASTERS", 18)], 0, id="C3.4 set to 0"),
        pytest.param([], "CAT", across("CAT", 7, 5), {}, [("CAT", 10)], 0, id="C3.4 a whole hand of fewer"),
        pytest.param(
            [("AT", 7, 7, "across")], "OREEEEE", down("OR", 5, 7), {}, [("ORA", 3)], 0, id="C3.1 plain squares"
        ),
        pytest.param(
            [("ABASE", 3, 7, "down")], "SOEEEEE", across("SO", 8, 7), {}, [("SO", 3), ("ABASES", 8)], 0,
            id="C3.2 both words of a new tile",
        ),
        pytest.param(
            [("ATTACKED", 7, 0, "across")], "ZEEEEEE", across("Z", 7, 8), {"layout": "blank15"}, [("ATTACKEDZ", 25)], 0,
            id="C3.1 a board without bonuses",
        ),
    ],
)  # fmt: skip
def test_what_a_turn_is_worth(
    words: Sequence[Any],
    hand: str,
    tiles: Sequence[list[int | str]],
    settings: dict[str, Any],
    scored: Sequence[tuple[str, int]],
    bingo: int,
) -> None:
    result = do(scene(*words, hand=hand, **settings), "place", tiles=tiles)
    assert result.code is None
    told = result.events[0].public
    assert ([(word[0], word[1]) for word in told["words"]], told["bingo"]) == (scored, bingo)
    assert result.state.players[0].score == told["score"] == sum(points for _, points in scored) + bingo


def test_a_word_is_told_with_the_sum_that_makes_its_points() -> None:  # C3.1
    told = do(scene(), "place", tiles=across("CATER", 7, 3)).events[0].public
    assert told["words"] == [["CATER", 20, 7, 3, 2]]  # faces, what the DL adds, the star


def test_the_hand_is_filled_while_the_bag_has_tiles() -> None:
    result = do(scene(bag="AE"), "place", tiles=across("CAT", 7, 6))
    assert sorted(result.state.players[0].hand) == sorted("ERSDAE") and result.state.bag == ()
    assert (result.state.active, result.state.turn, result.state.deadline) == (1, 2, NOW + 60_000)


@pytest.mark.parametrize(
    ("hand", "bag", "tiles", "code"),
    [
        pytest.param("CATERSD", "XYZ", [], "no_tiles", id="C2.9 none"),
        pytest.param("CATERSD", "XYZ", ["Q"], "not_in_hand", id="C2.9 not held"),
        pytest.param("CATERSD", "XYZ", ["AB"], "not_in_hand", id="C2.9 no tile"),
        pytest.param("CATERSD", "XYZ", list("CATE"), "bag_too_small", id="C2.9 more than the bag holds"),
        pytest.param("CATERSD", "", ["C"], "bag_too_small", id="C2.9 an empty bag"),
        pytest.param("CATERSD", "XYZ", list("CAT"), None, id="C2.9 as many as the bag holds"),
        pytest.param("CATERS?", "XYZ", ["?"], None, id="C2.9 a blank"),
        pytest.param("CATERS?", "XYZ", ["s"], None, id="C2.9 a blank by a small letter"),
    ],
)
def test_a_swap(hand: str, bag: str, tiles: Sequence[Any], code: str) -> None:
    state = scene(hand=hand, bag=bag, passes=(1, 1), timeouts=(1, 0))
    result = do(state, "swap", tiles=tiles)
    assert result.code == code
    if code is None:
        after, (fact, _) = result.state, result.events
        assert fact.public == {"count": len(tiles)} and set(fact.owner["got"]) <= set(bag)  # C2.10: none comes back
        assert sorted([*after.bag, *after.players[0].hand]) == sorted(bag + hand)
        assert (after.active, after.players[0].passes, after.players[0].timeouts) == (1, 0, 0)
        assert after.players[1] == state.players[1]


@pytest.mark.parametrize("name", ["pass", "timeout"])
def test_a_pass_and_a_timeout_give_the_move_away(name: str) -> None:  # C2.11
    result = do(scene(passes_to_end=3), name)
    assert (result.state.active, result.state.turn, result.state.players[0].passes) == (1, 2, 1)
    assert result.state.players[0].hand == tuple("CATERSD")


@pytest.mark.parametrize("name", ["buy", "use", "choose", "take", "decline"])
def test_what_other_games_have_is_refused_by_name(name: str) -> None:
    assert do(scene(), name, item="swap").code == "not_in_this_game"


def test_the_other_seat_waits_but_may_resign() -> None:
    env = Env(NOW, AllBut(), FairChance(bytes(32)))
    assert certain(apply(scene(), 1, action("resign"), env).state.outcome).winner == 0

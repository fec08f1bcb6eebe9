"""Section 3 of docs/rules.md: who may act, and the checks of a placement in their order."""

from collections.abc import Sequence
from typing import Any

import pytest

from game.crossword.board import Cell
from game.crossword.layouts import PLAIN
from tests.support.text_boards import CAT, HIGH_CAT, bonus_drawing, do, drawing, rows_of, scene

EMPTY = "..... ..... ..... ..... ....."
EVERYTHING = ["place", "pass", "use", "choose", "timeout"]


def fields(what: str) -> dict[str, Any]:
    known: dict[str, dict[str, Any]] = {
        "place": {"tiles": "A 2 2 / A 2 3"},
        "use": {"item": "swap", "tiles": "A"},
        "choose": {"tile": None},
        "buy": {"item": "swap"},
    }
    return known.get(what, {})


# -- who may act, and when: R3.1 to R3.5


def test_items_and_swaps_then_a_word_in_one_turn_r3_1() -> None:  # R3.1
    state = scene(CAT, hand="SEEEEEE", bag="OOOO", slots=["swap", "swap", "fortify"])
    for action in (
        {"item": "swap", "tiles": "E"},
        {"item": "fortify", "cell": [2, 2]},
        {"item": "swap", "tiles": "EE"},
    ):
        result = do(state, "use", **action)
        assert (result.code, result.state.active, result.state.phase) == (None, 0, "play")
        state = result.state
    assert do(state, "place", tiles="S 2 4").code is None
    assert do(state, "pass").code is None


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("choice", ["", "A"])
def test_either_seat_buys_at_any_time_r3_2(seat: int, choice: str) -> None:  # R3.2
    before = scene(CAT, choice=choice)
    result = do(before, "buy", seat=seat, item="swap")
    assert result.code is None
    assert result.state.players[seat].slots == ("swap",)
    assert (result.state.active, result.state.phase) == (before.active, before.phase)


@pytest.mark.parametrize("what", [*EVERYTHING, "buy", "resign", "abandon"])
@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_after_the_end_r3_3(what: str, seat: int) -> None:  # R3.3
    over = do(scene(CAT), "resign").state
    result = do(over, what, seat=seat, **fields(what))
    assert result.code == "match_over"
    assert result.state == over


@pytest.mark.parametrize("what", EVERYTHING)
@pytest.mark.parametrize("choice", ["", "A"])
def test_the_other_seat_waits_r3_4(what: str, choice: str) -> None:  # R3.4
    before = scene(CAT, choice=choice)
    result = do(before, what, seat=1, **fields(what))
    assert result.code == "not_your_turn"
    assert result.state == before


@pytest.mark.parametrize(
    ("what", "choice"),
    [
        pytest.param("choose", "", id="R3.5 R4.26 choosing while playing"),
        pytest.param("place", "A", id="R3.5 R4.26 placing while choosing"),
        pytest.param("pass", "A", id="R3.5 R4.26 passing while choosing"),
        pytest.param("use", "A", id="R3.5 R4.26 using while choosing"),
    ],
)
def test_the_right_seat_in_the_wrong_phase(what: str, choice: str) -> None:
    before = scene(CAT, choice=choice, slots=["swap"])
    result = do(before, what, **fields(what))
    assert result.code == "wrong_phase"
    assert result.state == before


# -- the checks, one by one: R3.7 to R3.30

CASES: list[tuple[str, str | None, str, str, dict[str, Any]]] = [
    # rule and what, code, board, tiles laid, what differs from a plain scene
    ("R3.7 nothing laid", "no_tiles", CAT, "", {}),
    ("R3.8 a letter the hand lacks", "not_in_hand", CAT, "Z 2 4", {}),
    ("R3.8 one tile twice", "not_in_hand", CAT, "S 2 4 / S 2 0", {}),
    ("R3.8 a blank one has not", "not_in_hand", CAT, "s 2 4", {"hand": "SEEEEEE"}),
    ("R3.8 a plain tile for an Alfa tile", "not_in_hand", CAT, "Q 2 4", {"hand": "Q*EEEEEE"}),
    ("R3.8 an Alfa tile for a plain tile", "not_in_hand", CAT, "S* 2 4", {}),
    ("R3.8 a plain blank for an Alfa blank", "not_in_hand", CAT, "s 2 4", {"hand": "?*EEEEEE"}),
    ("R3.9 below the board", "off_board", CAT, "S 5 2", {}),
    ("R3.9 above the board", "off_board", CAT, "S -1 2", {}),
    ("R3.9 right of the board", "off_board", CAT, "S 2 4 / E 2 5", {}),
    ("R3.9 left of the board", "off_board", CAT, "S 2 -1", {}),
    ("R3.9 far off", "off_board", CAT, "S 1000000 1000000", {}),
    ("R3.10 two tiles on one cell", "same_cell", CAT, "S 2 4 / E 2 4", {}),
    ("R3.10 plain and Alfa tile on one cell", "same_cell", CAT, "S 2 4 / E* 2 4", {"hand": "SE*"}),
    ("R3.11 a blank that names nothing", "blank_letter", CAT, "? 2 4", {}),
    ("R3.11 an Alfa blank that names nothing", "blank_letter", CAT, "?* 2 4", {"hand": "?*E"}),
    ("R3.11 a Swedish letter in English", "blank_letter", CAT, "å 2 4", {}),
    ("R3.11 dotless i", "blank_letter", CAT, "ı 2 4", {}),
    ("R3.11 sharp s", "blank_letter", CAT, "ß 2 4", {}),
    ("R3.11 long s", "blank_letter", CAT, "ſ 2 4", {}),
    ("R3.11 Cyrillic a", "blank_letter", CAT, "а 2 4", {}),
    ("R3.11 Swedish å is a letter there", None, CAT, "å 2 4", {"language": "sv"}),
    ("R3.11 Swedish q has no tile and is a letter", None, CAT, "q 2 4", {"language": "sv"}),
    ("R3.12 a dead cell", "dead", "..... ..... .CAT# ..... .....", "S 2 4", {}),
    ("R3.12 for an Alfa tile too", "dead", "..... ..... .CAT# ..... .....", "E* 2 4 / S 3 1", {"hand": "SE*"}),
    ("R3.13 the opponent's claim", "claimed", CAT, "S 2 4", {"claims": {(2, 4): 1}}),
    ("R3.13 for an Alfa tile too", "claimed", CAT, "E* 2 4", {"claims": {(2, 4): 1}, "hand": "SE*"}),
    ("R3.14 one's own claim", None, CAT, "S 2 4", {"claims": {(2, 4): 0}}),
    ("R3.15 a plain tile on an Alfa cell", "alfa_cell", CAT, "S 2 2", {"bonuses": "..... ..... ..A.. ..... ....."}),
    ("R3.15 an Alfa tile on an Alfa cell", "alfa_cell", CAT, "E* 2 2",
     {"bonuses": "..... ..... ..A.. ..... .....", "hand": "SE*"}),
    ("R3.16 a plain tile on a tile", "occupied", CAT, "S 2 2", {}),
    ("R3.16 on a blank", "occupied", "..... ..... .CaT. ..... .....", "S 2 2", {}),
    ("R3.17 an Alfa tile on a tile", None, CAT, "O* 2 2", {"hand": "O*"}),
    ("R3.17 not without alfa_replace", "occupied", CAT, "O* 2 2", {"hand": "O*", "alfa_replace": False}),
    ("R3.18 a bend", "not_in_line", CAT, "S 2 4 / E 3 3", {}),
    ("R3.18 a diagonal", "not_in_line", CAT, "S 1 1 / E 3 3", {}),
    ("R3.18 two in line and one beside", "not_in_line", CAT, "S 1 1 / E 1 2 / E 3 2", {}),
    ("R3.19 an empty cell between", "gap", CAT, "S 3 1 / E 3 3", {}),
    ("R3.19 whatever the order", "gap", CAT, "S 3 3 / E 3 1", {}),
    ("R3.19 a dead cell between", "gap", "..... ..... .CAT. ..#.. .....", "S 3 1 / E 3 3", {}),
    ("R3.19 tiles of the board fill it", None, CAT, "S 2 0 / E 2 4", {}),
    ("R3.19 an Alfa tile of the turn fills it", None, CAT, "S 3 1 / O* 3 2 / E 3 3", {"hand": "SEO*"}),
    ("R3.20 an Alfa tile out of line", None, CAT, "S 3 1 / E 3 2 / O* 0 0", {"hand": "SEO*"}),
    ("R3.20 an Alfa tile makes no gap", None, CAT, "S 3 1 / E 3 2 / O* 3 4", {"hand": "SEO*"}),
    ("R3.20 without free placement neither", None, CAT, "S 3 1 / E 3 2 / O* 3 4",
     {"hand": "SEO*", "alfa_free_placement": False}),
    ("R3.21 the first word beside the centre", "must_cross_center", EMPTY, "S 1 1 / E 1 2", {}),
    ("R3.21 over the centre", None, EMPTY, "S 2 1 / E 2 2", {}),
    ("R3.21 down over the centre", None, EMPTY, "S 2 2 / E 3 2", {}),
    ("R3.21 with the end on the centre", None, EMPTY, "S 1 2 / E 2 2", {}),
    ("R3.22 far off", "not_connected", CAT, "S 0 0 / E 0 1", {}),
    ("R3.22 a corner does not connect", "not_connected", CAT, "S 1 0 / E 0 0", {}),
    ("R3.22 one tile beside is enough", None, CAT, "S 0 1 / E 1 1", {}),
    ("R3.22 an Alfa tile connects too", None, CAT, "S 3 4 / E* 2 4", {"hand": "SE*", "alfa_free_placement": False}),
    ("R3.22 one that replaces a lone tile", None, "..... ..... ..A.. ..... .....", "S 0 0 / E 0 1 / O* 2 2",
     {"hand": "SEO*", "alfa_free_placement": False}),
    ("R3.22 one that replaces does", None, CAT, "S 0 0 / E 0 1 / O* 2 2",
     {"hand": "SEO*", "alfa_free_placement": False}),
    ("R3.22 only tiles of before count", "not_connected", CAT, "S 0 0 / E* 0 1",
     {"hand": "SE*", "alfa_free_placement": False}),
    ("R3.23 a turn with an Alfa tile is free", None, CAT, "S 0 0 / E 0 1 / O* 4 4", {"hand": "SEO*"}),
    ("R3.23 not without free placement", "not_connected", CAT, "S 0 0 / E 0 1 / O* 4 4",
     {"hand": "SEO*", "alfa_free_placement": False}),
    ("R3.23 of the centre too", None, EMPTY, "S 0 0 / E* 0 1", {"hand": "SE*"}),
    ("R3.24 an emptied board", None, "..... ..... ..#.. ..... .....", "S 0 0 / E 0 1", {"opened": True}),
    ("R3.24 not before the first word", "must_cross_center", EMPTY, "S 0 0 / E 0 1", {"opened": False}),
    ("R3.25 one tile alone at the start", "no_word", EMPTY, "S 2 2", {}),
    ("R3.25 an Alfa tile alone and nothing else", "no_word", CAT, "O* 0 0", {"hand": "O*"}),
    ("R3.26 a plain tile alone, set free", "no_word", CAT, "S 0 0 / O* 2 4", {"hand": "SO*"}),
    ("R3.27 an Alfa tile may stand alone", None, CAT, "S 2 4 / O* 0 0", {"hand": "SO*"}),
    ("R3.30 a single tile with a tile of the board", None, CAT, "S 1 2", {}),
    ("R3.40 at the limit an Alfa tile is not free", "not_connected", "A.... ..... .CAT. ..... .....", "O* 4 4 / S 4 3",
     {"bonuses": "A.... ..... ..... ..... .....", "hand": "SO*", "alfa_on_board": 1}),
    ("R3.40 nor replaces", "occupied", "A.... ..... .CAT. ..... .....", "O* 2 2",
     {"bonuses": "A.... ..... ..... ..... .....", "hand": "SO*", "alfa_on_board": 1}),
    ("R3.40 nor leaves the line", "not_in_line", "A.... ..... .CAT. ..... .....", "O* 3 1 / S 1 2",
     {"bonuses": "A.... ..... ..... ..... .....", "hand": "SO*", "alfa_on_board": 1}),
    ("R3.40 nor stands alone", "no_word", CAT, "S* 2 4 / O* 0 0", {"hand": "S*O*", "alfa_on_board": 1}),
    ("R3.42 the first of two is the Alfa tile", None, CAT, "O* 2 2 / U* 1 2", {"hand": "U*O*", "alfa_on_board": 1}),
    ("R3.42 the second is plain", "occupied", CAT, "U* 1 2 / O* 2 2", {"hand": "U*O*", "alfa_on_board": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "board", "tiles", "differs"), [pytest.param(*case[1:], id=case[0]) for case in CASES])
def test_check(code: str | None, board: str, tiles: str, differs: dict[str, Any]) -> None:
    before = scene(board, **({"hand": "SE?EEEE"} | differs))
    result = do(before, "place", tiles=tiles)
    assert result.code == code
    if code is not None:
        assert result.state == before  # R3.32, R3.35


# -- the order of the checks: R3.6

ORDER = [
    "no_tiles", "not_in_hand", "off_board", "same_cell", "blank_letter", "dead", "claimed", "alfa_cell", "occupied",
    "not_in_line", "gap", "not_connected", "no_word", "invalid_words",
]  # fmt: skip
FAULTS = {  # one tile (or two) with just this fault, on the board of `test_order`; others are sound
    "not_in_hand": "Z 4 4",
    "off_board": "A 7 0",
    "same_cell": "A 0 6 / A 0 6",
    "blank_letter": "? 6 0",
    "dead": "A 0 0",
    "claimed": "A 0 1",
    "alfa_cell": "A 3 4",
    "occupied": "A 3 3",
    "not_in_line": "A 5 5 / A 6 6",
}


@pytest.mark.parametrize("first", FAULTS)
def test_order_r3_6(first: str) -> None:  # R3.6
    """Two faults at once, in either order of the tiles: the earlier check speaks."""
    before = scene(
        "#...... ....... ....... ..CATS. ....... ....... .......",
        bonuses="....... ....... ....... ....A.. ....... ....... .......",
        claims={(0, 1): 1},
        hand="AAAA?AA",
    )
    for second in FAULTS.keys() - {first}:
        result = do(before, "place", tiles=f"{FAULTS[first]} / {FAULTS[second]}")
        assert result.code == min(first, second, key=ORDER.index), second


@pytest.mark.parametrize(
    ("tiles", "code"),
    [
        pytest.param("A 0 0 / A 0 2", "gap", id="R3.6 gap before not_connected"),
        pytest.param("A 0 0", "not_connected", id="R3.6 not_connected before no_word"),
        pytest.param("A 4 3 / A 5 3", "invalid_words", id="R3.6 words last"),
    ],
)
def test_order_of_the_later_checks(tiles: str, code: str) -> None:
    before = scene("....... ....... ....... ..CATS. ....... ....... .......")
    assert do(before, "place", tiles=tiles, words=set()).code == code


def test_the_centre_comes_before_the_words_r3_6() -> None:  # R3.6
    assert do(scene(EMPTY), "place", tiles="A 0 0").code == "must_cross_center"


# -- words and failed attempts: R3.28 to R3.36


@pytest.mark.parametrize(
    ("board", "tiles", "words"),
    [
        pytest.param(CAT, "S 2 4", ["CATS"], id="R3.28 a longer word"),
        pytest.param(CAT, "S 3 3 / E 4 3", ["TSE"], id="R3.28 down from a letter"),
        pytest.param(CAT, "S 3 1 / E 3 2", ["SE", "CS", "AE"], id="R3.28 parallel, with cross-words"),
        pytest.param(
            "..... .X... .CAT. .X... .....", "S 1 2 / E 3 2", ["XS", "XE", "SAE"], id="R3.28 by row, then down"
        ),
        pytest.param("..... .AB.. ..... .AB.. .....", "S 2 1 / E 2 2", ["SE", "ASA", "BEB"], id="R3.28 each run once"),
        pytest.param(CAT, "S 0 0 / O* 0 1 / E* 4 4", ["SO"], id="R3.29 one letter is no word"),
        pytest.param(CAT, "s 2 4", ["CATS"], id="R3.43 a blank is its letter"),
        pytest.param("..... ..... .CaT. ..... .....", "E 1 2", ["EA"], id="R3.43 and stays it"),
        pytest.param("..#.. ..... .CAT. ..... .....", "S 1 2", ["SA"], id="R3.29 a dead cell ends a run"),
    ],
)
def test_words(board: str, tiles: str, words: Sequence[str]) -> None:
    result = do(scene(board, hand="SE?O*E*"), "place", tiles=tiles)
    assert [word for word, _ in result.words] == words


def test_words_not_in_the_lexicon_are_told_r3_31() -> None:  # R3.31, R8.31
    before = scene(CAT, hand="SEEEEEE")
    result = do(before, "place", tiles="S 3 1 / E 3 2", words={"CS"})
    assert (result.code, result.step["rejected"]) == ("invalid_words", ["SE", "AE"])
    assert result.words == [] and result.step["turn_score"] == 0


@pytest.mark.parametrize(
    ("settings", "before", "after"),
    [
        pytest.param({}, (0, 5), (-1, 4), id="R3.33 R3.34 one of each"),
        pytest.param({"invalid_points": 5, "invalid_coins": 3}, (3, 5), (-2, 2), id="R3.33 below zero"),
        pytest.param({"invalid_points": 0, "invalid_coins": 9}, (3, 5), (3, 0), id="R3.34 coins stop at zero"),
        pytest.param({"invalid_points": 0, "invalid_coins": 0}, (3, 5), (3, 5), id="R3.33 free of charge"),
    ],
)
def test_a_failed_attempt_costs(settings: dict[str, Any], before: tuple[int, int], after: tuple[int, int]) -> None:
    state = scene(CAT, hand="SEEEEEE", scores=(before[0], 7), coins=(before[1], 7), **settings)
    result = do(state, "place", tiles="S 2 4", words=set())
    player = result.state.players[0]
    assert (player.score, player.coins) == after
    assert result.state.players[1] == state.players[1]


def test_after_a_refusal_the_turn_goes_on_r3_35() -> None:  # R3.35, R4.36
    before = scene(CAT, hand="SEEEEEE", passes=(2, 1), timeouts=(1, 2))
    result = do(before, "place", tiles="S 2 4", words=set())
    after, then = before.players[0], result.state.players[0]
    assert (result.state.active, result.state.phase, result.state.board) == (0, "play", before.board)
    assert (then.hand, then.passes, then.timeouts) == (after.hand, after.passes, after.timeouts)
    assert do(result.state, "place", tiles="S 2 4", words={"CATS"}).code is None


def test_only_missing_words_cost_r3_32() -> None:  # R3.32
    before = scene(CAT)
    for tiles in ("", "Z 2 4", "A 9 9", "A 2 2", "A 0 0 / A 0 1", "A 3 1 / A 3 3"):
        result = do(before, "place", tiles=tiles, words=set())
        assert result.code not in (None, "invalid_words")
        assert result.state == before


# -- what a laid tile does to its cell: R3.37 to R3.42


def test_a_tile_ends_the_claim_r3_37() -> None:  # R3.37
    result = do(scene(CAT, hand="S", claims={(2, 4): 0, (0, 0): 1}), "place", tiles="S 2 4")
    assert result.cell(2, 4).claim is None
    assert result.cell(0, 0).claim == 1


@pytest.mark.parametrize("mark", [*"dtDT*"])
def test_an_alfa_tile_wipes_its_cell_r3_38(mark: str) -> None:  # R3.38
    before = scene(
        CAT, bonuses=f"..... ..... ..{mark}.. ..... .....", fortified={(2, 2): 3}, claims={(2, 2): 0}, hand="O*S"
    )
    result = do(before, "place", tiles="O* 2 2")
    assert result.cell(2, 2) == Cell(PLAIN, False, "O", False, 1, 0, True, 0, None, False)
    assert bonus_drawing(result.state) == rows_of("..... ..... ..A.. ..... .....")


def test_an_alfa_tile_ends_ones_own_claim_r3_38() -> None:  # R3.38
    result = do(scene(CAT, claims={(2, 4): 0}, hand="S*"), "place", tiles="S* 2 4")
    assert result.cell(2, 4).claim is None


def test_a_replaced_tile_is_gone_r3_39() -> None:  # R3.39
    before = scene(CAT, hand="O*", bag="")
    result = do(before, "place", tiles="O* 2 2")
    assert drawing(result.state) == rows_of("..... ..... .COT. ..... .....")
    assert "A" not in result.state.bag + result.state.players[0].hand


def test_a_plain_tile_keeps_the_bonus_mark_under_it() -> None:  # R4.7
    result = do(scene(CAT, bonuses="..... ..... ....D ..... .....", hand="S"), "place", tiles="S 2 4")
    assert bonus_drawing(result.state)[2] == "....D"


def test_at_the_limit_an_alfa_tile_stays_plain_r3_41() -> None:  # R3.40, R3.41
    before = scene(CAT, bonuses="..... ..... .A... ..... .....", hand="S*", slots=["fortify"], alfa_on_board=1)
    result = do(before, "place", tiles="S* 2 4")
    assert result.words == [["CATS", (3 + 1 + 1 + 1) * 2]]  # only the old Alfa cell multiplies
    assert bonus_drawing(result.state)[2] == ".A..."
    back = do(result.state, "pass").state
    assert do(back, "use", item="fortify", cell=[2, 4]).code is None  # items may touch it
    assert do(back, "use", item="fortify", cell=[2, 1]).code == "bad_target"


def test_a_spare_room_makes_one_of_two_alfa_tiles_r3_42() -> None:  # R3.42
    before = scene(CAT, hand="S*E*", alfa_on_board=1)
    result = do(before, "place", tiles="S* 2 4 / E* 1 4")
    assert [result.cell(2, 4).alfa, result.cell(1, 4).alfa] == [True, False]
    result = do(before, "place", tiles="E* 1 4 / S* 2 4")
    assert [result.cell(2, 4).alfa, result.cell(1, 4).alfa] == [False, True]


@pytest.mark.parametrize(("limit", "alfa"), [(1, 1), (2, 2), (3, 3), (None, 3)])
def test_as_many_are_alfa_tiles_as_there_is_room_r3_42(limit: int, alfa: int) -> None:  # R3.42
    before = scene(CAT, hand="S*E*E*", alfa_on_board=limit)
    result = do(before, "place", tiles="S* 2 4 / E* 1 4 / E* 0 4")
    assert [result.cell(row, 4).alfa for row in (2, 1, 0)] == [n < alfa for n in range(3)]


def test_a_plain_tile_ends_a_claim_and_keeps_the_mark_that_a_player_made() -> None:
    made = do(scene(HIGH_CAT, slots=("place_tw",), hand="S"), "use", item="place_tw", cell=[1, 4]).state
    assert do(made, "place", tiles="S 1 4").cell(1, 4) == Cell("T", True, "S", False, 1, 0, False, 0, None, False)

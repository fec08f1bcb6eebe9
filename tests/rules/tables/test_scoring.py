"""Section 4 of docs/rules.md, first part: what words and turns are worth, in points and coins.

English values used: A E O S T 1, D 2, B C M 3, K 5, Q Z 10.

And the readout of tiles as they lie (R3.44, R3.45): the engine's preview agrees with its verdict.
"""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from game.crossword.tiles import read_placed, standard_tiles
from game.variants.alfapower.rules.readout import Readout, read_out
from game.variants.alfapower.rules.state import MatchState
from tests.rules.tables.test_placing import CASES
from tests.support.text_boards import CAT, do, laid_of, scene
from tests.support.types import certain

EDGES = """
    ..X.X
    BA.AB
    X...X
    .....
    .X.X.
"""

BARE = "..... ..... ..... ..... ....."


def bonus_at(row: int, col: int, mark: str) -> str:
    rows = [["."] * 5 for _ in range(5)]
    rows[row][col] = mark
    return " ".join("".join(line) for line in rows)


WORDS = [
    # rule, board, bonuses, tiles, words with points, what else differs
    ("R4.1 face values", CAT, BARE, "S 2 4", [["CATS", 6]], {}),
    ("R4.1 a blank is worth nothing", CAT, BARE, "z 2 4", [["CATZ", 5]], {}),
    ("R4.1 nor one on the board", "..... ..... .cAT. ..... .....", BARE, "S 2 4", [["CATS", 3]], {}),
    ("R4.1 Fortify adds", CAT, BARE, "S 2 4", [["CATS", 8]], {"fortified": {(2, 1): 2}}),
    ("R4.1 to a blank too", "..... ..... .cAT. ..... .....", BARE, "S 2 4", [["CATS", 4]], {"fortified": {(2, 1): 1}}),
    ("R4.2 DL under a new tile", CAT, bonus_at(2, 4, "d"), "K 2 4", [["CATK", 15]], {}),
    ("R4.2 TL under a new tile", CAT, bonus_at(2, 4, "t"), "K 2 4", [["CATK", 20]], {}),
    ("R4.2 in both its words", "..... ...M. .CA.. ..... .....", bonus_at(2, 3, "t"), "K 2 3",
     [["CAK", 19], ["MK", 18]], {}),
    ("R4.2 nothing for a blank", CAT, bonus_at(2, 4, "t"), "k 2 4", [["CATK", 5]], {}),
    ("R4.3 DW under a new tile", CAT, bonus_at(2, 4, "D"), "S 2 4", [["CATS", 12]], {}),
    ("R4.3 TW under a new tile", CAT, bonus_at(2, 4, "T"), "S 2 4", [["CATS", 18]], {}),
    ("R4.3 the star doubles", BARE, bonus_at(2, 2, "*"), "C 2 2 / A 2 3", [["CA", 8]], {}),
    ("R4.3 under a blank too", CAT, bonus_at(2, 4, "D"), "s 2 4", [["CATS", 10]], {}),
    ("R4.3 in both its words", "..... ...M. .CA.. ..... .....", bonus_at(2, 3, "D"), "K 2 3",
     [["CAK", 18], ["MK", 16]], {}),
    ("R4.3 only in its own words", "..... ..... ..A.. ..... .....", bonus_at(3, 3, "D"), "S 3 2 / E 3 3",
     [["SE", 4], ["AS", 2]], {}),
    ("R4.4 an Alfa tile doubles", CAT, BARE, "S* 2 4", [["CATS", 12]], {"hand": "S*"}),
    ("R4.4 by the multiplier set", CAT, BARE, "S* 2 4", [["CATS", 30]], {"hand": "S*", "alfa_multiplier": 5}),
    ("R4.4 an old Alfa cell still does", CAT, bonus_at(2, 1, "A"), "S 2 4", [["CATS", 12]], {}),
    ("R4.4 whoever laid it, in every word", "..... ...M. .CA.. ..... .....", bonus_at(1, 3, "A"), "K 2 3",
     [["CAK", 9], ["MK", 16]], {}),
    ("R4.4 each of two", CAT, bonus_at(2, 1, "A"), "S* 2 4", [["CATS", 24]], {"hand": "S*"}),
    ("R4.5 a spent one does not", CAT, bonus_at(2, 1, "A"), "S 2 4", [["CATS", 6]], {"alfa_permanent": False}),
    ("R4.5 the one just laid does", CAT, bonus_at(2, 1, "A"), "S* 2 4", [["CATS", 12]],
     {"hand": "S*", "alfa_permanent": False}),
    ("R4.6 letter, then words, then Alfa", CAT, "..... ..... .A..t ....T .....", "K 2 4 / E 3 4",
     [["CATK", 40], ["KE", 48]], {}),
    ("R4.6 two word bonuses", BARE, "..... ..... ..*T. ..... .....", "C 2 2 / A 2 3", [["CA", 24]], {}),
    ("R4.6 two Alfa cells of three", "..... ..... .CAT. ..... .....", "..... ..... .AA.. ..... .....", "S 2 4",
     [["CATS", 54]], {"alfa_multiplier": 3}),
    ("R4.7 an old tile's bonus is spent", CAT, bonus_at(2, 1, "T"), "S 2 4", [["CATS", 6]], {}),
    ("R4.7 nor its letter bonus", CAT, bonus_at(2, 1, "t"), "S 2 4", [["CATS", 6]], {}),
    ("R4.8 an Alfa tile's own cell: no TW", CAT, bonus_at(2, 4, "T"), "S* 2 4", [["CATS", 12]], {"hand": "S*"}),
    ("R4.8 no TL", CAT, bonus_at(2, 4, "t"), "K* 2 4", [["CATK", 20]], {"hand": "K*"}),
    ("R4.8 no star", CAT, bonus_at(2, 2, "*"), "O* 2 2", [["COT", 10]], {"hand": "O*"}),
    ("R4.8 an Alfa blank is worth 0", CAT, BARE, "z* 2 4", [["CATZ", 10]], {"hand": "?*"}),
    ("R4.1 Fortify goes with a replaced tile", CAT, BARE, "O* 2 2", [["COT", 10]],
     {"hand": "O*", "fortified": {(2, 2): 5}}),
    ("R3.40 at the limit an Alfa tile is worth a plain one", "..... ..... .CAT. ..... A....", bonus_at(4, 0, "A"),
     "S* 2 4", [["CATS", 6]], {"hand": "S*", "alfa_on_board": 1}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("board", "bonuses", "tiles", "words", "differs"), [pytest.param(*case[1:], id=case[0]) for case in WORDS]
)
def test_words(board: str, bonuses: str, tiles: str, words: Sequence[list[int | str]], differs: dict[str, Any]) -> None:
    result = do(scene(board, bonuses=bonuses, **({"hand": "SKECA?E"} | differs)), "place", tiles=tiles)
    assert result.code is None
    assert result.words == words
    assert result.step["turn_score"] == sum(points for _, points in words)  # R4.9
    assert result.state.players[0].score == result.step["turn_score"]
    assert result.state.players[1].score == 0


def test_nothing_extra_for_seven_tiles_r4_10() -> None:  # R4.10
    board = ".........\n" * 9
    before = scene(board, bonuses=board, hand="AEIONST", opened=False)
    result = do(before, "place", tiles=" / ".join(f"{tile} 4 {i + 1}" for i, tile in enumerate("AEIONST")))
    assert result.step["turn_score"] == 7


@pytest.mark.parametrize(
    ("settings", "earned"),
    [
        pytest.param({}, 3 + 1, id="R4.11 rounded down"),
        pytest.param({"base_coins": 0}, 1, id="R4.11 the share alone"),
        pytest.param({"score_coins_percent": 0}, 3, id="R4.11 the base alone"),
        pytest.param({"score_coins_percent": 100}, 3 + 15, id="R4.11 all of it"),
        pytest.param({"base_coins": 20, "score_coins_percent": 33}, 20 + 4, id="R4.11 4.95 is 4"),
    ],
)
def test_coins_of_a_turn(settings: dict[str, Any], earned: int) -> None:
    before = scene(CAT, hand="Q", coins=(5, 9), **settings)
    result = do(before, "place", tiles="Q 2 4")
    assert result.step["turn_score"] == 15
    assert [player.coins for player in result.state.players] == [5 + earned, 9]


@pytest.mark.parametrize(
    ("bag", "size", "left"),
    [
        pytest.param("ZZZZZZZZ", 7, 6, id="R4.12 back to seven"),
        pytest.param("Z", 6, 0, id="R4.12 as far as the bag goes"),
        pytest.param("", 5, 0, id="R4.12 nothing from an empty bag"),
    ],
)
def test_refill(bag: str, size: int, left: int) -> None:
    result = do(scene(CAT, hand="SEEEEEE", bag=bag), "place", tiles="S 2 4 / E 1 4")
    assert (len(result.state.players[0].hand), len(result.state.bag)) == (size, left)


def test_a_short_hand_is_filled_too_r4_12() -> None:  # R4.12
    result = do(scene(CAT, hand="SE", bag="ZZZZZZZZ"), "place", tiles="S 2 4", drawn="ZZZZZZ")
    assert result.hand() == "EZZZZZZ"


@pytest.mark.parametrize(
    ("laid", "words"),
    [
        ("S 1 2", ["BASAB", "XS"]),  # through tiles on both sides, from edge to edge
        ("S 3 0", ["BXS"]),
        ("S 3 4", ["XBXS"]),
        ("S 4 0", ["SX"]),
        ("S 0 1", ["SX", "SA"]),  # no word goes on at the other side of the board
        ("S 0 3", ["XSX", "SA"]),
        ("S 2 1 / S 2 2 / S 2 3", ["XSSSX", "AS", "AS"]),
    ],
)
def test_words_end_at_the_edges_of_the_board(laid: str, words: Sequence[str]) -> None:
    told = do(scene(EDGES, hand="SSS"), "place", tiles=laid).words
    assert [word for word, _ in told] == words


def test_a_letter_without_a_tile_has_no_value() -> None:
    assert [standard_tiles("sv", 15).value(letter) for letter in "QWÅ?"] == [0, 0, 4, 0]


def preview(state: MatchState, tiles: str, seat: int = 0) -> Readout:
    placed = [certain(read_placed(row, col, tile, state.rules.text("language"))) for row, col, tile in laid_of(tiles)]
    return read_out(state, seat, placed)


def test_refusals_and_points_as_when_played_r3_44() -> None:  # R3.44
    """In every case of the table of placements."""
    for name, code, board, tiles, differs in CASES:
        state = scene(board, **({"hand": "SE?EEEE"} | differs))
        shown, played = preview(state, tiles), do(state, "place", tiles=tiles)
        assert shown.code == code, name
        if code is None:
            assert [[word.text, word.points] for word in shown.words] == played.words, name
            assert shown.score == played.step["turn_score"], name
            assert shown.coins == played.state.players[0].coins - state.players[0].coins, name
        else:
            assert (shown.words, shown.score, shown.coins) == ((), 0, 0), name


def test_it_tells_the_tries_left_r3_48() -> None:  # R3.48
    state = scene("..... ..... .CAT. ..... .....", hand="SEEEEEE", tries_per_turn=2)
    assert preview(state, "S 2 4").tries_left == 2
    state = do(state, "place", tiles="S 2 4", words=set()).state
    assert (preview(state, "S 2 4").code, preview(state, "S 2 4").tries_left) == (None, 1)
    assert preview(state, "S 2 4", seat=1).tries_left == 2  # as if it were its turn
    state = do(state, "place", tiles="S 2 4", words=set()).state
    assert (preview(state, "S 2 4").code, preview(state, "S 2 4").tries_left) == ("too_many_tries", 0)


def test_never_whether_a_word_exists_r3_45() -> None:  # R3.45
    """It is not even given a lexicon: for any tiles at all, what is in it can make no difference."""
    state = scene("..... ..... .CAT. ..... .....", hand="ZQXKVWS")
    rng = random.Random(1)
    for _ in range(200):
        row, col = rng.randrange(5), rng.randrange(5)
        shown = preview(state, f"{rng.choice('ZQXKVWS')} {row} {col}")
        assert shown.code != "invalid_words"

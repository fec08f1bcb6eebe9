"""The census of small positions, pinned. A number that changes means that a rule has changed."""

from typing import Any

import pytest

from tests.rules.census.census import Census, take
from tests.support.text_boards import scene

THREE = "d.T .*. t.D"
FIVE = "T...d .d.t. ..*.. .t.D. d...T"
SEVEN = "T..d..T .D...D. ..d.d.. d..*..d ..d.d.. .D...D. T..d..T"

EMPTY_3 = "... ... ..."
TEA_3 = "... TEA ..."
EMPTY_5 = "..... ..... ..... ..... ....."
TEA_5 = "..... ..... .TEa. ..... ....."
CROWDED_5 = "..... .A.#. .TEA. .#... ....."
BLASTED_5 = ".#... ..... ..#.. ..... ....."
WITH_ALFA_5 = "T...d .d.t. ..A.. .t.D. d...T"
TEA_7 = "....... ....... ....... ..TEA.. ....... ....... ......."

CASES: dict[str, tuple[dict[str, Any], int, Census]] = {
    "first word, three by three": (
        dict(board=EMPTY_3, bonuses=THREE, hand="ATE?"), 4, Census(48, 108, 10113, 176)),
    "full row, three by three": (
        dict(board=TEA_3, bonuses=THREE, hand="SAT?"), 3, Census(14, 226, 3981, 40)),
    "first word": (
        dict(board=EMPTY_5, bonuses=FIVE, hand="TEA?"), 3, Census(96, 228, 101801, 400)),
    "first word with an Alfa tile": (
        dict(board=EMPTY_5, bonuses=FIVE, hand="TEA*"), 3, Census(200, 1868, 13607, 1568)),
    "first word, Alfa tiles bound": (
        dict(board=EMPTY_5, bonuses=FIVE, hand="TEA*", alfa_free_placement=False), 3, Census(32, 260, 15383, 288)),
    "beside a word": (
        dict(board=TEA_5, bonuses=FIVE, hand="SAT?"), 3, Census(44, 1148, 100933, 137)),
    "claims, dead squares, Fortify": (
        dict(board=CROWDED_5, bonuses=FIVE, hand="SATE", claims={(1, 0): 1, (3, 2): 0, (4, 2): 1},
             fortified={(2, 1): 1, (1, 1): 3}, fortify_cap=3), 3, Census(15, 333, 58552, 131)),
    "the same for the other seat": (
        dict(board=CROWDED_5, bonuses=FIVE, hand="SATE", claims={(1, 0): 1, (3, 2): 0, (4, 2): 1},
             fortified={(2, 1): 1, (1, 1): 3}, fortify_cap=3, active=1), 2, Census(10, 158, 3532, 65)),
    "Alfa tile that replaces": (
        dict(board=CROWDED_5, bonuses=FIVE, hand="SA*T", claims={(3, 2): 0}, fortified={(2, 1): 1}),
        3, Census(92, 1365, 14218, 509)),
    "Alfa tile that may not replace": (
        dict(board=CROWDED_5, bonuses=FIVE, hand="SA*T", claims={(3, 2): 0}, alfa_replace=False),
        2, Census(80, 279, 1516, 370)),
    "Alfa tile bound to the board that may not replace": (
        dict(board=CROWDED_5, bonuses=FIVE, hand="SA*T", fortified={(2, 1): 1}, alfa_free_placement=False,
             alfa_replace=False), 2, Census(53, 270, 1552, 230)),
    "Alfa tile bound to the board": (
        dict(board=CROWDED_5, bonuses=FIVE, hand="SA*T", alfa_free_placement=False), 3, Census(65, 1168, 14442, 324)),
    "Alfa cell on the board": (
        dict(board=TEA_5, bonuses=WITH_ALFA_5, hand="SAT*", alfa_multiplier=3), 3, Census(292, 1766, 13617, 2248)),
    "spent Alfa cell": (
        dict(board=TEA_5, bonuses=WITH_ALFA_5, hand="SAT*", alfa_multiplier=3, alfa_permanent=False),
        3, Census(292, 1766, 13617, 1552)),
    "room for one Alfa cell": (
        dict(board=TEA_3, bonuses=THREE, hand="S*?*A", alfa_on_board=1), 3, Census(61, 1532, 4995, 430)),
    "room for none": (
        dict(board=TEA_5, bonuses=WITH_ALFA_5, hand="S*?*A", alfa_on_board=1), 2, Census(22, 318, 3960, 84)),
    "room for two, Alfa blank": (
        dict(board=TEA_5, bonuses=WITH_ALFA_5, hand="S*?*T", alfa_on_board=2), 2, Census(272, 1320, 2708, 955)),
    "emptied by blasts": (
        dict(board=BLASTED_5, bonuses=FIVE, hand="TEA", opened=True), 3, Census(150, 174, 15351, 698)),
    "seven by seven": (
        dict(board=TEA_7, bonuses=SEVEN, hand="SAT?"), 2, Census(38, 434, 20941, 119)),
}  # fmt: skip
OF_THE_POSITION = {"board", "bonuses", "hand", "claims", "fortified", "active", "opened"}


LARGEST = {"first word", "beside a word", "claims, dead squares, Fortify"}
ALL = [
    pytest.param(*case, id=name, marks=[pytest.mark.long] if name in LARGEST else []) for name, case in CASES.items()
]


@pytest.mark.parametrize(("position", "most", "expected"), ALL)
def test_census(position: dict[str, Any], most: int, expected: Census) -> None:
    settings = {key: value for key, value in position.items() if key not in OF_THE_POSITION}
    count = take(scene(**position), most, **settings)
    assert count.census == expected, dict(count.codes)


def test_the_positions_meet_every_code_of_a_placement() -> None:
    codes: set[str | None] = set()
    for name in ("claims, dead squares, Fortify", "Alfa cell on the board", "first word"):
        position, _, _ = CASES[name]
        settings = {key: value for key, value in position.items() if key not in OF_THE_POSITION}
        codes |= take(scene(**position), 2, **settings).codes.keys()
    assert codes == {
        None, "invalid_words", "dead", "claimed", "alfa_cell", "occupied", "not_in_line", "gap", "must_cross_center",
        "not_connected", "no_word",
    }  # fmt: skip

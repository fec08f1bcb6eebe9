"""Section 1 of docs/rules-flex.md: settings, boards and bags."""

from typing import Any

import pytest

from game.kernel.setting_types import Ruleset, changed_settings, read_settings
from game.variants.flex.rules.settings import LAYOUTS, SETTINGS, layout
from game.variants.flex.rules.setup import tileset

PLAIN = ["." * 15] * 15
STAR_IN_THE_MIDDLE = [*PLAIN[:7], "." * 7 + "*" + "." * 7, *PLAIN[8:]]

GAME = "flex"
NUMBERS = [("flex_turns", None, 0, 20, None), ("bingo", 50, 0, 100)]  # F1.2
FLAGS = [("loosen_cost", True), ("loosen_letter_bonus", True), ("take_cost", True)]  # F1.3
CHOICES = [("language", "en", ["en", "sv"])]  # F1.1
OTHERS = {"layout": "standard15"}
WRONG = [
    ("layout", "plain11", "out_of_range"),
    ("layout", None, "wrong_type"),
    ("layout", 15, "wrong_type"),
    ("layout", [1] * 15, "wrong_type"),
    ("layout", [], "out_of_range"),
    ("layout", ["." * 13] * 13, "out_of_range"),
    ("layout", ["." * 14] * 15, "out_of_range"),
    ("layout", [*PLAIN[:14], "." * 14 + "m"], "out_of_range"),  # F1.5
    ("layout", [*PLAIN[:14], "." * 14 + "*"], "out_of_range"),
    ("layout", [*STAR_IN_THE_MIDDLE[:14], "." * 14 + "*"], "out_of_range"),
    ("board_size", 15, "unknown_setting"),
]
BOARDS = LAYOUTS


def read(**given: Any) -> Ruleset:
    return read_settings("flex", SETTINGS, given)


@pytest.mark.parametrize(
    "rows",
    [
        PLAIN,
        STAR_IN_THE_MIDDLE,
        [*PLAIN[:7], "." * 7 + "T" + "." * 7, *PLAIN[8:]],  # F1.6
        ["dtDT" + "." * 7, *["." * 11] * 10],
        ["." * 19] * 19,
        list(LAYOUTS["classic15"]),
    ],
)
def test_rows_of_ones_own(rows: list[str]) -> None:
    chosen = read(layout=rows)
    assert list(layout(chosen)) == rows
    assert changed_settings(SETTINGS, chosen) == {"layout": rows}


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_named_board_is_of_the_size_in_its_name(name: str) -> None:  # F1.4
    assert read(layout=name).values["layout"] == name
    assert len(LAYOUTS[name]) == int(name[-2:])
    assert ("*" in "".join(LAYOUTS[name])) == (name != "plain15")


@pytest.mark.parametrize(("size", "count"), [(11, 70), (15, 100), (19, 130)])
@pytest.mark.parametrize(("language", "letter"), [("en", "W"), ("sv", "Ö")])
def test_the_bag_is_that_of_the_language_and_the_size(size: int, count: int, language: str, letter: str) -> None:
    tiles = tileset(read(language=language, layout=["." * size] * size))  # F1.7
    assert len(tiles.bag()) == count and letter in tiles.letters

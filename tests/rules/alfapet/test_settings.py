"""Rule 1: settings, board and bag."""

from collections import Counter
from typing import Any

import pytest

from game.kernel.setting_types import BadSetting, Ruleset, read_settings
from game.variants.alfapet.rules.layouts import standard_layout
from game.variants.alfapet.rules.settings import SETTINGS, theme_words
from game.variants.alfapet.rules.tiles import standard_tiles

GAME = "alfapet"
NUMBERS = [("passes_to_end", 2, 2, 5), ("theme_bonus", 20, 0, 100)]
FLAGS = [("specials", True)]
CHOICES = [("board_size", 17, [15, 17]), ("language", "sv", ["en", "sv"]), ("rack", 7, [6, 7, 8])]
OTHERS = {"theme_words": ()}
WRONG = [
    ("theme_words", "SKOG", "wrong_type"),
    ("theme_words", [1], "wrong_type"),
    ("theme_words", ["A"], "out_of_range"),
    ("theme_words", ["A" * 18], "out_of_range"),
    ("theme_words", ["E-POST"], "out_of_range"),
    ("theme_words", ["SKOG", "skog"], "duplicate"),
    ("theme_words", ["AA" + chr(65 + i // 26) + chr(65 + i % 26) for i in range(51)], "out_of_range"),
    ("coins", 3, "unknown_setting"),
]
BOARDS = {str(size): standard_layout(size, True) for size in (15, 17)}


def read(**given: Any) -> Ruleset:
    return read_settings("alfapet", SETTINGS, given)


def test_theme_words_are_given_in_any_case_and_kept_composed_and_in_capitals() -> None:
    assert theme_words(read(theme_words=["skogar", "Ra\u030a", "ÄLV"])) == ("SKOGAR", "RÅ", "ÄLV")


def test_theme_words_are_of_letters_of_the_language_wherever_it_stands() -> None:
    with pytest.raises(BadSetting, match="theme_words"):
        read(theme_words=["ÄLV"], language="en")
    with pytest.raises(BadSetting, match="theme_words"):
        read(theme_words=["straße"])  # no letter of the language, though its capitals would be
    assert theme_words(read(theme_words=["Elk"], language="en")) == ("ELK",)


@pytest.mark.parametrize(
    ("size", "counts"),
    [
        (17, {"Q": 4, "d": 32, "T": 8, "D": 20, "t": 16, "m": 16, "q": 8, "*": 1}),
        (15, {"Q": 4, "d": 24, "T": 8, "D": 16, "t": 8, "m": 12, "q": 8, "*": 1}),
    ],
)
def test_the_boards_have_their_squares(size: int, counts: dict[str, int]) -> None:
    rows = standard_layout(size, True)
    assert len(rows) == size and rows[size // 2][size // 2] == "*"
    assert {mark: count for mark, count in Counter("".join(rows)).items() if mark != "."} == counts


def test_without_specials_minus_cells_are_plain() -> None:
    assert "m" not in "".join(standard_layout(17, False))
    assert [row.replace("m", ".") for row in standard_layout(17, True)] == list(standard_layout(17, False))


@pytest.mark.parametrize(
    ("language", "samples"),
    [
        ("sv", {"A": (9, 1), "Q": (1, 10), "S": (8, 1), "O": (5, 2), "Å": (2, 4), "Y": (2, 8)}),
        ("en", {"A": (11, 1), "E": (14, 1), "K": (1, 5), "Z": (1, 10), "W": (2, 4), "U": (5, 1)}),
    ],
)
def test_the_bag_has_120_tiles(language: str, samples: dict[str, tuple[int, int]]) -> None:
    tiles = standard_tiles(language, True)
    assert len(tiles.bag()) == 120
    assert sum(tiles.counts[letter] for letter in tiles.letters if letter not in "?#>") == 112
    assert [tiles.counts[tile] for tile in "?#>"] == [2, 2, 4]
    assert [tiles.value(tile) for tile in "?#>"] == [0, 0, 0]
    assert {letter: (tiles.counts[letter], tiles.value(letter)) for letter in samples} == samples


def test_the_specials_sort_before_blanks_and_letters() -> None:
    assert standard_tiles("sv", True).bag()[:9] == ("#", "#", ">", ">", ">", ">", "?", "?", "A")


def test_without_specials_black_tiles_and_arrows_leave_the_bag_and_blanks_stay() -> None:
    tiles = standard_tiles("sv", False)
    assert len(tiles.bag()) == 114
    assert "?" in tiles.letters and not {"#", ">"} & set(tiles.letters)

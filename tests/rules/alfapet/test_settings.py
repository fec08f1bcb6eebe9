"""Rule 1: settings, board and bag."""

from collections import Counter
from typing import Any

import pytest

from game.kernel.setting_types import BadSetting, Ruleset, read_settings
from game.variants.alfapet.rules.layouts import standard_layout
from game.variants.alfapet.rules.settings import SETTINGS, theme_words
from game.variants.alfapet.rules.tiles import standard_tiles

DEFAULTS = {
    "board_size": 17, "language": "sv", "turn_seconds": 60, "rack": 7, "specials": True, "passes_to_end": 2,
    "timeouts_to_forfeit": 3, "theme_words": (), "theme_bonus": 20,
}  # fmt: skip


def read(**given: Any) -> Ruleset:
    return read_settings("alfapet", SETTINGS, given)


def test_the_defaults_are_those_of_the_page() -> None:
    assert read().values == DEFAULTS


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("board_size", (15, 17)),
        ("language", ("en", "sv")),
        ("turn_seconds", (5, 600, None)),
        ("rack", (6, 7, 8)),
        ("specials", (True, False)),
        ("passes_to_end", (2, 5)),
        ("timeouts_to_forfeit", (1, 10)),
        ("theme_bonus", (0, 100)),
    ],
)
def test_what_is_allowed(key: str, values: tuple[int, int]) -> None:
    for value in values:
        assert read(**{key: value}).values[key] == value


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("board_size", 11, "out_of_range"),
        ("board_size", 19, "out_of_range"),
        ("board_size", 15.0, "wrong_type"),
        ("language", "de", "out_of_range"),
        ("turn_seconds", 4, "out_of_range"),
        ("turn_seconds", 601, "out_of_range"),
        ("rack", 5, "out_of_range"),
        ("rack", 9, "out_of_range"),
        ("specials", 1, "wrong_type"),
        ("passes_to_end", 1, "out_of_range"),
        ("passes_to_end", 6, "out_of_range"),
        ("passes_to_end", None, "wrong_type"),
        ("timeouts_to_forfeit", 0, "out_of_range"),
        ("theme_bonus", 101, "out_of_range"),
        ("theme_bonus", True, "wrong_type"),
        ("theme_words", "SKOG", "wrong_type"),
        ("theme_words", [1], "wrong_type"),
        ("theme_words", ["A"], "out_of_range"),
        ("theme_words", ["A" * 18], "out_of_range"),
        ("theme_words", ["E-POST"], "out_of_range"),
        ("theme_words", ["SKOG", "skog"], "duplicate"),
        ("theme_words", ["AA" + chr(65 + i // 26) + chr(65 + i % 26) for i in range(51)], "out_of_range"),
        ("coins", 3, "unknown_setting"),
    ],
)
def test_a_bad_value_is_an_error_that_names_the_key(key: str, value: int, code: str) -> None:
    with pytest.raises(BadSetting) as fault:
        read(**{key: value})
    assert (fault.value.key, fault.value.code) == (key, code)


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
def test_the_boards_are_symmetric_and_have_their_squares(size: int, counts: dict[str, int]) -> None:
    rows = standard_layout(size, True)
    assert len(rows) == size
    assert all(len(row) == size for row in rows)
    assert rows[size // 2][size // 2] == "*"
    assert rows == rows[::-1] == tuple(row[::-1] for row in rows) == tuple(map("".join, zip(*rows, strict=True)))
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

"""Section 1 of docs/rules-flex.md: settings, boards and bags."""

from typing import Any

import pytest

from game.kernel.setting_types import BadSetting, Ruleset, changed_settings, read_settings
from game.variants.flex.rules.settings import LAYOUTS, SETTINGS, layout
from game.variants.flex.rules.setup import tileset

PLAIN = ["." * 15] * 15
STAR_IN_THE_MIDDLE = [*PLAIN[:7], "." * 7 + "*" + "." * 7, *PLAIN[8:]]


def read(**given: Any) -> Ruleset:
    return read_settings("flex", SETTINGS, given)


def test_the_defaults_are_those_of_the_page() -> None:
    assert read().values == {
        "language": "en", "layout": "standard15", "turn_seconds": 60, "timeouts_to_forfeit": 3, "flex_turns": None,
        "loosen_cost": True, "loosen_letter_bonus": True, "take_cost": True, "bingo": 50,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("language", ("en", "sv")),  # F1.1
        ("turn_seconds", (5, 600, None)),
        ("timeouts_to_forfeit", (1, 10)),
        ("bingo", (0, 100)),
        ("flex_turns", (None, 0, 20)),  # F1.2
        ("loosen_cost", (True, False)),  # F1.3
        ("loosen_letter_bonus", (True, False)),
        ("take_cost", (True, False)),
        ("layout", tuple(LAYOUTS)),  # F1.4
    ],
)
def test_what_is_allowed(key: str, values: tuple[object, ...]) -> None:
    for value in values:
        assert read(**{key: value}).values[key] == value


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("language", "de", "out_of_range"),
        ("turn_seconds", 4, "out_of_range"),
        ("turn_seconds", 601, "out_of_range"),
        ("timeouts_to_forfeit", 0, "out_of_range"),
        ("timeouts_to_forfeit", None, "wrong_type"),
        ("bingo", 101, "out_of_range"),
        ("bingo", -1, "out_of_range"),
        ("flex_turns", 21, "out_of_range"),
        ("flex_turns", -1, "out_of_range"),
        ("flex_turns", True, "wrong_type"),
        ("loosen_cost", 1, "wrong_type"),
        ("loosen_letter_bonus", None, "wrong_type"),
        ("take_cost", "yes", "wrong_type"),
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
    ],
)
def test_a_bad_value_is_an_error_that_names_the_key(key: str, value: object, code: str) -> None:
    with pytest.raises(BadSetting) as fault:
        read(**{key: value})
    assert (fault.value.key, fault.value.code) == (key, code)


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
def test_a_named_board_is_symmetric_and_of_the_size_in_its_name(name: str) -> None:
    rows = LAYOUTS[name]
    assert len(rows) == int(name[-2:]) and all(len(row) == len(rows) for row in rows)
    assert rows == rows[::-1] == tuple(row[::-1] for row in rows) == tuple(map("".join, zip(*rows, strict=True)))
    assert ("*" in "".join(rows)) == (name != "plain15")


@pytest.mark.parametrize(("size", "count"), [(11, 70), (15, 100), (19, 130)])
@pytest.mark.parametrize(("language", "letter"), [("en", "W"), ("sv", "Ö")])
def test_the_bag_is_that_of_the_language_and_the_size(size: int, count: int, language: str, letter: str) -> None:
    tiles = tileset(read(language=language, layout=["." * size] * size))  # F1.7
    assert len(tiles.bag()) == count and letter in tiles.letters

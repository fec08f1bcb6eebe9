"""Section 1 of docs/rules.md: every setting, its default and its bounds.

Cites R1.1 (a record's settings hold for all of it) through the records, and R1.2 to R1.8, R1.11 to R1.37 here: the
tables for tests/rules/test_settings.py, and what else there is.
"""

from typing import Any

import pytest

from game.dispatch.new_match import changed_rules, read_rules
from game.kernel.setting_types import BadSetting
from tests.support import naive
from tests.support.text_boards import do, scene

GAME = "alfapower"
ITEMS = ["swap", "fortify", "claim", "blast", "place_dl", "place_tl", "place_dw", "place_tw"]
PRICES = dict(zip(ITEMS, [3, 4, 4, 10, 5, 8, 10, 14], strict=True))
NUMBERS = [
    ("starting_coins", 5, 0, 99),  # R1.14
    ("base_coins", 3, 0, 20),  # R1.15
    ("score_coins_percent", 10, 0, 100),  # R1.16
    ("pass_coins", 3, 0, 20),  # R1.17
    ("coins_per_point", 2, 0, 20),  # R1.18
    ("fortify_cap", 1, 1, 9),  # R1.19
    ("blast_surcharge", 2, 0, 50),  # R1.20
    ("blast_surcharge_below", 10, 0, 200),  # R1.21
    ("slot_limit", 7, 1, 12),  # R1.22
    ("invalid_points", 1, 0, 50),  # R1.23
    ("invalid_coins", 1, 0, 50),  # R1.24
    ("tries_per_turn", 10, 1, 50, None),  # R1.44
    ("passes_to_concede", 3, 2, 10),  # R1.25
    ("alfa_trigger", "full", 1, 7, "full"),  # R1.28
    ("alfa_multiplier", 2, 2, 5),  # R1.29
    ("alfa_per_game", None, 1, 20, None),  # R1.30
    ("alfa_on_board", None, 1, 20, None),  # R1.31
]
FLAGS = [
    ("blank_board", False),  # R1.7
    ("alfa_enabled", True),  # R1.27
    ("alfa_replace", True),  # R1.32
    ("alfa_free_placement", True),  # R1.33
    ("alfa_permanent", True),  # R1.34
    ("stalled_ends", True),  # R1.35
    ("alfa_keeps_on_swap", False),  # R1.36
    ("empty_bag_concedes", False),  # R1.48
]
CHOICES = [("board_size", 15, [11, 15, 19]), ("language", "en", ["en", "sv"])]  # R1.6, R1.8
OTHERS = {"items": tuple(ITEMS[:4]), "prices": PRICES, "head_start_coins": None}
WRONG = [
    ("turn_seconds", "long", "out_of_range"),  # R1.9
    ("alfa_trigger", "half", "out_of_range"),
    ("pass_coins", "3", "wrong_type"),
    ("items", "swap", "wrong_type"),  # R1.4
    ("items", {"swap": True}, "wrong_type"),
    ("items", [7], "wrong_type"),
    ("items", None, "wrong_type"),
    ("items", [], "empty"),  # R1.12
    ("items", ["swap", "bomb"], "out_of_range"),  # R1.5
    ("items", ["swap", "swap"], "duplicate"),
    ("prices", [], "wrong_type"),
    ("prices", 3, "wrong_type"),
    ("prices", None, "wrong_type"),
    *((key, 7, "unknown_setting") for key in ("Board_size", "board size", "seed", "", "hand_size")),  # R1.3, R1.37
]
BOARDS: dict[str, list[str]] = {}


def test_the_second_engine_knows_the_same_defaults() -> None:
    values = read_rules("alfapower", {}).values
    assert {**values, "items": list(values["items"])} == naive.DEFAULTS


def test_items_default_and_any_subset_r1_11() -> None:  # R1.11
    assert list(read_rules("alfapower", {}).items) == ITEMS[:4]
    for bits in range(1, 256):
        chosen = [item for i, item in enumerate(ITEMS) if bits >> i & 1]
        assert set(read_rules("alfapower", {"items": chosen}).items) == set(chosen)


def test_prices_default_and_each_by_itself_r1_2_r1_13() -> None:  # R1.2, R1.13
    assert {item: read_rules("alfapower", {}).price(item) for item in ITEMS} == PRICES
    rules = read_rules("alfapower", {"prices": {"blast": 0, "swap": 99}})
    assert {item: rules.price(item) for item in ITEMS} == PRICES | {"blast": 0, "swap": 99}


@pytest.mark.parametrize("item", [*ITEMS, pytest.param("bomb", id="R1.3 unknown")])
def test_bad_prices_r1_13(item: str) -> None:  # R1.13
    wrong = {"out_of_range": (-1, 100), "wrong_type": (3.0, True, None, "3")}
    for code, values in wrong.items():
        expected = f"^prices.{item}: {code if item in ITEMS else 'unknown_setting'}$"
        for value in values:
            with pytest.raises(BadSetting, match=expected):
                read_rules("alfapower", {"prices": {"claim": 4, item: value}})


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"board_size": 15, "prices": {"swap": 3}}, {}),
        ({"items": ["blast", "swap"], "turn_seconds": None}, {"turn_seconds": None, "items": ["swap", "blast"]}),
        ({"prices": {"swap": 9, "claim": 4}}, {"prices": {"swap": 9}}),
    ],
)
def test_only_what_differs_from_the_defaults_is_kept(
    given: dict[str, dict[str, int] | int], kept: dict[str, Any]
) -> None:
    assert changed_rules(read_rules("alfapower", given)) == kept


def test_the_hand_is_no_setting_r1_37() -> None:  # R1.37
    refilled = do(scene(". . . . .".replace(" ", "") + " .....  ..... ..... .....", hand="ABCDEFG"), "place",
                  tiles="A 2 2 / B 2 3")  # fmt: skip
    assert len(refilled.state.players[0].hand) == 7


def test_settings_stay_as_they_are_r1_1() -> None:  # R1.1
    before = scene("..... ..... ..AB. ..... .....", hand="CDEFGHI", base_coins=7, pass_coins=9)
    state = before
    deeds: list[tuple[str, dict[str, Any]]] = [
        ("place", {"tiles": "C 2 4"}), ("pass", {}), ("buy", {"item": "swap"}), ("resign", {})
    ]  # fmt: skip
    for what, fields in deeds:
        result = do(state, what, **fields)
        assert result.code is None
        state = result.state
        assert state.rules == before.rules

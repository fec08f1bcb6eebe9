"""Section 1 of docs/rules.md: every setting, its default and its bounds.

Cites R1.1 (a record's settings hold for all of it) through the records, and R1.2 to R1.9, R1.11 to R1.37 here.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from game.dispatch.new_match import changed_rules, read_rules
from game.kernel.setting_types import BadSetting
from tests.support import naive
from tests.support.text_boards import do, scene

NUMBERS: list[tuple[str, str, Any, int, int, list[Any]]] = [  # rule, key, default, low, high, values beside the numbers
    ("R1.9", "turn_seconds", 60, 5, 600, [None]),
    ("R1.14", "starting_coins", 5, 0, 99, []),
    ("R1.15", "base_coins", 3, 0, 20, []),
    ("R1.16", "score_coins_percent", 10, 0, 100, []),
    ("R1.17", "pass_coins", 3, 0, 20, []),
    ("R1.18", "coins_per_point", 2, 0, 20, []),
    ("R1.19", "fortify_cap", 1, 1, 9, []),
    ("R1.20", "blast_surcharge", 2, 0, 50, []),
    ("R1.21", "blast_surcharge_below", 10, 0, 200, []),
    ("R1.22", "slot_limit", 7, 1, 12, []),
    ("R1.23", "invalid_points", 1, 0, 50, []),
    ("R1.24", "invalid_coins", 1, 0, 50, []),
    ("R1.44", "tries_per_turn", 10, 1, 50, [None]),
    ("R1.25", "passes_to_concede", 3, 2, 10, []),
    ("R1.26", "timeouts_to_forfeit", 3, 1, 10, []),
    ("R1.28", "alfa_trigger", "full", 1, 7, ["full"]),
    ("R1.29", "alfa_multiplier", 2, 2, 5, []),
    ("R1.30", "alfa_per_game", None, 1, 20, [None]),
    ("R1.31", "alfa_on_board", None, 1, 20, [None]),
]
FLAGS = [  # rule, key, default
    ("R1.7", "blank_board", False),
    ("R1.27", "alfa_enabled", True),
    ("R1.32", "alfa_replace", True),
    ("R1.33", "alfa_free_placement", True),
    ("R1.34", "alfa_permanent", True),
    ("R1.35", "stalled_ends", True),
    ("R1.36", "alfa_keeps_on_swap", False),
    ("R1.48", "empty_bag_concedes", False),
]
ITEMS = ["swap", "fortify", "claim", "blast", "place_dl", "place_tl", "place_dw", "place_tw"]
PRICES = dict(zip(ITEMS, [3, 4, 4, 10, 5, 8, 10, 14], strict=True))


def refusal(**settings: Any) -> tuple[str, str]:
    """The key and the code by which these settings are refused."""
    with pytest.raises(BadSetting) as bad:
        read_rules("alfapower", settings)
    assert str(bad.value) == f"{bad.value.key}: {bad.value.code}"
    return bad.value.key, bad.value.code


def no_numbers(low: int, high: int, special: Sequence[object]) -> list[object]:
    """R1.4, R1.5: values beside a range and its special ones."""
    beside = [low - 1, high + 1, -(10**30), 10**30]
    others = [True, float(low), float("nan"), str(low), [low], {}, "none", None]
    return [value for value in (*beside, *others) if value not in special]


EACH = [  # key, default, what is allowed, what is not
    *(
        pytest.param(key, default, [low, low + 1, high, *special], no_numbers(low, high, special), id=rule)
        for rule, key, default, low, high, special in NUMBERS
    ),
    *(pytest.param(key, default, [True, False], [0, 1, None, "true", "", []], id=rule) for rule, key, default in FLAGS),
    pytest.param("board_size", 15, [11, 15, 19], [9, 13, 21, 15.0, "15", True, None], id="R1.6"),
    pytest.param("language", "en", ["en", "sv"], ["de", "EN", "", 1, None], id="R1.8"),
]


@pytest.mark.parametrize(("key", "default", "allowed", "wrong"), EACH)
def test_each(key: str, default: object, allowed: Sequence[object], wrong: Sequence[object]) -> None:
    assert read_rules("alfapower", {}).values[key] == default == naive.DEFAULTS[key]
    for value in allowed:
        read = read_rules("alfapower", {key: value}).values[key]
        assert (type(read), read) == (type(value), value)
    for value in wrong:
        assert refusal(**{key: value})[0] == key


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
        expected = (f"prices.{item}", code if item in ITEMS else "unknown_setting")
        for value in values:
            assert refusal(prices={"claim": 4, item: value}) == expected, value


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("board_size", 12, "out_of_range"),
        ("board_size", True, "wrong_type"),
        ("board_size", 11.0, "wrong_type"),
        ("blank_board", 1, "wrong_type"),
        ("turn_seconds", "long", "out_of_range"),
        ("turn_seconds", 601, "out_of_range"),
        ("alfa_trigger", "half", "out_of_range"),
        ("alfa_trigger", None, "wrong_type"),
        ("pass_coins", None, "wrong_type"),
        ("pass_coins", "3", "wrong_type"),
        ("pass_coins", True, "wrong_type"),
        pytest.param("items", "swap", "wrong_type", id="R1.4 a text"),
        pytest.param("items", {"swap": True}, "wrong_type", id="R1.4 a mapping"),
        pytest.param("items", [7], "wrong_type", id="R1.4 a number in it"),
        pytest.param("items", None, "wrong_type", id="R1.4 null"),
        pytest.param("items", [], "empty", id="R1.12 empty"),
        pytest.param("items", ["swap", "bomb"], "out_of_range", id="R1.5 unknown item"),
        ("items", ["swap", "swap"], "duplicate"),
        ("prices", [], "wrong_type"),
        ("prices", 3, "wrong_type"),
        ("prices", None, "wrong_type"),
    ],
)
def test_a_refusal_says_why(key: str, value: object, code: str) -> None:
    assert refusal(**{key: value}) == (key, code)


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


@pytest.mark.parametrize("key", ["Board_size", "board size", "hand_size", "seed", ""])
def test_unknown_keys_r1_3(key: str) -> None:  # R1.3
    assert refusal(**{key: 7}) == (key, "unknown_setting")


def test_the_hand_is_no_setting_r1_37() -> None:  # R1.37
    assert refusal(hand_size=8) == ("hand_size", "unknown_setting")
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

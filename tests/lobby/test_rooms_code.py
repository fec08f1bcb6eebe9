"""The rules code: reads back what it was written from, whatever the rules are, and nothing else."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game import api as game
from game.crossword.layouts import CLASSIC_LAYOUT
from game.kernel.setting_types import Number, Setting
from lobby import rules_code
from tests.support.run_length import tries

UNHURRIED = settings(max_examples=tries(60, 400), deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""On a busy machine one example may take long, and so may making one."""
CUSTOM = {
    "board_size": 19,
    "blank_board": True,
    "turn_seconds": 45,
    "items": ["blast", "place_tw"],
    "prices": {"blast": 7, "place_tw": 9},
    "alfa_trigger": 3,
    "alfa_replace": False,
}


def values_of(setting: Setting) -> st.SearchStrategy[Any]:
    """Any legal value of a setting."""
    if isinstance(setting, game.Flag):
        return st.booleans()
    if isinstance(setting, game.OneOf):
        return st.sampled_from([value for value, _label in setting.choices])
    if isinstance(setting, game.SomeOf):
        return st.lists(st.sampled_from(setting.members), min_size=1, unique=True)
    if isinstance(setting, game.NumberEach):
        return st.dictionaries(st.sampled_from(list(setting.default)), st.integers(setting.low, setting.high))
    assert isinstance(setting, Number)
    numbers = st.integers(setting.low, setting.high)
    others = (*setting.special, *setting.beyond)
    return numbers | st.sampled_from(others) if others else numbers


IN_CODES = [one for one in game.settings_of() if not isinstance(one, game.OwnBoard)]
any_rules = st.fixed_dictionaries({}, optional={one.key: values_of(one) for one in IN_CODES}).map(
    game.without_idle_reserve
)


@given(any_rules)
@UNHURRIED
def test_what_is_written_is_read_back(rules: dict[str, Any]) -> None:
    changed = game.changed_settings(rules)
    code = rules_code.write(rules)
    assert rules_code.read(code) == changed
    assert rules_code.read(f" {code.lower().replace('-', ' ')}\n") == changed
    assert rules_code.write(changed) == code and len(code) <= rules_code.LONGEST


@given(any_rules, st.data())
@UNHURRIED
def test_one_wrong_symbol_is_noticed(rules: dict[str, Any], data: st.DataObject) -> None:
    code = rules_code.write(rules).replace("-", "")
    place = data.draw(st.integers(0, len(code) - 1))
    other = data.draw(st.sampled_from([symbol for symbol in rules_code.ALPHABET if symbol != code[place]]))
    with pytest.raises(rules_code.BadRulesCode):
        rules_code.read(code[:place] + other + code[place + 1 :])


@given(st.text())
@UNHURRIED
def test_anything_else_is_refused_by_name(text: str) -> None:
    with pytest.raises(rules_code.BadRulesCode) as refusal:
        rules_code.read(text)
    assert refusal.value.code in ("bad_code", "newer_code", "other_rules")


@given(st.text(rules_code.ALPHABET, max_size=60))
@UNHURRIED
def test_a_sound_checksum_over_anything_is_lawful_rules_or_refused(body: str) -> None:
    text = rules_code.VERSION + rules_code._checksum(body) + body
    try:
        game.check_settings(rules_code.read(text))
    except rules_code.BadRulesCode as refusal:
        assert refusal.code in ("bad_code", "other_rules")


def test_no_two_leaves_share_a_name() -> None:
    names = rules_code.leaf_names()
    assert len(names) > 40 and len(set(names)) == len(names)


def test_codes_are_short_and_the_ones_handed_out_stay_good() -> None:
    assert rules_code.write({}) == "AM9N-D"
    handed_out = "AMRA-MZCB-4AZ4-3GKN-Y4SN-S2AU-M2LR-S2U6-53V8-E9ME-HBEM-G68D-Q2"
    assert rules_code.write(CUSTOM) == handed_out and rules_code.read(handed_out) == CUSTOM


@pytest.mark.parametrize("name", ["quick11", "classic15", "blank19"])
def test_a_board_by_its_name_is_in_the_code(name: str) -> None:
    assert rules_code.read(rules_code.write({"layout": name, "bingo": 40}, "flex"), "flex") == {
        "layout": name, "bingo": 40,
    }  # fmt: skip


@pytest.mark.parametrize(("variant", "key"), [("alfapower", "board"), ("flex", "layout")])
def test_the_rows_of_a_board_are_left_out(variant: str, key: str) -> None:
    code = rules_code.write({key: list(CLASSIC_LAYOUT), "turn_seconds": 45}, variant)
    assert rules_code.read(code, variant) == {"turn_seconds": 45}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "bad_code"),
        ("AM9N", "bad_code"),
        ("AM9N-E", "bad_code"),
        ("AM9N-D2", "bad_code"),
        ("0" * 10, "bad_code"),
        ("A" * 10_000, "bad_code"),
        ("B" + rules_code._checksum("", "B"), "newer_code"),
        ("A" + rules_code._checksum("2222") + "2222", "other_rules"),
    ],
)
def test_bad_codes_are_told_apart(text: str, why: str) -> None:
    with pytest.raises(rules_code.BadRulesCode) as refusal:
        rules_code.read(text)
    assert refusal.value.code == why


def test_a_new_setting_leaves_old_codes_good(monkeypatch: pytest.MonkeyPatch) -> None:
    code = rules_code.write(CUSTOM)
    described = [*game.settings_of()]
    fresh = game.Number(key="echo", default=1, group="rules", label="Echo", low=0, high=9)
    monkeypatch.setattr(game, "settings_of", lambda variant="alfapower": [fresh, *reversed(described)])
    assert rules_code.read(code) == CUSTOM


def test_a_code_of_another_game_is_told_from_a_mistyped_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "games", lambda: {"alfapower": None, "other": None})
    with pytest.raises(rules_code.BadRulesCode) as refusal:
        rules_code.read(rules_code.VERSION + rules_code._checksum("", variant="other"))
    assert refusal.value.code == "other_rules"

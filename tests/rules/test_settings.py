"""The settings of every game: what they are where nothing is said, what each takes, and by what code a value is refused
that is beside it. What they are is said by the tables of the games (GAMES).
"""

from collections.abc import Sequence
from typing import Any

import pytest

from game.dispatch.new_match import read_rules
from game.kernel.setting_types import BadSetting
from tests.rules.alfapet import test_settings as alfapet
from tests.rules.classic import test_start as classic
from tests.rules.flex import test_settings as flex
from tests.rules.keebble import test_rounds as keebble
from tests.rules.tables import test_settings as alfapower

GAMES = (alfapet, alfapower, classic, flex, keebble)
"""Each has its key GAME; NUMBERS (key, default, low, high, and what may be beside), FLAGS (key, default), CHOICES
(key, default, what there is), the defaults of OTHERS, what else is WRONG (key, value, code), and its BOARDS by name."""
NUMBERS_OF_ALL = [("turn_seconds", 60, 5, 600, None), ("timeouts_to_forfeit", 3, 1, 10)]  # R1.9, R1.26
OTHERS_OF_ALL = {"reserve_hours": 0, "head_start": None}  # tests/rules/test_slow_clocks.py

Refused = Sequence[tuple[object, str | None]]
"""Values, each with the code by which it is refused; None for any."""


def no_numbers(low: int, high: int, special: Sequence[object]) -> Refused:
    """R1.4, R1.5: values beside a range and its special ones."""
    beyond: list[object] = [low - 1, high + 1, -(10**30), 10**30]
    no_number: tuple[object, ...] = (True, float(low), float("nan"), [low], {}, None)
    others = [value for value in no_number if value not in special]
    texts = (str(low), "none", "")  # by which code: WRONG
    codes: dict[str | None, Sequence[object]] = {"out_of_range": beyond, "wrong_type": others, None: texts}
    return [(value, code) for code, values in codes.items() for value in values]


def no_choices(choices: Sequence[Any]) -> Refused:
    """Values beside the choices, of their type and of others."""
    values: tuple[object, ...] = (0, 9, 12, 13, 21, 10**30, "none", "EN", "15", "", 15.0, True, None, [choices[0]])
    kind: object = type(choices[0])
    beside = [value for value in values if not (type(value) is kind and value in choices)]
    return [(value, "out_of_range" if type(value) is kind else "wrong_type") for value in beside]


NO_FLAGS = [(value, "wrong_type") for value in (0, 1, None, "true", "yes", "", [True])]


def settings_of(game: Any) -> list[tuple[str, object, Sequence[object], Refused]]:
    """(key, default, what is allowed, what is refused) of each setting in the game's tables."""
    numbers = [
        (key, default, [low, low + 1, high, *special], no_numbers(low, high, special))
        for key, default, low, high, *special in (*NUMBERS_OF_ALL, *game.NUMBERS)
    ]
    choices = [(key, default, there, no_choices(there)) for key, default, there in game.CHOICES]
    return [*numbers, *choices, *((key, default, [True, False], NO_FLAGS) for key, default in game.FLAGS)]


def refusal(game: str, **settings: Any) -> tuple[str, str]:
    """The key and the code by which these settings are refused."""
    with pytest.raises(BadSetting) as bad:
        read_rules(game, settings)
    assert str(bad.value) == f"{bad.value.key}: {bad.value.code}"
    return bad.value.key, bad.value.code


EACH = [
    pytest.param(game.GAME, key, *values, id=f"{game.GAME} {key}")
    for game in GAMES
    for key, _default, *values in settings_of(game)
]


@pytest.mark.parametrize(("game", "key", "allowed", "refused"), EACH)
def test_each(game: str, key: str, allowed: Sequence[object], refused: Refused) -> None:
    for value in allowed:
        read = read_rules(game, {key: value}).values[key]
        assert (type(read), read) == (type(value), value)
    for value, code in refused:
        named, why = refusal(game, **{key: value})
        assert named == key and code in (why, None), value


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.GAME))
def test_the_defaults_are_those_of_the_page(game: Any) -> None:
    defaults = {key: default for key, default, *_ in settings_of(game)}
    assert read_rules(game.GAME, {}).values == defaults | OTHERS_OF_ALL | game.OTHERS


WRONG = [pytest.param(game.GAME, *row) for game in GAMES for row in game.WRONG]


@pytest.mark.parametrize(("game", "key", "value", "code"), WRONG)
def test_a_bad_value_is_an_error_that_names_the_key(game: str, key: str, value: object, code: str) -> None:
    assert refusal(game, **{key: value}) == (key, code)


BOARDS = [pytest.param(rows, id=f"{game.GAME} {name}") for game in GAMES for name, rows in game.BOARDS.items()]


@pytest.mark.parametrize("rows", BOARDS)
def test_every_board_is_symmetric(rows: Sequence[str]) -> None:
    assert all(len(row) == len(rows) for row in rows)
    turned = tuple(map("".join, zip(*rows, strict=True)))
    assert tuple(rows) == tuple(rows[::-1]) == tuple(row[::-1] for row in rows) == turned

"""The records of each game but AlfaPower: tampered ones are found out, others are refused by name. What may be wrong is
said by the tables of the games (tests/rules/<game>/test_records.py)."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from game.dispatch.record_check import verify
from game.kernel.chance import ImpossibleChance
from game.kernel.record_form import BadRecord
from tests.rules.alfapet import test_records as alfapet
from tests.rules.classic import test_records as classic
from tests.rules.flex import test_records as flex
from tests.rules.keebble import test_records as keebble
from tests.support.samples import sample

GAMES = (alfapet, classic, flex, keebble)

Change: TypeAlias = Callable[[dict[str, Any]], object] | dict[str, Any]
"""What is done to a record, or the fields of a short one."""


def cases(table: str) -> list[pytest.ParameterSet]:
    """Every row of the games' tables of that name."""
    rows = [(game, row if isinstance(row, tuple) else (row, "")) for game in GAMES for row in getattr(game, table, ())]
    return [pytest.param(game, *row, id=f"{game.GAME} {' '.join(map(str, row[1:]))}") for game, row in rows]


def changed(game: Any, change: Change, name: str) -> dict[str, Any]:
    """A record in which something else stands: a short one, or the game's sample of that name."""
    if callable(change):
        record = sample(game.GAME, name)
        change(record)
        return record
    begun: dict[str, Any] = game.begun(**change)
    return begun


def judged(game: Any, table: str, name: str) -> dict[str, tuple[str, str, str]]:
    """By each row of a table what it says, and what comes of the record: the kind of the fault, and what that says."""
    found = {}
    for number, row in enumerate(getattr(game, table, ())):
        change, says = row if isinstance(row, tuple) else (row, "")
        try:
            verify(changed(game, change, name))
            fault = ("", "")
        except BadRecord as bad:
            fault = ("no record", bad.key)
        except ImpossibleChance as impossible:
            fault = ("impossible", str(impossible))
        found[f"{number} {says}"] = (says, *fault)
    return found


every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.GAME))


@every_game
def test_what_is_no_record_names_the_key(game: Any) -> None:
    rows = judged(game, "NO_RECORD", game.ENDED)
    assert rows and {row: told for row, told in rows.items() if told[1:] != ("no record", told[0])} == {}


@every_game
def test_chance_that_cannot_be(game: Any) -> None:
    rows = judged(game, "IMPOSSIBLE", game.ENDED)
    assert rows and {row: told for row, told in rows.items() if told[1] != "impossible" or told[0] not in told[2]} == {}


@every_game
def test_whoever_changes_the_chance_of_a_fair_deal_is_found_out(game: Any) -> None:
    rows = judged(game, "TAMPERED", game.PROVED)
    assert rows and {row: told for row, told in rows.items() if told[1] != "impossible" or told[0] not in told[2]} == {}


@pytest.mark.parametrize(("game", "action", "code"), cases("REFUSED"))
def test_what_is_refused_is_no_fault_of_the_record(game: Any, action: Any, code: str) -> None:
    (step,) = verify(game.begun(actions=[action])).steps
    assert (step["ok"], step["error"], step.get("gains", [0, 0])) == (False, code, [0, 0])


@pytest.mark.parametrize(("game", "change", "says"), cases("WRONG_RESULTS"))
def test_a_wrong_result_is_told(game: Any, change: Change, says: str) -> None:
    record = sample(game.GAME, game.ENDED)
    if callable(change):
        change(record)
    else:
        record["result"].update(change)
    difference = verify(record).difference
    assert difference.startswith(says) and bool(difference) == bool(says)

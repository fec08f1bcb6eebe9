"""Match records of Classic, and what may be wrong with one (tests/rules/test_records.py goes through the tables)."""

from typing import Any

import pytest

from game.dispatch.record_check import verify
from tests.support.samples import sample

GAME, ENDED, PROVED = "classic", "01", "06"
"""The game, and its records with a result and with a fair deal that the tables below change."""

WRONG_RESULTS = [
    (lambda r: r["result"].update(winner=1), "result.winner"),
    (lambda r: r["result"].update(totals=[74, 12]), "result.totals"),
    (lambda r: r["result"].update(places=[2, 1]), "result.places"),
    (lambda r: r["result"].update(places=None), "result.places"),
    (lambda r: r["result"].pop("places"), ""),
    (lambda r: r["actions"].pop(), "result: given"),
]

IMPOSSIBLE = [
    (lambda r: r["actions"][0]["drawn"].pop(), "actions[0].drawn: fewer"),
    (lambda r: r["actions"][0]["drawn"].append("A"), "actions[0].drawn: more"),
    (lambda r: r["actions"][0].pop("drawn"), "actions[0].drawn: fewer"),
    (lambda r: r["hands"][0].pop(), "hands[0]: 6 tiles"),
    (lambda r: r["hands"].__setitem__(1, ["Q"] * 7), "hands[1]: Q"),
    (lambda r: r["hands"].reverse(), "hands: seat 1"),
]

TAMPERED = [
    (lambda r: r["hands"].reverse(), "hands: not those"),
    (lambda r: r["lobby_order"].reverse(), "players: "),
    (lambda r: r["fair"].update(seed="00" * 32), "fair.seed"),
]

NO_RECORD = [
    (lambda r: r.update(variant="checkers"), "variant"),
    (lambda r: r["settings"].update(starting_coins=3), "settings.starting_coins"),
    (lambda r: r["settings"].update(board_size=15), "settings.board_size"),
    (lambda r: r.update(players=["Ann"]), "players"),
    (lambda r: r.update(players=["Ann", "Bo", "Cy"]), "players"),
    (lambda r: r.update(hands=[["A"]]), "hands"),
    (lambda r: r.update(board=["." * 11] * 11), "board"),
    (lambda r: r.update(board=["." * 14 + "q"] * 15), "board[0]"),
    (lambda r: r["actions"][0].update(do="fly"), "actions[0].do"),
    (lambda r: r["actions"][0].update(do="leave", since=1), "actions[0].do"),
    (lambda r: r["actions"][0].update(seat=2), "actions[0].seat"),
    (lambda r: r["actions"][0].update(tiles=[[7, 7]]), "actions[0].tiles[0]"),
    (lambda r: r["actions"][0].pop("tiles"), "actions[0].tiles"),
    (lambda r: r["actions"].insert(0, {"seat": 0, "do": "swap", "tiles": [1]}), "actions[0].tiles[0]"),
    (lambda r: r.update(fair={"commitment": "0" * 64, "seed": "0" * 64}), "lobby_order"),
    (lambda r: r["result"].update(places=[1]), "result.places"),
]


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        ({"seat": 1, "do": "place", "tiles": "none"}, "not_your_turn"),
        ({"seat": 0, "do": "use", "item": 7}, "not_in_this_game"),
        ({"seat": 1, "do": "take"}, "not_in_this_game"),
        ({"seat": 0, "do": "swap", "tiles": [], "drawn": "nothing"}, "no_tiles"),
        ({"seat": 0, "do": "place", "tiles": [[7, 7, "A*"]], "drawn": ["A"]}, "not_in_hand"),
    ],
)
def test_an_action_is_looked_at_only_when_it_is_its_turn(entry: dict[str, Any], error: str) -> None:
    record = sample(GAME, "01")
    record["actions"].insert(0, entry)
    steps = verify(record).steps
    assert (steps[0]["error"], steps[0]["words"], steps[0]["turn_score"]) == (error, [], 0)
    assert [step["error"] for step in steps[1:]] == [step["error"] for step in verify(sample(GAME, "01")).steps]


def test_after_the_end_nothing_is_looked_at() -> None:
    record = sample(GAME, "01")
    record["actions"].append({"seat": 0, "do": "place", "tiles": 7, "drawn": 7})
    assert verify(record).steps[-1]["error"] == "match_over"


def test_a_pass_that_tells_of_draws_is_a_pass() -> None:
    record = sample(GAME, "03")
    passing = next(entry for entry in record["actions"] if entry["do"] == "pass")
    passing["drawn"] = ["Q", 7]
    assert verify(record).difference == ""


def test_a_record_that_names_no_game_is_of_alfapower() -> None:
    record = sample(GAME, "01")
    del record["variant"]
    record["settings"] = {"starting_coins": 3}
    record["actions"] = record["actions"][:1]
    record.pop("result")
    assert "coins" in verify(record).steps[0]

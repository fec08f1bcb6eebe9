"""K7: the records of the game replay to the letter, tampered ones are found out, others are refused by name."""

from collections.abc import Sequence
from typing import Any

import pytest

from game.dispatch.record_check import verify
from game.kernel.chance import ImpossibleChance

GAME, ENDED, PROVED = "keebble", "01", "07"
"""The game, and its records with a result and with a fair deal that the tables below change."""


def letters(*said: int | str) -> dict[str, Any]:
    return {"kind": "letters", "letters": list(said)}


POINTS = {"kind": "points", "n": 4}
LIST = [letters("T", "A"), letters("?3"), letters("O", "!"), POINTS, letters("E")]
START = {"letters": [[0, 0, "A"]], "types": [], "walls": [[row, 0, "right"] for row in range(4)]}
FAIR = {"commitment": "0" * 64, "seed": "0" * 64}


def begun(**more: Any) -> dict[str, Any]:
    """A short record that ends with nothing; None takes a field away."""
    start = {
        "format": "alfapower-record/1",
        "variant": "keebble",
        "settings": {"start_board": "empty"},
        "lexicon": {"words": ["TA"]},
        "players": ["Ada", "Ben"],
        "options": LIST,
        "actions": [],
    }
    return {key: value for key, value in {**start, **more}.items() if value is not None}


def take(option: int = 0, seat: int = 0, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "do": "take", "option": option, **more}


def test_hands_bag_and_board_mean_nothing() -> None:
    assert verify(begun(hands=7, bag="none", board=[])).steps == []


NO_RECORD = [
    ({"players": ["A"]}, "players"),
    ({"players": list("ABCDEF")}, "players"),
    ({"settings": {"board_size": 8}}, "settings.board_size"),
    ({"settings": {"upgrades": ["supercells", "supercells"]}}, "settings.upgrades"),
    ({"settings": {"upgrades": ["wings"]}}, "settings.upgrades"),
    ({"settings": {"directions": []}}, "settings.directions"),
    ({"settings": {"start_board": "full"}}, "settings.start_board"),
    ({"settings": {"powerup_limit": 0}}, "settings.powerup_limit"),
    ({"settings": {"max_rounds": 41}}, "settings.max_rounds"),
    ({"settings": {"one_each": 1}}, "settings.one_each"),
    ({"values": {}}, "values"),
    ({"values": []}, "values"),
    ({"values": {"A": 0}}, "values"),
    ({"values": {"A": 100}}, "values"),
    ({"values": {"A": True}}, "values"),
    ({"values": {"a": 1}}, "values"),
    ({"values": {"Å": 1}}, "values"),
    ({"values": {"?": 1}}, "values"),
    ({"options": None}, "options"),
    ({"options": {}}, "options"),
    ({"options": ["letters"]}, "options[0]"),
    ({"options": [{"letters": ["A"]}]}, "options[0].kind"),
    ({"options": [{"kind": "wings"}]}, "options[0].kind"),
    ({"options": [{"kind": "letters"}]}, "options[0].letters"),
    ({"options": [letters("A", 3)]}, "options[0].letters[1]"),
    ({"options": [letters("A"), {"kind": "wall"}]}, "options[1].n"),
    ({"options": [{"kind": "points", "n": 4.0}]}, "options[0].n"),
    ({"options": [{"kind": "special", "n": 1}]}, "options[0].type"),
    ({"options": [{"kind": "letter_change", "n": 3}]}, "options[0].letter"),
    ({"settings": {}}, "start"),
    ({"settings": {}, "start": {"letters": []}}, "start.types"),
    ({"settings": {}, "start": {**START, "letters": [[0, 0]]}}, "start.letters[0]"),
    ({"settings": {}, "start": {**START, "letters": [[0, "0", "A"]]}}, "start.letters[0][1]"),
    ({"settings": {}, "start": {**START, "walls": [[0, 0, 1]]}}, "start.walls[0][2]"),
    ({"actions": [{"seat": 0, "do": "explode"}]}, "actions[0].do"),
    ({"actions": [{"seat": 2, "do": "take", "option": 0}]}, "actions[0].seat"),
    ({"actions": [{"seat": None, "do": "take", "option": 0}]}, "actions[0].seat"),
    ({"actions": [{"seat": 0, "do": "take"}]}, "actions[0].option"),
    ({"actions": [take(True)]}, "actions[0].option"),
    ({"actions": [take(tiles="TA")]}, "actions[0].tiles"),
    ({"actions": [take(tiles=None)]}, "actions[0].tiles"),
    ({"actions": [take(tiles=[[0, 0]])]}, "actions[0].tiles[0]"),
    ({"actions": [take(tiles=[[0, 0.0, "T"]])]}, "actions[0].tiles[0][1]"),
    ({"actions": [take(tiles=[[0, 0, 3]])]}, "actions[0].tiles[0][2]"),
    ({"actions": [take(save="yes")]}, "actions[0].save"),
    ({"actions": [take(3, drawn=7)]}, "actions[0].drawn"),
    ({"result": {"reason": "resigned", "winner": 2, "totals": [0, 0]}}, "result.winner"),
    ({"result": {"reason": "resigned", "winner": 1, "totals": [0]}}, "result.totals"),
]


def ending_round(**more: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Four options taken without effect on the board but for two letters; the fourth ends the round."""
    return [
        take(0, tiles=[[0, 0, "T"], [4, 4, "A"]]),
        take(3, 1),
        take(1, tiles=[[7, 7, "e3"]]),
        take(4, 1, tiles=[[2, 2, "E"]], **more),
    ]


NEXT = [letters("A"), POINTS, POINTS, POINTS, {"kind": "wall", "n": 3}]

IMPOSSIBLE = [
    ({"options": LIST[:4]}, "options: fewer"),
    ({"options": [*LIST, POINTS]}, "more"),
    ({"options": [POINTS, *LIST[1:]]}, "points drawn"),
    ({"options": [letters("A")] * 5}, "letters drawn"),
    ({"options": [LIST[0], *[POINTS] * 4]}, "points drawn"),
    (
        {"options": [*LIST[:4], {"kind": "start_player"}], "settings": {"start_board": "empty", "max_rounds": 1}},
        "start",
    ),
    ({"options": [*LIST[:4], {"kind": "wall", "n": 1}]}, "wall drawn"),
    ({"options": [*LIST[:4], {"kind": "special", "type": "d", "n": 1}]}, "special drawn"),
    ({"options": [*LIST[:4], {"kind": "backpack"}]}, "backpack drawn"),
    ({"options": [*LIST[:4], {"kind": "word_change", "n": 2}]}, "word_change drawn"),
    ({"options": [*LIST[:4], {"kind": "swap", "n": 1}]}, "swap drawn"),
    ({"options": [*LIST[:4], {"kind": "points", "n": 9}]}, "9 drawn"),
    ({"options": [letters(), *LIST[1:]]}, "0 drawn"),
    ({"options": [letters(*"ABCD"), *LIST[1:]]}, "4 drawn"),
    ({"options": [letters("!"), *LIST[1:]]}, "! drawn"),
    ({"options": [letters("A", "B", "?1"), *LIST[1:]]}, "drawn"),
    ({"options": [letters("?1", "A"), *LIST[1:]]}, "drawn"),
    ({"options": [letters("?5"), *LIST[1:]]}, "5 drawn"),
    ({"options": [letters("Å"), *LIST[1:]]}, "Å drawn"),
    ({"values": {"A": 1, "T": 2}}, "O drawn"),
    ({"start": START}, "start"),
    ({"settings": {}, "start": {**START, "letters": []}}, "0 drawn"),
    ({"settings": {}, "start": {**START, "letters": [[0, 0, "A"], [0, 1, "B"]]}}, "0,1 drawn"),
    ({"settings": {}, "start": {**START, "letters": [[0, 8, "A"]]}}, "0,8 drawn"),
    ({"settings": {}, "start": {**START, "types": [[4, 4, "d"]]}}, "1 drawn"),
    ({"settings": {}, "start": {**START, "walls": START["walls"][:3]}}, "3 drawn"),
    ({"settings": {}, "start": {**START, "walls": [[0, 7, "right"], *START["walls"]]}}, "0,7,right drawn"),
    ({"settings": {}, "start": {**START, "walls": [START["walls"][0], *START["walls"]]}}, "0,0,right drawn"),
    ({"actions": ending_round()}, "actions[3].drawn: fewer"),
    ({"actions": ending_round(drawn=NEXT[:4])}, "actions[3].drawn: fewer"),
    ({"actions": ending_round(drawn=[*NEXT, POINTS])}, "actions[3].drawn: more"),
    ({"actions": ending_round(drawn=[*NEXT[:4], {"kind": "wall", "n": 4}])}, "actions[3].drawn: 4"),
    ({"actions": [take(3, drawn=NEXT)]}, "actions[0].drawn: more"),
]


def test_with_one_each_a_wall_is_one() -> None:
    one = {"start_board": "empty", "one_each": True}
    drawn = [*NEXT[:4], {"kind": "wall", "n": 1}]
    assert verify(begun(settings=one, actions=ending_round(drawn=drawn))).steps[-1]["round"] == 2
    with pytest.raises(ImpossibleChance, match="3 drawn"):
        verify(begun(settings=one, actions=ending_round(drawn=NEXT)))


def test_a_list_that_is_missing_is_an_empty_one_and_draws_in_a_refused_action_are_nobodys() -> None:
    actions = [take(0, drawn="no list"), take(3, drawn=[])]
    steps = verify(begun(actions=actions)).steps
    assert [step["error"] for step in steps] == ["wrong_count", None]


def test_fields_that_the_kind_does_not_use_are_ignored() -> None:
    (step,) = verify(begun(actions=[take(3, tiles=7, walls="none", cells=[[1]], parts=None, save="yes")])).steps
    assert step["gains"] == [4, 0]


REFUSED = [
    *(({"seat": 1, "do": do}, "not_in_this_game") for do in
      ("place", "pass", "swap", "buy", "use", "choose", "decline")),
    ({"seat": 1, "do": "take"}, "not_your_turn"),
    ({"seat": 1, "do": "timeout"}, "not_your_turn"),
    (take(5, tiles="none"), "no_such_option"),
    (take(-1), "no_such_option"),
]  # fmt: skip

WRONG_RESULTS = [
    ({"reason": "forfeited"}, "result.reason"),
    ({"winner": 0}, "result.winner"),
    ({"totals": [22, 12]}, "result.totals"),
    ({"places": [1, 2]}, "result.places"),
    ({"places": None}, "result.places"),
    ({"places": [2, 1]}, ""),
]

TAMPERED = [
    lambda data: data.update(players=["Ann", "Bo"]),
    lambda data: data.update(lobby_order=["Bo", "Ann"]),
    lambda data: data["start"]["letters"].reverse(),
    lambda data: data["start"]["walls"].reverse(),
    lambda data: data["options"][0]["letters"].reverse(),
    lambda data: data["options"][1].update(n=1),
    lambda data: next(a for a in data["actions"] if "drawn" in a)["drawn"].reverse(),
    lambda data: data["fair"].update(seed="0" * 64),
    lambda data: data["settings"].update(one_each=True),
    lambda data: data.update(values={letter: 1 for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}),
]

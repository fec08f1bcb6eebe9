"""Rule 5: the records of the game replay to the letter, tampered ones are found out, others are refused by name."""

from typing import Any

from game.dispatch.record_check import verify
from tests.support.samples import sample

GAME, ENDED, PROVED = "flex", "08", "08"
"""The game, and its records with a result and with a fair deal that the tables below change."""

OWN_BOARD = ["." * 15] * 15


def begun(*actions: object, **more: Any) -> dict[str, Any]:
    """A short record that ends with nothing."""
    start = {
        "format": "alfapower-record/1",
        "variant": "flex",
        "settings": {"layout": "plain15"},
        "lexicon": {"words": ["FEES", "QUEENS", "CAT"]},
        "players": ["Ada", "Ben"],
        "hands": [list("FEESCAT"), list("QUNIRD?")],
        "actions": list(actions),
    }
    return {**start, **more}


def fees(**more: Any) -> dict[str, Any]:
    tiles = [[7, 6 + i, letter] for i, letter in enumerate("FEES")]
    return {"seat": 0, "do": "place", "tiles": tiles, "drawn": list("ABCD"), **more}


def queens(**more: Any) -> dict[str, Any]:
    tiles = [[7, 4, "Q"], [7, 5, "U"], [7, 8, "N"]]
    return {"seat": 1, "do": "place", "tiles": tiles, "moves": [[[7, 8], [7, 6]]], "takes": [[7, 6]], **more}


def changed_place(**more: Any) -> dict[str, list[dict[str, Any]]]:
    """The second turn with something else in it."""
    return {"actions": [fees(), queens(**more)]}


NO_RECORD = [
    ({"players": ["Ada"]}, "players"),
    ({"players": ["Ada", "Ben", "Cia"]}, "players"),
    ({"hands": [list("FEESCAT")]}, "hands"),
    ({"settings": {"layout": "plain11"}}, "settings.layout"),
    ({"settings": {"layout": OWN_BOARD[1:]}}, "settings.layout"),
    ({"settings": {"flex_turns": 21}}, "settings.flex_turns"),
    ({"settings": {"board_size": 15}}, "settings.board_size"),
    ({"board": OWN_BOARD}, "board"),  # F5.1
    ({"bag": {"Ñ": [3, 1]}}, "bag.Ñ"),
    ({"creator": 2}, "creator"),  # F5.2
    ({"creator": -1}, "creator"),
    ({"creator": True}, "creator"),
    ({"creator": "Ada"}, "creator"),
    ({"actions": [{"seat": 0, "do": "explode"}]}, "actions[0].do"),
    ({"actions": [{"seat": 2, "do": "pass"}]}, "actions[0].seat"),
    ({"actions": [{"seat": 0, "do": "place"}]}, "actions[0].tiles"),
    ({"actions": [fees(tiles=[[7, 7]])]}, "actions[0].tiles[0]"),
    (changed_place(moves="none"), "actions[1].moves"),  # F5.3
    (changed_place(moves=None), "actions[1].moves"),
    (changed_place(moves=[[7, 8, 7, 6]]), "actions[1].moves[0]"),
    (changed_place(moves=[[[7, 8], [7]]]), "actions[1].moves[0][1]"),
    (changed_place(moves=[[[7.0, 8], [7, 6]]]), "actions[1].moves[0][0][0]"),
    (changed_place(takes=[7, 6]), "actions[1].takes[0]"),
    (changed_place(takes=[[7, True]]), "actions[1].takes[0][1]"),
    (changed_place(takes={}), "actions[1].takes"),
    ({"actions": [{"seat": 0, "do": "swap"}]}, "actions[0].tiles"),
    ({"result": {"reason": "resigned", "winner": 2, "totals": [0, 0]}}, "result.winner"),
]

IMPOSSIBLE = [
    ({"hands": [list("FEESCA"), list("QUNIRD?")]}, "hands"),
    ({"hands": [list("FEESCAQ"), list("QUNIRD?")]}, "Q drawn"),
    ({"hands": [list("FEESCAT"), list("QUNIRDÅ")]}, "Å drawn"),
    ({"actions": [fees(drawn=list("ABC"))]}, "actions[0].drawn: fewer"),
    ({"actions": [fees(drawn=list("ABCDE"))]}, "actions[0].drawn: more"),
    ({"actions": [fees(drawn=list("ABCQ"))]}, "actions[0].drawn: Q"),
    ({"actions": [fees(), queens(drawn=["I"])]}, "actions[1].drawn: fewer"),
    ({"actions": [fees(), queens(drawn=["I", "I", "I"])]}, "actions[1].drawn: more"),
    ({"actions": [{"seat": 0, "do": "swap", "tiles": ["F"]}]}, "actions[0].drawn: fewer"),
]

REFUSED = [
    ({"seat": 0, "do": "buy"}, "not_in_this_game"),  # F5.4
    ({"seat": 1, "do": "use", "item": 3}, "not_in_this_game"),
    ({"seat": 1, "do": "choose"}, "not_in_this_game"),
    ({"seat": 1, "do": "take"}, "not_in_this_game"),
    ({"seat": 0, "do": "decline"}, "cannot_decline"),
    ({"seat": 1, "do": "place", "tiles": "no list"}, "not_your_turn"),
    ({"seat": 0, "do": "place", "tiles": [], "drawn": "no list"}, "no_tiles"),
    (fees(tiles=[[7, 7, "FE"]]), "not_in_hand"),
    (fees(tiles=[[7, 7, "f"]]), "not_in_hand"),  # a blank, which this hand has not
    ({"seat": 0, "do": "swap", "tiles": ["f"]}, "not_in_hand"),
]


def test_lists_that_are_empty_are_as_if_left_out() -> None:
    (step,) = verify(begun(fees(moves=[], takes=[]))).steps
    assert (step["ok"], step["cost"], step["flex_left"]) == (True, 0, [None, None])


def test_a_step_tells_words_bonus_cost_and_net() -> None:
    step = verify(begun(fees(), queens(drawn=["I", "I"]))).steps[1]
    assert (step["words"], step["bingo"], step["cost"], step["turn_score"]) == ([["QUEENS", 15]], 0, 5, 10)  # F5.5


def test_the_end_tells_what_moved_and_no_bonus_squares() -> None:
    final = verify(sample(GAME, "08")).final
    assert [total["transfer"] for total in final["totals"]] == [-3, 3]  # F5.6
    assert "bonuses" not in final and "coins" not in final


WRONG_RESULTS = [
    ({"reason": "resigned"}, "result.reason"),
    ({"winner": 0}, "result.winner"),
    ({"totals": [238, 324]}, "result.totals"),
    ({"places": [1, 2]}, "result.places"),
]

TAMPERED = [  # F5.7
    lambda data: data.update(players=["Bo", "Ann"]),
    lambda data: data.update(lobby_order=["Bo", "Ann"]),
    lambda data: data["hands"].reverse(),
    lambda data: data["actions"][1]["drawn"].reverse(),
    lambda data: data["actions"][2]["drawn"].reverse(),
    lambda data: data["fair"].update(seed="0" * 64),
]

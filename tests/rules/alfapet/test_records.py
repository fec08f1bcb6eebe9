"""Rule 5: the records of the game replay to the letter, tampered ones are found out, others are refused by name."""

from collections.abc import Sequence
from typing import Any

import pytest

from game.dispatch.record_check import verify
from tests.support.samples import sample

GAME, ENDED, PROVED = "alfapet", "05", "08"
"""The game, and its records with a result and with a fair deal that the tables below change."""


def begun(**more: Any) -> dict[str, Any]:
    """A short record that ends with nothing."""
    start = {
        "format": "alfapower-record/1",
        "variant": "alfapet",
        "settings": {"board_size": 15},
        "lexicon": {"words": ["KABEL"]},
        "players": ["Ada", "Ben"],
        "hands": [list("KABELS>"), list("#ÅTAEN?")],
        "actions": [],
    }
    return {**start, **more}


def place(**more: Any) -> dict[str, Any]:
    return {"seat": 0, "do": "place", "tiles": [[7, 5 + i, letter] for i, letter in enumerate("KABEL")], **more}


OWN_BOARD = ["." * 15] * 15
DRAWN = list("AIOUR")
FAIR = {"commitment": "0" * 64, "seed": "0" * 64}


NO_RECORD = [
    ({"players": []}, "players"),
    ({"players": ["A", "B", "C", "D", "E"]}, "players"),
    ({"hands": [list("KABELS>")]}, "hands"),
    ({"hands": [list("KABELS>")] * 3}, "hands"),
    ({"hands": "KABEL"}, "hands"),
    ({"settings": {"board_size": 19}}, "settings.board_size"),
    ({"settings": {"rack": 9}}, "settings.rack"),
    ({"settings": {"theme_words": ["A"]}}, "settings.theme_words"),
    ({"settings": {"theme_words": ["Ö" * 3], "language": "en"}}, "settings.theme_words"),
    ({"settings": {"slot_limit": 3}}, "settings.slot_limit"),
    ({"board": OWN_BOARD[1:]}, "board"),
    ({"board": OWN_BOARD * 2}, "board"),
    ({"board": ["." * 14, *OWN_BOARD[1:]]}, "board[0]"),
    ({"board": [*OWN_BOARD[1:], "x" * 15]}, "board[14]"),
    ({"bag": {"Ñ": [3, 1]}}, "bag.Ñ"),
    ({"bag": {"#": [2, 1]}}, "bag.#"),
    ({"bag": {">": [-1, 0]}}, "bag.>"),
    ({"start": ["A", "B"]}, "lobby_order"),
    ({"lobby_order": ["Ada", "Ben"]}, "start"),
    ({"fair": FAIR}, "lobby_order"),
    ({"fair": FAIR, "lobby_order": ["Ada", "Ben"]}, "start"),
    ({"actions": [{"seat": 0, "do": "explode"}]}, "actions[0].do"),
    ({"actions": [{"seat": 2, "do": "pass"}]}, "actions[0].seat"),
    ({"actions": [{"seat": None, "do": "pass"}]}, "actions[0].seat"),
    ({"actions": [{"seat": 0, "do": "place"}]}, "actions[0].tiles"),
    ({"actions": [place(tiles="KABEL")]}, "actions[0].tiles"),
    ({"actions": [place(tiles=[[7, 7]])]}, "actions[0].tiles[0]"),
    ({"actions": [place(tiles=[[7, 7.0, "K"]])]}, "actions[0].tiles[0][1]"),
    ({"actions": [place(tiles=[[7, 7, 3]])]}, "actions[0].tiles[0][2]"),
    ({"actions": [place(black=[7])]}, "actions[0].black"),
    ({"actions": [place(black=[[7, 8], [8, 7]])]}, "actions[0].black[0]"),
    ({"actions": [place(black=7)]}, "actions[0].black"),
    ({"actions": [place(arrow=[7, 8])]}, "actions[0].arrow"),
    ({"actions": [place(arrow=[7, 8, "up"])]}, "actions[0].arrow[2]"),
    ({"actions": [place(arrow=[7, "8", "down"])]}, "actions[0].arrow[1]"),
    ({"actions": [{"seat": 0, "do": "swap"}]}, "actions[0].tiles"),
    ({"actions": [{"seat": 0, "do": "swap", "tiles": [[7, 7, "K"]]}]}, "actions[0].tiles[0]"),
    ({"result": {"reason": "resigned", "winner": 2, "totals": [0, 0]}}, "result.winner"),
    ({"result": {"reason": "resigned", "winner": 1, "totals": [0]}}, "result.totals"),
    ({"result": {"reason": "resigned", "winner": 1, "totals": [0, 0], "places": [1]}}, "result.places"),
]

IMPOSSIBLE = [
    ({"hands": [list("KABELS"), list("#ÅTAEN?")]}, "hands"),
    ({"hands": [list("KABELS>>"), list("#ÅTAEN?")]}, "hands"),
    ({"hands": [list("KABELJJ"), list("#ÅTAEN?")]}, "J drawn"),
    ({"hands": [list("KABELW>"), list("#ÅTAEN?")]}, "W drawn"),
    ({"settings": {"board_size": 15, "specials": False}}, "> drawn"),
    ({"actions": [place()]}, "actions[0].drawn: fewer"),
    ({"actions": [place(drawn=DRAWN[:4])]}, "actions[0].drawn: fewer"),
    ({"actions": [place(drawn=[*DRAWN, "S"])]}, "actions[0].drawn: more"),
    ({"actions": [place(drawn=["J", "J", "A", "A", "A"])]}, "actions[0].drawn: J"),
    ({"actions": [{"seat": 0, "do": "swap", "tiles": ["K"]}]}, "actions[0].drawn: fewer"),
    ({"lobby_order": ["Ada", "Ben"], "start": ["A"]}, "start"),
    ({"lobby_order": ["Ada", "Ben"], "start": ["A", "B"]}, "players"),
    ({"lobby_order": ["Ada", "Cia"], "start": ["B", "A"]}, "players"),
    ({"lobby_order": ["Ada", "Ben", "Cia"], "start": ["B", "A"]}, "players"),
    ({"lobby_order": ["Ada", "Ben"], "start": ["J", "J"]}, "J drawn"),
]


@pytest.mark.parametrize("start", [["B", "A"], ["A", "A"], ["#", "?"]])
def test_who_has_one_of_the_highest_tiles_starts(start: Sequence[str]) -> None:
    assert verify(begun(lobby_order=["Ada", "Ben"], start=start)).steps == []


def test_two_seats_of_one_name() -> None:
    """One account may hold both racks: either may have been drawn for."""
    assert verify(begun(players=["Ada", "Ada"], lobby_order=["Ada", "Ada"], start=["A", "B"])).steps == []


REFUSED = [
    ({"seat": 0, "do": "buy"}, "not_in_this_game"),
    ({"seat": 1, "do": "use", "item": 3}, "not_in_this_game"),
    ({"seat": 1, "do": "choose"}, "not_in_this_game"),
    ({"seat": 1, "do": "take"}, "not_in_this_game"),
    ({"seat": 1, "do": "decline"}, "not_in_this_game"),
    ({"seat": 1, "do": "place", "tiles": "no list"}, "not_your_turn"),
    ({"seat": 1, "do": "swap"}, "not_your_turn"),
    ({"seat": 0, "do": "place", "tiles": [], "drawn": "no list"}, "no_tiles"),
    (place(tiles=[[7, 7, "KA"]]), "not_in_hand"),
    (place(tiles=[[7, 7, "#"]]), "not_in_hand"),
    (place(tiles=[[7, 7, "k"]]), "not_in_hand"),  # a blank, which this rack has not
    ({"seat": 0, "do": "swap", "tiles": ["k"]}, "not_in_hand"),
    ({"seat": 0, "do": "swap", "tiles": []}, "no_tiles"),
]


def test_drawn_is_ignored_where_nothing_is_drawn() -> None:
    (step,) = verify(begun(actions=[{"seat": 0, "do": "pass", "drawn": [7]}])).steps
    assert step["ok"]


def test_null_is_as_if_left_out_and_a_small_letter_in_an_exchange_is_a_blank() -> None:
    actions = [
        place(black=None, arrow=None, drawn=DRAWN),
        {"seat": 1, "do": "swap", "tiles": ["a", "#"], "drawn": ["#", "A"]},
    ]
    assert [step["ok"] for step in verify(begun(actions=actions)).steps] == [True, True]


def test_rejected_words_stand_in_the_order_of_the_words_twice_where_made_twice() -> None:
    first = [[7, 5 + i, letter] for i, letter in enumerate("KABEL")]
    second = [[8, 5, "A"], [8, 6, "T"]]
    actions = [place(tiles=first, drawn=DRAWN), {"seat": 1, "do": "place", "tiles": second}]
    step = verify(begun(actions=actions)).steps[1]
    assert (step["error"], step["rejected"], step["words"]) == ("invalid_words", ["AT", "KA", "AT"], [])


WRONG_RESULTS = [
    ({"reason": "resigned"}, "result.reason"),
    ({"winner": 0}, "result.winner"),
    ({"totals": [0, 0, 0]}, "result.totals"),
    ({"places": [1, 2, 3]}, "result.places"),
    ({"places": None}, "result.places"),
]


def test_places_are_checked_only_if_given() -> None:
    data = sample(GAME, "05")
    assert "places" not in data["result"]
    data["result"]["places"] = [3, 1, 2]
    assert verify(data).difference == ""


TAMPERED = [
    lambda data: data.update(start=["E", "E", ">"]),
    lambda data: data.update(start=["E", ">", "D"]),
    lambda data: data.update(players=["Ann", "Bo", "Cia"]),
    lambda data: data.update(lobby_order=["Cia", "Ann", "Bo"]),
    lambda data: data["hands"].reverse(),
    lambda data: data["actions"][1]["drawn"].reverse(),
    lambda data: data["fair"].update(seed="0" * 64),
]


def test_without_specials_black_tiles_and_arrows_leave_a_bag_of_ones_own_and_minus_cells_are_plain() -> None:
    bag = {"K": [3, 3], "A": [4, 1], "#": [9, 0], ">": [9, 0], "?": [1, 0], "E": [9, 1]}
    board = ["m" * 15] * 15
    data = begun(
        settings={"board_size": 15, "rack": 6, "specials": False}, bag=bag, board=board,
        hands=[list("KAAKEE"), list("?EEEEE")], lexicon={"words": ["KA"]},
        actions=[place(tiles=[[7, 7, "K"], [7, 8, "A"]], drawn=["K", "A"])],
    )  # fmt: skip
    (step,) = verify(data).steps
    assert (step["words"], step["bag"]) == ([["KA", 4]], 3)

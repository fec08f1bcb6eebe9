"""Section 3 of docs/rules-flex.md, the checks of a placement: each with the first code that applies."""

import pytest

from game.crossword.tiles import Placed
from game.variants.flex.rules.actions import Arrange
from tests.support.acts import act, code_of
from tests.support.flex import across, down, table, turn_of
from tests.support.naive_position import lies_of
from tests.support.word_lists import AllBut

FEES = {(7, 6, "across"): "FEES"}
CATS = {(7, 6, "across"): "CATS"}
CORNER = {(7, 6, "across"): "CAT", (8, 8, "down"): "ON"}
HAND = ("QUNA?RE", "A")


@pytest.mark.parametrize(
    ("turn", "code"),
    [
        (turn_of(), "no_tiles"),  # F3.1
        (turn_of(moves=[((7, 6), (7, 5))]), "no_tiles"),
        (turn_of(*across(7, 10, "Z")), "not_in_hand"),
        (turn_of(*across(7, 10, "QQ")), "not_in_hand"),
        (turn_of(*across(7, 10, "nq")), "not_in_hand"),  # two blanks
        (turn_of(*across(6, 6, "QUF"), takes=[(7, 6)]), "not_in_hand"),  # a tile taken in this turn cannot be laid
        (turn_of(*across(7, 15, "Q")), "off_board"),  # F3.2
        (turn_of(*across(-1, 6, "Q")), "off_board"),
        (turn_of(*across(7, 10, "Q"), moves=[((15, 0), (7, 5))]), "off_board"),
        (turn_of(*across(7, 10, "Q"), moves=[((7, 6), (7, -1))]), "off_board"),
        (turn_of(*across(7, 10, "QU"), takes=[(7, 15)]), "off_board"),
        (turn_of(*across(7, 10, "Q"), *across(7, 10, "U")), "same_cell"),  # F3.3
        (turn_of(*across(7, 10, "Q"), moves=[((7, 6), (7, 10))]), "same_cell"),
        (turn_of(*across(7, 10, "Q"), moves=[((7, 6), (7, 5)), ((7, 9), (7, 5))]), "same_cell"),
        (turn_of(*across(7, 10, "Q"), moves=[((7, 6), (7, 5)), ((7, 6), (7, 4))]), "same_cell"),
        (turn_of(*across(7, 10, "QUN"), takes=[(7, 6), (7, 6)]), "same_cell"),
        (turn_of(*across(7, 10, "QU"), moves=[((7, 6), (7, 5))], takes=[(7, 6)]), "same_cell"),
        (turn_of(*across(7, 10, "Q"), moves=[((7, 6), (7, 6))]), "same_cell"),
        (turn_of(*across(7, 10, "?")), "blank_letter"),  # F3.4
        (turn_of(*across(7, 10, "é")), "blank_letter"),
        (turn_of(*across(7, 10, "å")), "blank_letter"),
        (turn_of(Placed(7, 10, "?", "QU")), "blank_letter"),
        (turn_of(*across(7, 10, "Q"), moves=[((0, 0), (7, 5))]), "no_tile"),  # F3.6
        (turn_of(*across(7, 10, "QU"), takes=[(7, 10)]), "no_tile"),  # laid in this turn, not there as it began
        (turn_of(*across(7, 10, "Q"), takes=[(7, 9)]), "too_many_takes"),  # F3.7
        (turn_of(*across(7, 10, "QU"), takes=[(7, 9), (7, 6)]), "too_many_takes"),
        (turn_of(*across(7, 9, "Q")), "occupied"),  # F3.8
        (turn_of(*across(7, 9, "Q"), moves=[((7, 6), (7, 7)), ((7, 9), (7, 6))]), "occupied"),
        (turn_of(*across(8, 6, "Q"), *across(9, 7, "U")), "not_in_line"),  # F3.10
        (turn_of(*across(8, 6, "Q.U")), "gap"),
        (turn_of(*across(8, 10, "Q")), "not_connected"),  # F3.13
        (turn_of(*across(8, 6, "Q"), moves=[((7, 6), (0, 0))]), "not_connected"),
        (turn_of(*across(7, 10, "Q"), moves=[((7, 7), (7, 11))]), "not_connected"),  # what is left falls apart
        (turn_of(*across(7, 10, "Q")), None),
        (turn_of(*down(6, 6, "Q.U")), None),  # with a tile that lies between them
    ],
)
def test_the_first_code_that_applies(turn: Arrange, code: str) -> None:
    assert code_of(table(FEES, HAND), turn) == code


@pytest.mark.parametrize(
    ("turn", "code"),
    [
        (turn_of(*across(0, 0, "QU")), "must_cross_center"),  # F3.12
        (turn_of(*across(7, 8, "QU")), "must_cross_center"),
        (turn_of(*across(7, 7, "Q")), "no_word"),  # F3.14
        (turn_of(*across(0, 0, "Q")), "must_cross_center"),
        (turn_of(*across(7, 7, "Q.U")), "gap"),
        (turn_of(*across(7, 7, "QU"), moves=[((7, 7), (7, 9))]), "no_tile"),
        (turn_of(*across(7, 6, "QU")), None),
    ],
)
def test_the_first_turn(turn: Arrange, code: str) -> None:
    assert code_of(table({}, HAND), turn) == code


@pytest.mark.parametrize(
    ("fault", "codes"),
    [
        (Arrange((), (((99, 0), (0, 0)),), ((7, 7), (7, 7))), "no_tiles"),
        (turn_of(*across(7, 16, "Z"), moves=[((7, 6), (7, 6))]), "not_in_hand"),
        (turn_of(*across(7, 16, "?"), moves=[((7, 6), (7, 6))]), "off_board"),
        (turn_of(*across(7, 10, "?"), moves=[((7, 6), (7, 6))]), "same_cell"),
        (turn_of(*across(7, 9, "?"), takes=[(0, 0)]), "blank_letter"),
        (turn_of(*across(7, 9, "Q"), takes=[(0, 0)]), "no_tile"),
        (turn_of(*across(7, 9, "Q"), takes=[(7, 6)]), "too_many_takes"),
        (turn_of(*across(7, 9, "Q"), moves=[((7, 6), (0, 0))]), "occupied"),
        (turn_of(*across(0, 0, "Q.U"), *across(1, 1, "N")), "not_in_line"),
        (turn_of(*across(0, 0, "Q.U")), "gap"),
    ],
)
def test_the_checks_come_in_their_order(fault: Arrange, codes: str) -> None:
    assert code_of(table(FEES, HAND), fault) == codes  # F3.17


@pytest.mark.parametrize(
    ("limit", "flexed", "code"), [(0, 0, "no_flex_left"), (2, 2, "no_flex_left"), (2, 1, None), (None, 99, None)]
)
def test_who_has_no_flex_turn_left_moves_and_takes_nothing(limit: int, flexed: int, code: str) -> None:
    state = table(CATS, ("OND", "A"), flexed=(flexed, 0), flex_turns=limit)
    assert code_of(state, turn_of(*down(8, 8, "ON"), takes=[(7, 9)])) == code  # F3.5
    assert code_of(state, turn_of(*down(8, 8, "O"), moves=[((7, 9), (7, 5))])) == code
    assert code_of(state, turn_of(*down(8, 8, "ON"))) is None
    assert code_of(state, turn_of(*down(8, 8, "O"), moves=[((0, 0), (7, 5))])) == (code or "no_tile")


def test_tiles_follow_each_other_round_and_change_places_in_any_order() -> None:
    state = table(FEES, ("QUN", "A"))
    moves = [((7, 6), (7, 7)), ((7, 7), (7, 8)), ((7, 8), (7, 6))]
    for order in (moves, moves[::-1], moves[1:] + moves[:1]):  # F3.9
        after = act(state, turn_of(*across(7, 10, "Q"), moves=order)).state
        assert lies_of(after.board) == {(7, 6): "E", (7, 7): "F", (7, 8): "E", (7, 9): "S", (7, 10): "Q"}


def test_of_a_flex_turn_only_the_end_counts() -> None:
    state = table(CORNER, ("AEX", "A"))
    moves = [((7, 6), (10, 8)), ((7, 7), (10, 9)), ((7, 8), (11, 9))]
    after = act(state, turn_of(*down(8, 7, "A"), *across(9, 9, "E"), moves=moves)).state  # F3.11
    assert lies_of(after.board) == {(8, 7): "A", (8, 8): "O", (9, 8): "N", (9, 9): "E", (10, 8): "C", (10, 9): "A",
                              (11, 9): "T"}  # fmt: skip
    assert not after.board.cells[after.board.center].letter  # F3.12


def test_a_hand_tile_may_go_where_another_is_taken() -> None:
    state = table(CATS, ("DOG", "A"))
    after = act(state, turn_of(*across(7, 9, "DO"), takes=[(7, 9)])).state
    assert "".join(lies_of(after.board).values()) == "CATDO" and sorted(after.players[0].hand) == ["G", "S"]


def test_a_moved_blank_keeps_its_letter_and_a_taken_one_is_a_blank_again() -> None:
    state = table({(7, 6, "across"): "CaTs"}, ("ON", "A"))
    after = act(state, turn_of(*across(7, 7, "ON"), moves=[((7, 7), (7, 5)), ((7, 8), (7, 4))], takes=[(7, 9)])).state
    assert lies_of(after.board) == {(7, 4): "T", (7, 5): "a", (7, 6): "C", (7, 7): "O", (7, 8): "N"}  # F3.18
    assert after.players[0].hand == ("?",)


def test_every_run_of_the_board_has_to_be_a_word_also_one_that_taking_has_made() -> None:
    state = table(CATS, ("OND", "A"))
    turn = turn_of(*down(8, 8, "ON"), takes=[(7, 9)])
    step = act(state, turn, lexicon=AllBut("CAT"))  # F3.15
    assert [event.kind for event in step.events] == ["attempt_failed"]
    assert step.events[0].owner == {"rejected": ["CAT"]}
    assert step.state == state  # F3.16
    assert act(state, turn, lexicon=AllBut("CATS")).events[0].kind == "words_scored"


def test_rejected_words_stand_in_order_and_twice_where_made_twice() -> None:
    state = table({(7, 6, "across"): "CAT"}, ("CATCA", "A"))
    step = act(state, turn_of(*down(8, 6, "AT")), lexicon=AllBut("CAT"))
    assert step.events[0].owner == {"rejected": ["CAT", "CAT"]}
    step = act(state, turn_of(*down(8, 6, "AT"), *across(9, 7, "CA"), takes=[(7, 8)]), lexicon={"DOG"})
    assert step.events[0].owner == {"rejected": ["CA", "TCA", "CAT"]}

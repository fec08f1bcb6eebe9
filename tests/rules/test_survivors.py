"""What small faults (tests/mutation) once got away with in the rules, the view and the panels."""

import json
from pathlib import Path

import pytest

from game import panels
from game.panels import Streak, Table
from game.rules.chance import ImpossibleChance
from game.rules.codec import canonical, decode, encode
from game.rules.deadlines import GRACE, SLACK, due_moment, timeout_is_due
from game.rules.events import Event, seat_left
from game.rules.ledger import LoggedStep, receipts
from game.rules.record import verify
from game.rules.record_form import BadRecord
from game.rules.state import Outcome
from game.rules.view import view_of
from tests.support.picture import do, scene

RECORDS = Path(__file__).parents[1] / "records"
BOARD = """
    .....
    .CAT.
    .....
    .....
    .....
"""
TABLE = Table("id", 3, ("Astrid", "Björn"), "", "0" * 64, False, (True, True))


def screen(viewer=0, board=BOARD, **settings):
    """The context of the match screen of a seat."""
    return panels.screen(view_of(scene(board, **settings), viewer, [], 0), TABLE)


def test_a_streak_shows_a_pip_for_each_that_counts():
    assert Streak(False, 2, 3).pips == [True, True, False]
    assert Streak(False, 0, 2).pips == [False, False]
    assert (Streak(True, 1, 3).hot, Streak(True, 2, 3).hot) == (False, True)


@pytest.mark.parametrize(
    ("passes", "timeouts", "shown"),
    [(1, 2, (True, 2, 3)), (2, 1, (False, 2, 3)), (1, 1, (True, 1, 3)), (0, 0, None)],
)
def test_the_streak_nearer_to_its_end_is_shown(passes, timeouts, shown):
    streak = screen(passes=(passes, 0), timeouts=(timeouts, 0))["you"].streak
    assert shown == (streak and (streak.timeouts, streak.count, streak.limit))


def test_cards_know_their_seats():
    context = screen(viewer=1, coins=(3, 8), scores=(11, 22))
    you, opp = context["you"], context["opp"]
    assert (you.seat, you.name, you.coins, you.score) == (1, "Björn", 8, 22)
    assert (opp.seat, opp.name, opp.coins, opp.score) == (0, "Astrid", 3, 11)
    assert (context["you"].on_turn, context["opp"].on_turn) == (False, True)


def test_unseen_tiles_are_counted_by_kind():
    context = screen(hand="AAAAAAA", other="EEB??", bag="ÅABCY"[1:])
    assert context["letters"] == {"vowels": 3, "consonants": 4, "blanks": 2, "all": 9}


def test_free_slots_and_places_in_the_rack_are_counted():
    context = screen(hand="ABC", slots=("swap", "swap"), slot_limit=5)
    assert (len(context["empty_places"]), len(context["empty_slots"]), context["swaps"]) == (4, 3, 2)


def test_blast_prices_are_told_only_where_blast_is_sold():
    without = screen(items=["swap"], blast_surcharge=4, blast_surcharge_below=12)
    with_it = screen(items=["swap", "blast"], blast_surcharge=4, blast_surcharge_below=12)
    assert (without["blast_below"], without["blast_extra"]) == (0, 0)
    assert (with_it["blast_below"], with_it["blast_extra"]) == (12, 4)


def test_an_item_without_a_square_to_aim_at_cannot_be_used():
    bare = ".....\n.....\n.....\n.....\n....."
    usable = {slot.item: slot.usable for slot in view_of(scene(bare, slots=("blast", "claim", "swap")), 0, [], 0).slots}
    assert usable == {"blast": False, "claim": True, "swap": True}
    usable = {slot.item: slot.usable for slot in view_of(scene(BOARD, slots=("blast", "fortify")), 0, [], 0).slots}
    assert usable == {"blast": True, "fortify": True}


def test_whose_turn_it_is_not_has_no_buttons_but_to_resign():
    state = scene(BOARD, active=1, slots=("swap", "claim"))
    can = view_of(state, 0, [], 0).can
    assert (can.play, can.pass_turn, can.swap, can.choose, can.resign) == (False, False, False, False, True)
    mine = view_of(state, 1, [], 0)
    assert (mine.can.play, mine.can.pass_turn, mine.can.swap, mine.can.choose) == (True, True, True, False)
    assert not view_of(state, None, [], 0).can.resign
    choosing = scene(BOARD, active=1, choice="AB")
    assert [view_of(choosing, viewer, [], 0).can.choose for viewer in (0, 1, None)] == [False, True, False]
    assert [len(view_of(choosing, viewer, [], 0).choice) for viewer in (0, 1, None)] == [0, 2, 0]


@pytest.mark.parametrize(
    ("settings", "tiles"), [({}, 7), ({"alfa_trigger": 4}, 4), ({"alfa_enabled": False, "alfa_trigger": 4}, 0)]
)
def test_the_screen_knows_how_many_tiles_earn_an_upgrade(settings, tiles):
    assert screen(**settings)["alfa_trigger"] == tiles


def test_the_title_says_whose_turn_it_is():
    assert [screen(viewer=viewer)["title"] for viewer in (0, 1)] == ["Your turn", "Astrid’s turn"]


def test_of_a_match_that_is_over_nothing_is_for_sale_and_nothing_can_be_done():
    over = do(scene(BOARD, slots=("swap",)), "resign").state
    for viewer in (0, 1, None):
        view = view_of(over, viewer, [], 0)
        assert view.slots == () and view.shop == () and not view.can.resign and not view.can.play
        assert len(view.hands) == 2 and not view.my_turn
        if viewer is not None:
            context = panels.screen(view, TABLE)
            assert not context["you"].on_turn and not context["opp"].on_turn


@pytest.mark.parametrize(("conceded", "end"), [(True, "conceded"), (False, "passed")])
def test_a_pass_that_concedes_is_told_as_such(conceded, end):
    log = [
        LoggedStep((Event("turn_began", 0, {"turn": 1, "deadline": None}),)),
        LoggedStep((Event("passed", 0, {"coins": 3, "conceded": conceded}),)),
    ]
    assert [(one.end, one.income) for one in receipts(log, 1, False)] == [(end, 3)]


def test_when_time_alone_would_change_a_match():
    timed = scene(BOARD, deadline=60_000)
    assert due_moment(timed) == 60_000 + GRACE + SLACK
    assert due_moment(scene(BOARD)) is None
    assert due_moment(do(timed, "resign").state) is None


@pytest.mark.parametrize("length", [0, 2, 63, 65, 66])
@pytest.mark.parametrize("key", ["seed", "commitment"])
def test_seed_and_commitment_of_a_record_have_64_digits(key, length):
    record = json.loads((RECORDS / "12-fair-deal.json").read_text())["record"]
    record["fair"][key] = "a" * length
    with pytest.raises(BadRecord) as fault:
        verify(record)
    assert fault.value.key == f"fair.{key}"


def test_a_mark_without_a_letter_is_a_tile_that_no_bag_holds():
    record = json.loads((RECORDS / "01-first-words.json").read_text())["record"]
    record["hands"][0][0] = "*"
    with pytest.raises(ImpossibleChance):
        verify(record)


def test_a_text_of_a_record_has_at_most_200_characters():
    record = json.loads((RECORDS / "01-first-words.json").read_text())["record"]
    record["players"][0] = "n" * 200
    assert verify(record).difference == ""
    record["players"][0] += "n"
    with pytest.raises(BadRecord) as fault:
        verify(record)
    assert fault.value.key == "players[0]"


def test_an_event_is_its_data():
    event = Event("attempt_failed", 1, {"points": 1, "coins": 0}, {"rejected": ["TNE"], "tiles": []})
    assert Event.of(event.data()) == event
    assert event.data() == {"kind": "attempt_failed", "seat": 1, "public": event.public, "owner": event.owner}


def test_turns_are_counted_one_by_one():
    state = scene(BOARD)
    after = do(state, "pass").state
    assert (after.turn, after.active) == (state.turn + 1, 1)
    assert (do(after, "pass").state.turn, do(after, "pass").state.active) == (state.turn + 2, 0)


@pytest.mark.parametrize("acting", [True, False])
def test_without_a_clock_nothing_is_ever_due(acting):
    assert not timeout_is_due(scene(BOARD), 10**15, acting=acting)


def test_what_is_stored_of_a_match_is_the_match():
    running = scene(BOARD, bag="AB", slots=("swap",), claims={(0, 0): 1})
    over = do(running, "resign").state
    assert over.outcome == Outcome("resigned", 1)
    for state in (running, over):
        assert decode(json.loads(canonical(encode(state)))) == state


def test_an_absence_is_told_with_its_beginning():
    left = seat_left(1, 5_000)
    assert (left.kind, left.seat, left.public, left.owner) == ("seat_left", 1, {"since": 5_000}, {})


def test_a_bad_record_says_where_and_why():
    with pytest.raises(BadRecord, match="^format: must be alfapower-record/1$"):
        verify({"format": "else"})


@pytest.mark.parametrize("item", [["swap"], 7, None, "laser"])
def test_an_item_of_a_record_is_the_name_of_one(item):
    record = json.loads((RECORDS / "03-economy.json").read_text())["record"]
    record["actions"][0] = {"seat": 0, "do": "buy", "item": item}
    with pytest.raises(BadRecord) as fault:
        verify(record)
    assert fault.value.key == "actions[0].item"


def test_the_ring_of_the_last_play_does_not_lie_on_a_square_that_was_blasted():
    words = {"words": [], "score": 5, "coins": 0, "cells": [6, 7, 8], "tiles": []}
    log = [
        LoggedStep((Event("turn_began", 0, {"turn": 1, "deadline": None}),)),
        LoggedStep((Event("words_scored", 0, words),)),
    ]
    view = view_of(scene(BOARD.replace("CAT", "C#T")), 0, log, 0)
    assert [(cell.row, cell.col) for cell in view.cells if cell.last] == [(1, 1), (1, 3)]


def test_the_shop_tells_what_is_missing_and_nothing_where_nothing_is():
    shelf = view_of(scene(BOARD, coins=(5, 0), items=["swap", "blast"], prices={"swap": 5, "blast": 9}), 0, [], 0).shop
    assert {item.item: (item.missing, item.refusal) for item in shelf} == {
        "swap": (0, ""),
        "blast": (4, "not_enough_coins"),
    }


def test_a_turn_that_ran_out_earned_nothing():
    log = [LoggedStep((Event("turn_began", 1, {"turn": 1, "deadline": 5}), Event("timed_out", 1, {})))]
    (turn,) = receipts(log, 0, False)
    assert (turn.seat, turn.end, turn.score, turn.income) == (1, "timed_out", 0, 0)

"""What small faults (tests/mutation) once got away with in the rules, the view and the panels."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from game.crossword.board import Cell
from game.crossword.layouts import PLAIN
from game.crossword.tiles import standard_tiles
from game.kernel.chance import FairChance, ImpossibleChance
from game.kernel.deadlines import (
    GRACE,
    SLACK,
    abandon_moment,
    abandoned_by,
    away_left_ms,
    due_moment,
    left_ms,
)
from game.kernel.events import Event, LoggedStep, seat_left
from game.kernel.match import Outcome
from game.live import panels
from game.rules.codec import canonical, decode, digest, encode
from game.rules.record import verify
from game.rules.record_form import BadRecord
from game.rules.reducer import settle
from game.rules.setup import new_match, read_rules
from game.shown.player_cards import Streak, Table
from game.variants.alfapower.alfa import offered_tiles
from game.variants.alfapower.ending import opponent
from game.variants.alfapower.items import ITEMS
from game.variants.alfapower.ledger import receipts
from game.variants.alfapower.turn import end_turn
from game.variants.alfapower.view import view_of
from tests.support.text_boards import do, scene

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
    assert (you.seat, you.name, you.own.coins, you.score) == (1, "Björn", 8, 22)
    assert (opp.seat, opp.name, opp.own.coins, opp.score) == (0, "Astrid", 3, 11)
    assert (context["you"].on_turn, context["opp"].on_turn) == (False, True)


def test_unseen_tiles_are_counted_by_kind():
    context = screen(hand="AAAAAAA", other="EEB??", bag="ÅABCY"[1:])
    assert context["letters"]._asdict() == {"vowels": 3, "consonants": 4, "blanks": 2, "all": 9}


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


@pytest.mark.parametrize(
    ("settings", "laid", "offered"),
    [
        ({}, 7, ("A", "?")),
        ({}, 6, ()),
        ({"alfa_trigger": 3}, 3, ("A", "?")),
        ({"alfa_trigger": 3}, 2, ()),
        ({"alfa_enabled": False}, 7, ()),
        ({"alfa_per_game": 2}, 7, ("A", "?")),
        ({"alfa_per_game": 1}, 7, ()),
        ({"alfa_on_board": 2}, 7, ("A", "?")),
        ({"alfa_on_board": 1}, 7, ()),
    ],
)
def test_what_is_offered_is_the_plain_tiles_or_none(settings, laid, offered):
    squares = BOARD.replace("CAT", "...")[:-6] + "....A"
    state = scene(BOARD, bonuses=squares, upgrades=(1, 0), **settings)
    assert offered_tiles(state, 0, laid, ("A", "B*", "?")) == offered


def test_when_time_alone_would_change_a_match():
    timed = scene(BOARD, deadline=60_000)
    assert due_moment(timed) == 60_000 + GRACE + SLACK
    assert due_moment(scene(BOARD)) is None
    assert due_moment(do(timed, "resign").state) is None
    assert due_moment(do(scene(BOARD, away=(None, 5)), "resign").state) is None


@pytest.mark.parametrize(
    ("turn_seconds", "choice", "now", "left"),
    [
        (60, "", 70_000, 30_000),
        (60, "", 100_001, 0),
        (60, "", 0, 60_000),  # a turn that begins a moment from now
        (60, "AB", 0, 60_000),
        (5, "", 80_000, 5_000),
        (5, "AB", 80_000, 15_000),
        (5, "AB", 90_000, 10_000),
    ],
)
def test_the_time_shown_is_from_nothing_to_that_of_a_whole_turn_or_choice(turn_seconds, choice, now, left):
    assert left_ms(scene(BOARD, turn_seconds=turn_seconds, choice=choice, deadline=100_000), now) == left


@pytest.mark.parametrize(("turn_seconds", "window"), [(60, 5 * 60 * 1000), (None, 24 * 60 * 60 * 1000)])
def test_who_is_away_has_five_minutes_or_without_a_timer_a_day(turn_seconds, window):
    state = scene(BOARD, turn_seconds=turn_seconds, away=(None, 1_000))
    assert abandon_moment(state) == due_moment(state) == 1_000 + window
    assert [away_left_ms(state, seat, 5_000) for seat in (0, 1)] == [None, window - 4_000]
    assert away_left_ms(state, 1, 1_001 + window) == 0


@pytest.mark.parametrize(
    ("away", "loser"),
    [((0, 10_000), None), ((10_000, 0), None), ((0, 0), None), ((0, 10_001), 0), ((10_001, 0), 1), ((None, 0), 1)],
)
def test_the_first_window_to_run_out_decides_but_for_those_who_left_within_ten_seconds(away, loser):
    assert abandoned_by(scene(BOARD, away=away)) == loser


@pytest.mark.parametrize(("since", "end"), [(101_000, ("abandoned", 0)), (101_001, ("forfeited", 1))])
def test_a_window_that_closes_while_an_action_still_counts_closes_first(since, end):
    state = scene(BOARD, deadline=400_000, timeouts=(2, 0), away=(None, since))
    outcome = settle(state, 10**6, acting=False)[-1].step.state.outcome
    assert (outcome.reason, outcome.winner) == end


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
    assert not settle(scene(BOARD), 10**15, acting=acting)


def test_what_is_stored_of_a_match_is_the_match():
    running = scene(BOARD, bag="AB", slots=("swap",), claims={(0, 0): 1})
    over = do(running, "resign").state
    assert over.outcome == Outcome("resigned", 1, (2, 1))
    for state in (running, over):
        assert decode(json.loads(canonical(encode(state)))) == state


@pytest.mark.parametrize("cell", [[5, 0], [0, 5], [-1, 0], [0, -1], [5, 5]])
def test_an_item_aimed_beside_the_board_has_no_target(cell):
    assert do(scene(BOARD, slots=("claim",)), "use", item="claim", cell=cell).code == "bad_target"
    assert do(scene(BOARD, slots=("claim",)), "use", item="claim", cell=[4, 4]).code is None


def test_what_may_be_aimed_at():
    state = scene(BOARD, bonuses="..... .A... ..*.. ..... ....d", claims={(0, 0): 1}, fortified={(1, 2): 1})
    targets = {key: ITEMS[key].targets(state, 0) for key in ("swap", "fortify", "blast")}
    assert targets == {"swap": (), "fortify": (8,), "blast": (0, 7, 8)}
    assert ITEMS["claim"].targets(state, 0) == (*range(1, 5), 5, 9, 10, 11, *range(13, 24))


EDGES = """
    ..X.X
    BA.AB
    X...X
    .....
    .X.X.
"""


@pytest.mark.parametrize(
    ("laid", "words"),
    [
        ("S 1 2", ["BASAB", "XS"]),  # through tiles on both sides, from edge to edge
        ("S 3 0", ["BXS"]),
        ("S 3 4", ["XBXS"]),
        ("S 4 0", ["SX"]),
        ("S 0 1", ["SX", "SA"]),  # no word goes on at the other side of the board
        ("S 0 3", ["XSX", "SA"]),
        ("S 2 1 / S 2 2 / S 2 3", ["XSSSX", "AS", "AS"]),
    ],
)
def test_words_end_at_the_edges_of_the_board(laid, words):
    told = do(scene(EDGES, hand="SSS"), "place", tiles=laid).words
    assert [word for word, _ in told] == words


def test_an_alfa_tile_leaves_nothing_of_what_its_square_held():
    before = scene(BOARD, bonuses="..... .TT.. ..*.. ..... .....", hand="O*", fortified={(1, 1): 3}, claims={(1, 1): 0})
    square = do(before, "place", tiles="O* 1 1").cell(1, 1)
    assert square == Cell(PLAIN, False, "O", False, 1, 0, True, 0, None, False)


def test_a_plain_tile_ends_a_claim_and_keeps_the_mark_that_a_player_made():
    made = do(scene(BOARD, slots=("place_tw",), hand="S"), "use", item="place_tw", cell=[1, 4]).state
    assert do(made, "place", tiles="S 1 4").cell(1, 4) == Cell("T", True, "S", False, 1, 0, False, 0, None, False)


def test_a_letter_without_a_tile_has_no_value():
    assert [standard_tiles("sv", 15).value(letter) for letter in "QWÅ?"] == [0, 0, 4, 0]


def test_a_match_begins_with_the_turn_of_seat_0():
    assert new_match(read_rules("alfapower", {}), FairChance(bytes(32)), 5_000).events == (
        Event("turn_began", 0, {"turn": 1, "deadline": 65_000}),
    )


def test_of_a_fact_about_nobody_a_stranger_sees_what_is_public():
    fact = Event("news", None, {"open": 1}, {"closed": 2})
    assert [fact.seen_by(viewer, False) for viewer in (None, 0)] == [{"open": 1}] * 2
    assert fact.seen_by(None, True) == {"open": 1, "closed": 2}


def test_were_there_three_the_next_seat_would_move_and_gain():
    two = scene(BOARD)
    three = replace(two, players=(*two.players, two.players[0]))
    assert [end_turn(replace(three, active=seat), 0, [])[0].active for seat in range(3)] == [1, 2, 0]
    assert [opponent(three, seat) for seat in range(3)] == [1, 2, 0]


def test_equal_data_have_one_text_and_one_digest():
    assert canonical({"b": [1, None], "a": "Å"}) == '{"a":"Å","b":[1,null]}'
    assert digest({"b": 1, "a": "Å"}) == hashlib.sha256('{"a":"Å","b":1}'.encode()).hexdigest()


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

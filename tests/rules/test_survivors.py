"""What small faults (tests/mutation) once got away with in view, ledger and panels."""

import pytest

from game import panels
from game.panels import Streak, Table
from game.rules.events import Event
from game.rules.ledger import LoggedStep, receipts
from game.rules.view import view_of
from tests.support.picture import do, scene

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
    assert (mine.can.play, mine.can.pass_turn, mine.can.swap) == (True, True, True)
    choosing = scene(BOARD, active=1, choice="AB")
    assert [view_of(choosing, viewer, [], 0).can.choose for viewer in (0, 1, None)] == [False, True, False]
    assert [len(view_of(choosing, viewer, [], 0).choice) for viewer in (0, 1, None)] == [0, 2, 0]


def test_of_a_match_that_is_over_nothing_is_for_sale_and_nothing_can_be_done():
    over = do(scene(BOARD, slots=("swap",)), "resign").state
    for viewer in (0, 1, None):
        view = view_of(over, viewer, [], 0)
        assert view.slots == () and view.shop == () and not view.can.resign and not view.can.play
        assert len(view.hands) == 2 and not view.my_turn


@pytest.mark.parametrize(("conceded", "end"), [(True, "conceded"), (False, "passed")])
def test_a_pass_that_concedes_is_told_as_such(conceded, end):
    log = [
        LoggedStep((Event("turn_began", 0, {"turn": 1, "deadline": None}),)),
        LoggedStep((Event("passed", 0, {"coins": 3, "conceded": conceded}),)),
    ]
    assert [(one.end, one.income) for one in receipts(log, 1, False)] == [(end, 3)]

"""What the panels of a match are drawn from: streaks, cards, counts, prices and the title."""

from typing import Any

import pytest

from game.live import panels
from game.presentation.player_cards import Streak, Table
from game.variants.alfapower.rules.view import view_of
from tests.support.text_boards import do, scene

BOARD = """
    .....
    .CAT.
    .....
    .....
    .....
"""
TABLE = Table("id", 3, ("Astrid", "Björn"), "", "0" * 64, False, (True, True))


def screen(viewer: int = 0, board: str = BOARD, **settings: Any) -> dict[str, Any]:
    """The context of the match screen of a seat."""
    return panels.screen(view_of(scene(board, **settings), viewer, [], 0), TABLE)


def test_a_streak_shows_a_pip_for_each_that_counts() -> None:
    assert Streak(False, 2, 3).pips == [True, True, False]
    assert Streak(False, 0, 2).pips == [False, False]
    assert (Streak(True, 1, 3).hot, Streak(True, 2, 3).hot) == (False, True)


@pytest.mark.parametrize(
    ("passes", "timeouts", "shown"),
    [(1, 2, (True, 2, 3)), (2, 1, (False, 2, 3)), (1, 1, (True, 1, 3)), (0, 0, None)],
)
def test_the_streak_nearer_to_its_end_is_shown(passes: int, timeouts: int, shown: tuple[bool, int, int]) -> None:
    streak = screen(passes=(passes, 0), timeouts=(timeouts, 0))["you"].streak
    assert shown == (streak and (streak.timeouts, streak.count, streak.limit))


def test_cards_know_their_seats() -> None:
    context = screen(viewer=1, coins=(3, 8), scores=(11, 22))
    you, opp = context["you"], context["opp"]
    assert (you.seat, you.name, you.own.coins, you.score) == (1, "Björn", 8, 22)
    assert (opp.seat, opp.name, opp.own.coins, opp.score) == (0, "Astrid", 3, 11)
    assert (context["you"].on_turn, context["opp"].on_turn) == (False, True)


def test_unseen_tiles_are_counted_by_kind() -> None:
    context = screen(hand="AAAAAAA", other="EEB??", bag="ÅABCY"[1:])
    assert context["letters"]._asdict() == {"vowels": 3, "consonants": 4, "blanks": 2, "all": 9}


def test_free_slots_and_places_in_the_rack_are_counted() -> None:
    context = screen(hand="ABC", slots=("swap", "swap"), slot_limit=5)
    assert (len(context["empty_places"]), len(context["empty_slots"]), context["swaps"]) == (4, 3, 2)


def test_blast_prices_are_told_only_where_blast_is_sold() -> None:
    without = screen(items=["swap"], blast_surcharge=4, blast_surcharge_below=12)
    with_it = screen(items=["swap", "blast"], blast_surcharge=4, blast_surcharge_below=12)
    assert (without["blast_below"], without["blast_extra"]) == (0, 0)
    assert (with_it["blast_below"], with_it["blast_extra"]) == (12, 4)


@pytest.mark.parametrize(
    ("settings", "tiles"), [({}, 7), ({"alfa_trigger": 4}, 4), ({"alfa_enabled": False, "alfa_trigger": 4}, 0)]
)
def test_the_screen_knows_how_many_tiles_earn_an_upgrade(settings: dict[str, Any], tiles: int) -> None:
    assert screen(**settings)["alfa_trigger"] == tiles


def test_the_title_says_whose_turn_it_is() -> None:
    assert [screen(viewer=viewer)["title"] for viewer in (0, 1)] == ["Your turn", "Astrid’s turn"]


def test_of_a_match_that_is_over_nothing_is_for_sale_and_nothing_can_be_done() -> None:
    over = do(scene(BOARD, slots=("swap",)), "resign").state
    for viewer in (0, 1, None):
        view = view_of(over, viewer, [], 0)
        assert view.slots == () and view.shop == () and not view.can.resign and not view.can.play
        assert len(view.hands) == 2 and not view.my_turn
        if viewer is not None:
            context = panels.screen(view, TABLE)
            assert not context["you"].on_turn and not context["opp"].on_turn

"""What a view of Classic and its ledger tell, and what they keep back until the end (that two worlds look the same:
tests/secrecy/test_four_viewers.py)."""

from dataclasses import asdict, replace
from typing import Any

import pytest

from game.crossword.plain.ledger import receipts
from game.kernel.events import LoggedStep, turn_began
from game.variants.classic.rules.view import look_back, view_of
from tests.support.classic import NOW, Result, across, do, scene

CAT = ("CAT", 7, 6, "across")
BEGAN = LoggedStep((turn_began(0, 1, None),))


def log_of(*results: Result) -> list[LoggedStep]:
    return [BEGAN, *(LoggedStep(result.events) for result in results)]


def test_a_stranger_sees_no_hand() -> None:
    state = scene(CAT)
    view = view_of(state, None, [BEGAN], NOW)
    assert view.hand == () and view.hands == () and not any(asdict(view.can).values())
    assert dict(view.unseen)["E"] == 9 and [player.hand_count for player in view.players] == [7, 7]


def test_of_a_swap_the_other_sees_the_number_until_the_end() -> None:
    swapped = do(scene(CAT), "swap", tiles=["C", "A"])
    log = log_of(swapped)
    for viewer in (1, None):
        receipt = receipts(log, viewer, False)[0]
        assert (receipt.end, receipt.swapped, receipt.gave, receipt.got) == ("swapped", 2, (), ())
    assert receipts(log, 0, False)[0].gave == ("C", "A")
    assert receipts(log, None, True)[0].gave == ("C", "A")


def test_of_failed_tries_the_other_sees_the_number_and_of_drawn_tiles_nothing() -> None:
    failed = do(scene(CAT), "place", tiles=across("S", 7, 9), missing=("CATS",))
    laid = do(failed.state, "place", tiles=across("S", 7, 9))
    log = log_of(failed, laid)
    seen = receipts(log, 1, False)[0]
    assert (seen.tries, seen.try_words, seen.drawn, seen.score) == (1, (), (), 6)
    own = receipts(log, 0, False)[0]
    assert own.try_words == (("CATS",),) and own.drawn == laid.state.players[0].hand[-1:]
    assert view_of(laid.state, 1, log, NOW).receipts[0] == seen


def test_more_tries_than_the_log_at_hand_tells_are_counted() -> None:
    state = replace(scene(CAT), tries=3)
    assert view_of(state, 1, [BEGAN], NOW).receipts[-1].tries == 3


def test_after_the_end_all_hands_are_open() -> None:
    over = do(scene(CAT, scores=(5, 9)), "resign").state
    view = view_of(over, None, [BEGAN], NOW)
    assert [len(hand) for hand in view.hands] == [7, 7]
    assert (view.over, view.winner, view.places, view.ranked, view.reason) == (True, 1, (2, 1), (-4, 4), "resigned")
    assert look_back(over, 1, [BEGAN], ()).viewer == 1


@pytest.mark.parametrize(
    ("given", "ends", "concedes"),
    [
        ({}, False, False),
        ({"passes": (1, 0)}, True, True),
        ({"passes": (1, 1), "bag": ""}, True, False),
        ({"passes": (1, 0), "bag": ""}, False, False),
        ({"passes": (1, 0), "bag": "", "empty_bag_concedes": True}, True, True),
    ],
)
def test_the_page_knows_what_the_next_pass_does(given: dict[str, Any], ends: bool, concedes: bool) -> None:
    can = view_of(scene(CAT, **given), 0, [BEGAN], NOW).can
    assert (can.ends, can.concedes, can.swap) == (ends, concedes, given.get("bag") != "")

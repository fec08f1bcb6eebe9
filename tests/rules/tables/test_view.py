"""What a view tells of powers, buttons, squares and tiles, at the edges that no page shows by itself."""

from dataclasses import replace

import pytest

from game.kernel.events import Event, LoggedStep
from game.variants.alfapower.ledger import receipts
from game.variants.alfapower.view import view_of
from tests.rules.tables.test_secrets import match, played
from tests.support.text_boards import laid_of

CAT_AND_S = ("place", 0, {"tiles": laid_of("S 2 4")})


def powers(view):
    """(item, usable, whether a square is offered) of every slot."""
    return [(slot.item, slot.usable, bool(slot.targets)) for slot in view.slots]


@pytest.mark.parametrize(
    ("active", "shown"),
    [
        (0, [("swap", True, False), ("claim", True, True), ("blast", True, True)]),
        (1, [("swap", False, False), ("claim", False, False), ("blast", False, False)]),
    ],
    ids=["on turn", "waiting"],
)
def test_powers_are_usable_on_the_own_turn_only(active, shown):
    state = replace(match(slots=["swap", "claim", "blast"]), active=active)
    assert powers(view_of(state, 0, (), 0)) == shown


@pytest.mark.parametrize(
    ("slots", "active", "may"),
    [(["swap"], 0, True), (["claim"], 0, False), (["swap"], 1, False)],
)
def test_swapping_needs_the_power_and_the_turn(slots, active, may):
    assert view_of(replace(match(slots=slots), active=active), 0, (), 0).can.swap is may


def test_the_shop_tells_what_of_a_price_is_surcharge():  # R5.6
    shelf = {item.item: (item.price, item.extra) for item in view_of(match(bag="A" * 9), 0, (), 0).shop}
    assert shelf["blast"] == (12, 2) and shelf["swap"][1] == 0


def test_a_blank_has_no_letter_and_every_other_tile_its_own():
    view = view_of(match(hand="S?E"), 0, (), 0)
    assert [(tile.tile, tile.letter) for tile in view.hand] == [("S", "S"), ("?", ""), ("E", "E")]


def test_the_ring_is_round_the_tiles_of_the_last_word_that_still_lie():
    state, log = played(match(), CAT_AND_S)

    def ringed(state):
        return [(cell.row, cell.col) for cell in view_of(state, 1, log, 0).cells if cell.last]

    assert ringed(state) == [(2, 4)]
    at = next(i for i, cell in enumerate(state.board.cells) if cell.letter == "S")
    cells = list(state.board.cells)
    cells[at] = cells[at]._replace(letter="")
    assert ringed(replace(state, board=replace(state.board, cells=tuple(cells)))) == []


def test_what_the_sites_absences_gave_back_in_a_turn_is_added_up():
    began = Event("turn_began", 0, {"turn": 1, "deadline": None}, {})
    credits = [Event("clock_credited", None, {"length": length}, {}) for length in (2_000, 3_000)]
    (receipt,) = receipts([LoggedStep((began,)), LoggedStep(tuple(credits))], None, False)
    assert receipt.credited == 5_000

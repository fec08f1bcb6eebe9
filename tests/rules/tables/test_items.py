"""Section 5 of docs/rules.md: buying and using the eight items."""

from collections.abc import Sequence
from typing import Any

import pytest

from game.variants.alfapower.rules.state import MatchState
from tests.support.text_boards import CAT, Result, bonus_drawing, do, drawing, rows_of, scene

ITEMS = ["swap", "fortify", "claim", "blast", "place_dl", "place_tl", "place_dw", "place_tw"]
CELL_ITEMS = ITEMS[1:]
PLACED = {"place_dl": "d", "place_tl": "t", "place_dw": "D", "place_tw": "T"}
PLENTY = (99, 99)

# -- buying


@pytest.mark.parametrize("item", ITEMS)
def test_paid_when_bought_and_kept_in_a_slot_r5_1(item: str) -> None:  # R5.1
    before = scene(CAT, items=ITEMS, coins=PLENTY)
    result = do(before, "buy", item=item)
    assert result.state.players[0].slots == (item,)
    assert result.state.players[0].coins == 99 - before.rules.price(item)
    later = do(do(result.state, "pass").state, "pass").state
    assert later.players[0].slots == (item,)


BUYING = [
    ("R5.2 not for sale", "item_disabled", {"items": ["swap"]}),
    ("R5.5 before full slots and empty purse", "item_disabled",
     {"items": ["swap"], "slots": ["swap"] * 7, "coins": (0, 0)}),
    ("R5.3 seven held", "slots_full", {"slots": ["swap"] * 4 + ["fortify"] * 3}),
    ("R5.3 one allowed, of whatever kind", "slots_full", {"slots": ["swap"], "slot_limit": 1}),
    ("R5.5 before an empty purse", "slots_full", {"slots": ["swap"] * 7, "coins": (0, 0)}),
    ("R5.3 six held", None, {"slots": ["swap"] * 6}),
    ("R5.3 twelve allowed", None, {"slots": ["swap"] * 11, "slot_limit": 12}),
    ("R5.4 one coin short", "not_enough_coins", {"coins": (3, 99)}),
    ("R5.4 just enough", None, {"coins": (4, 0)}),
    ("R5.4 for nothing", None, {"coins": (0, 0), "prices": {"claim": 0}}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "differs"), [pytest.param(*case[1:], id=case[0]) for case in BUYING])
def test_buying(code: str, differs: dict[str, Any]) -> None:
    before = scene(CAT, **differs)
    result = do(before, "buy", item="claim")
    assert result.code == code
    if code:
        assert result.state == before


@pytest.mark.parametrize(
    ("bag", "settings", "price"),
    [
        pytest.param("A" * 10, {}, 10, id="R5.6 ten in the bag"),
        pytest.param("A" * 9, {}, 12, id="R5.6 nine in the bag"),
        pytest.param("", {}, 12, id="R5.6 none in the bag"),
        pytest.param("", {"blast_surcharge": 50}, 60, id="R5.6 the surcharge set"),
        pytest.param("A" * 19, {"blast_surcharge_below": 20, "prices": {"blast": 1}}, 3, id="R5.6 the number set"),
        pytest.param("", {"blast_surcharge_below": 0}, 10, id="R5.6 below 0 never"),
    ],
)
def test_the_price_of_blast(bag: str, settings: dict[str, Any], price: int) -> None:
    before = scene(CAT, bag=bag, coins=PLENTY, **settings)
    assert do(before, "buy", item="blast").state.players[0].coins == 99 - price
    assert do(scene(CAT, bag=bag, coins=(price - 1, 0), **settings), "buy", item="blast").code == "not_enough_coins"
    assert do(before, "buy", item="claim").state.players[0].coins == 99 - 4


# -- using


TARGETS = [
    # name, the cell, which items may take it
    ("an empty plain cell", (0, 1), ["claim", *PLACED]),
    ("a plain tile", (2, 2), ["fortify", "blast"]),
    ("a blank on the board", (2, 3), ["fortify", "blast"]),
    ("a tile on a bonus cell", (2, 4), ["fortify", "blast"]),
    ("a fortified tile", (2, 1), ["blast"]),
    ("an Alfa cell", (3, 2), []),
    ("a dead cell", (0, 0), []),
    ("a dead cell that keeps its bonus", (4, 4), []),
    ("one's own claim", (4, 0), ["blast"]),
    ("the opponent's claim", (4, 1), ["blast"]),
    ("an empty bonus cell", (1, 1), []),
    ("an empty star", (1, 3), []),
    ("above the board", (-1, 0), []),
    ("below the board", (5, 0), []),
    ("left of the board", (0, -1), []),
    ("right of the board", (0, 5), []),
    ("beyond its corner", (5, 5), []),
    ("far off", (10**6, -(10**6)), []),
]


def targets(**differs: Any) -> MatchState:
    """A board with every kind of cell; seat 0 holds one of each cell item."""
    return scene(
        "#.... ..... .CAtS ..E.. ....#",
        bonuses="..... .d.*. ....D ..A.. ....T",
        fortified={(2, 1): 1},
        claims={(4, 0): 0, (4, 1): 1},
        slots=CELL_ITEMS,
        **differs,
    )


@pytest.mark.parametrize(("cell", "takers"), [pytest.param(*case[1:], id=case[0]) for case in TARGETS])
def test_targets(
    cell: tuple[int, int], takers: Sequence[str]
) -> None:  # R5.9, R5.11, R5.17, R5.18, R5.20, R5.23, R5.26, R5.27
    before = targets()
    for item in CELL_ITEMS:
        result = do(before, "use", item=item, cell=list(cell))
        if item in takers:
            assert result.code is None, item
            has_served(before, result, item, cell)
        else:
            assert (result.code, result.state) == ("bad_target", before), item


def has_served(before: MatchState, result: Result, item: str, cell: tuple[int, int]) -> None:
    """The item is used up, that square is what it makes of it, and nothing else is changed."""
    after = result.state
    assert after.players[0].slots == tuple(other for other in CELL_ITEMS if other != item)
    assert (after.active, after.phase, after.players[0].coins) == (0, "play", 5)  # R5.10
    at = result.cell(*cell)
    if item == "fortify":
        assert at.fortified == 1
    elif item == "claim":
        assert at.claim == 0
    elif item == "blast":
        assert at.dead and not at.letter and at.claim is None and not at.fortified  # R5.21
    else:
        assert at.bonus == PLACED[item]
    untouched = [r * 5 + c for r in range(5) for c in range(5) if (r, c) != cell]
    assert all(after.board.cells[i] == before.board.cells[i] for i in untouched)


@pytest.mark.parametrize("item", list(PLACED))
def test_the_centre_takes_no_bonus_r5_23(item: str) -> None:  # R5.23
    bare = "..... ..... ..... ..... ....."
    assert do(scene(bare, bonuses=bare, slots=[item]), "use", item=item, cell=[2, 2]).code == "bad_target"
    assert do(scene(bare, slots=[item]), "use", item=item, cell=[2, 2]).code == "bad_target"


def test_an_empty_star_is_not_to_be_claimed_r5_18() -> None:  # R5.18
    assert do(scene("..... " * 5, slots=["claim"]), "use", item="claim", cell=[2, 2]).code == "bad_target"


@pytest.mark.parametrize(
    ("cap", "carried", "code"), [(1, 0, None), (1, 1, "bad_target"), (3, 2, None), (3, 3, "bad_target")]
)
def test_fortify_up_to_the_cap_r5_17(cap: int, carried: int, code: str) -> None:  # R5.17
    before = scene(CAT, fortified={(2, 1): carried} if carried else {}, slots=["fortify"], fortify_cap=cap)
    result = do(before, "use", item="fortify", cell=[2, 1])
    assert result.code == code
    assert result.cell(2, 1).fortified == (carried if code else carried + 1)


def test_only_the_owner_places_on_a_claim_until_it_ends_r5_18_r5_19() -> None:  # R5.18, R5.19
    state = do(scene(CAT, slots=["claim"]), "use", item="claim", cell=[2, 4]).state
    state = do(state, "pass").state
    assert do(state, "place", tiles="E 2 4").code == "claimed"
    for _ in range(2):
        state = do(state, "pass").state  # claims do not run out
    assert do(state, "place", tiles="E 2 4").code == "claimed"
    state = do(state, "pass").state
    state = do(state, "place", tiles="A 2 4").state
    assert state.board.cells[14].claim is None


def test_blast_is_for_good_r5_21_r5_22_r5_25() -> None:  # R5.21, R5.22, R5.25
    before = scene(CAT, bonuses="..... ..... ..T.. ..... .....", slots=["blast"], hand="ASSSSSS", bag="EE")
    result = do(before, "use", item="blast", cell=[2, 2])
    assert drawing(result.state) == rows_of("..... ..... .C#T. ..... .....")
    assert bonus_drawing(result.state)[2] == "..T.."
    assert result.state.bag == before.bag and result.state.players == tuple(
        player if seat else result.state.players[0] for seat, player in enumerate(before.players)
    )
    assert result.hand() == "ASSSSSS"
    assert do(result.state, "place", tiles="A 2 2").code == "dead"
    assert do(result.state, "place", tiles="S 1 1 / A 1 2").words == [["SA", 2], ["SC", 4]]


def test_a_placed_bonus_serves_once_r5_24() -> None:  # R5.24
    state = do(scene(CAT, slots=["place_tw"]), "use", item="place_tw", cell=[2, 4]).state
    state = do(state, "pass").state  # it serves the other seat as well
    landed = do(state, "place", tiles="E 2 4")
    assert landed.words == [["CATE", 18]]
    assert do(landed.state, "place", tiles="A 1 4").words == [["AE", 2]]


def test_a_placed_bonus_stays_one_under_a_dead_square() -> None:
    state = do(scene(CAT, slots=["place_tw", "blast"], hand="SAAAAAA"), "use", item="place_tw", cell=[2, 4]).state
    state = do(do(state, "place", tiles="S 2 4").state, "pass").state
    cell = do(state, "use", item="blast", cell=[2, 4]).state.board.cells[14]
    assert (cell.dead, cell.bonus, cell.made) == (True, "T", True)


# -- swap

SWAPS = [
    ("R5.12 none", "no_tiles", "", {}),
    ("R5.12 not in the hand", "not_in_hand", "Z", {}),
    ("R5.12 more of one than there are", "not_in_hand", "BB", {}),
    ("R5.12 eight", "not_in_hand", "ABCDEF?A", {}),
    ("R5.12 a plain tile for an Alfa tile", "not_in_hand", "Q", {"hand": "Q*BCDEF?"}),
    ("R5.12 the hand before the bag", "not_in_hand", "Z", {"bag": ""}),
    ("R5.13 more than the bag holds", "bag_too_small", "AB", {"bag": "X"}),
    ("R5.13 from an empty bag", "bag_too_small", "A", {"bag": ""}),
    ("R5.13 as many as the bag holds", None, "AB", {"bag": "XX"}),
    ("R5.12 all seven", None, "ABCDEF?", {"bag": "XXXXXXX"}),
]


@pytest.mark.parametrize(("code", "tiles", "differs"), [pytest.param(*case[1:], id=case[0]) for case in SWAPS])
def test_swap(code: str, tiles: str, differs: dict[str, Any]) -> None:
    before = scene(CAT, slots=["swap"], **({"hand": "ABCDEF?"} | differs))
    result = do(before, "use", item="swap", tiles=tiles)
    assert result.code == code
    if code:
        assert result.state == before
        return
    after = result.state
    assert sorted(after.bag + after.players[0].hand) == sorted(before.bag + before.players[0].hand)
    assert len(after.players[0].hand) == 7 and after.players[0].slots == ()
    assert (after.active, after.phase) == (0, "play")  # R5.10


def test_a_swap_draws_before_it_returns_r5_14() -> None:  # R5.14
    result = do(scene(CAT, slots=["swap"], hand="ABCDEFG", bag="XY"), "use", item="swap", tiles="AB", drawn="YX")
    assert result.hand() == "CDEFGYX"
    assert result.state.bag == ("A", "B")


@pytest.mark.parametrize(
    ("keeps", "bag"),
    [pytest.param(False, ("?", "Q", "Y"), id="R5.15 plain"), pytest.param(True, ("?*", "Q*", "Y"), id="R5.15 kept")],
)
def test_a_swapped_alfa_tile(keeps: bool, bag: tuple[str, str, str]) -> None:
    before = scene(CAT, slots=["swap"], hand="Q*?*CDEFG", bag="XXY", alfa_keeps_on_swap=keeps)
    assert do(before, "use", item="swap", tiles="Q*?*", drawn="XX").state.bag == bag


def test_an_alfa_tile_drawn_is_one_r5_16() -> None:  # R5.16
    before = scene(CAT, slots=["swap"], hand="ABCDEFG", bag="Q*X")
    assert do(before, "use", item="swap", tiles="A", drawn="Q*").hand() == "BCDEFGQ*"
    assert do(scene(CAT, hand="S", bag="Q*"), "place", tiles="S 2 4", drawn="Q*").hand() == "Q*"

"""Sections 1, 2, 3 and 6: settings, the start, the list of a round, turns and rounds, and the end."""

from dataclasses import replace

import pytest

from game.kernel.actions import Abandon, Resign, Timeout
from game.kernel.chance import FairChance
from game.kernel.deadlines import GRACE, SLACK, UNTIMED_ABSENCE
from game.kernel.match import Outcome
from game.kernel.reducer import settle
from game.variants.keebble.rules import setup
from game.variants.keebble.rules.actions import Take
from game.variants.keebble.rules.board import SIZE, neighbours
from game.variants.keebble.rules.dealing import letter_pool, list_length
from game.variants.keebble.rules.ending import next_is_last
from game.variants.keebble.rules.option import Option
from game.variants.keebble.rules.settings import UPGRADES
from game.variants.keebble.rules.state import MatchState
from game.variants.keebble.rules.turn import begin_round
from game.variants.keebble.rules.variant import VARIANT
from tests.support.acts import NOW, act
from tests.support.chances import FirstTile
from tests.support.keebble import board, letters, rules, sheet, take, told

START_PLAYER, POINTS = Option("start_player"), Option("points", n=4)


GAME = "keebble"  # K1.1, K1.2
NUMBERS = [("powerup_points", 2, 0, 10), ("powerup_limit", 4, 1, 8), ("max_rounds", 20, 1, 40)]
FLAGS = [("one_each", False)]
CHOICES = [("language", "en", ["en", "sv"]), ("start_board", "generated", ["generated", "empty"])]
OTHERS = {"upgrades": (), "directions": ("right", "down")}
WRONG = [
    ("upgrades", ["powerups", "powerups"], "duplicate"),
    ("upgrades", "powerups", "wrong_type"),
    ("directions", [], "empty"),
    ("directions", ["right", "right"], "duplicate"),
]
BOARDS: dict[str, list[str]] = {}


def test_no_upgrade_is_a_choice() -> None:
    """K1.2."""
    assert rules(upgrades=[]).values["upgrades"] == ()


def test_values_of_ones_own_take_the_place_of_the_table() -> None:
    """K1.4, K1.3: nothing else is dealt."""
    own = setup.Start(values=(("X", 1), ("Y", 50)))
    state = setup.deal(rules(), 2, FairChance(bytes(32)), NOW, own).step.state
    dealt = [letter for _, letter in state.opening.letters] + [x for o in state.options for x in o.letters]
    assert {letter[0] for letter in dealt} <= set("XY?!")
    assert VARIANT.record.write_start(state)["values"] == {"X": 1, "Y": 50}


@pytest.mark.parametrize("seed", range(12))
def test_a_board_that_is_dealt(seed: int) -> None:
    """K2.1, K2.2, K2.3."""
    upgrades = list(UPGRADES) if seed % 2 else []
    state = setup.deal(rules(upgrades=upgrades), 2, FairChance(bytes([seed]) * 32), NOW, None).step.state
    on = state.board
    assert (len(on.cells), state.active, state.round) == (SIZE * SIZE, 0, 1)
    for group, low in ((on.lettered, 1), (on.typed, 1 if upgrades else 0)):
        assert low <= len(group) <= (5 if low else 0)
        assert not any(near in group for index in group for near in neighbours(index))
    assert not set(on.lettered) & set(on.typed) and 4 <= len(on.walls) <= 10
    assert all(on.cells[index].owner is None and on.cells[index].score for index in on.lettered)


def test_an_empty_board_takes_no_number() -> None:
    """K2.4."""
    state = setup.deal(rules(start_board="empty"), 2, FairChance(bytes(32)), NOW, None).step.state
    assert not state.board.lettered and not state.board.walls
    assert VARIANT.record.write_start(state).keys() == {"options"}
    again = begin_round(replace(state, draws=1), FairChance(bytes(32)))
    assert again.options == state.options


def test_how_long_a_list_is() -> None:
    """K3.1."""
    assert [list_length(seats) for seats in (2, 3, 4, 5)] == [5, 7, 5, 6]


def kinds_dealt(state: MatchState, rounds: int = 150) -> dict[str, int]:
    """All the kinds that lists of that match have, and the most of each on one list."""
    most: dict[str, int] = {}
    for seed in range(rounds):
        made = begin_round(state, FairChance(seed.to_bytes(32, "big"))).options
        assert made[0].kind == "letters"
        for kind in {option.kind for option in made}:
            most[kind] = max(most.get(kind, 0), sum(option.kind == kind for option in made))
        assert sum(option.kind in POWERED for option in made) <= 2
    return most


POWERED = {"letter_change", "word_change", "clear", "straight", "connect"}
SOME = board(["ABCDEF"])


def test_which_kinds_are_open() -> None:
    """K3.2, K3.3, K3.4, K3.6, K3.7, K3.8."""
    plain = sheet(board(), upgrades=[])
    assert kinds_dealt(plain).keys() == {"letters", "points", "start_player"}
    assert kinds_dealt(replace(plain, last=True)).keys() == {"letters", "points"}
    most = kinds_dealt(plain)
    assert most["letters"] <= 4 and most["points"] <= 3 and most["start_player"] == 1
    saved = sheet(SOME, backpacks=[["A"], ["B"]], seats=3, upgrades=["backpacks"])
    assert kinds_dealt(saved)["backpack"] == 2
    left = saved.put_player(1, replace(saved.players[1], out=1))
    assert kinds_dealt(left)["backpack"] == 1
    powers = kinds_dealt(sheet(SOME, upgrades=["powerups"]))
    assert powers["letter_change"] == 2 and powers.keys() & POWERED == POWERED - {"clear"}
    active = kinds_dealt(sheet(SOME, upgrades=["powerups"], powers=[Option("straight"), Option("connect")]))
    assert active.keys() & POWERED == {"letter_change", "word_change", "clear"}
    assert {"swap", "destroy"} <= kinds_dealt(sheet(SOME, upgrades=["ominous"])).keys()
    assert not {"swap", "destroy"} & kinds_dealt(sheet(board(["ABCDE"]), upgrades=["ominous"])).keys()


def test_walls_and_special_cells_need_room() -> None:
    """K3.5."""
    assert "wall" in kinds_dealt(sheet(board(["ABC"]))) and "wall" not in kinds_dealt(sheet(board(["AB"])))
    walled = SOME.wall_up(SOME.open_edges)
    assert "wall" not in kinds_dealt(sheet(walled))
    nine, eight = board(["A" * 8] * 6 + ["A" * 7]), board(["A" * 8] * 7)
    assert "special" in kinds_dealt(sheet(nine, upgrades=["supercells"]))
    assert "special" not in kinds_dealt(sheet(eight, upgrades=["supercells"]))
    many = {divmod(index, SIZE): "d" for index in range(42)}
    assert "special" in kinds_dealt(sheet(board(kinds=many)))
    assert "special" not in kinds_dealt(sheet(board(kinds={**many, (7, 7): "t"})))


def test_how_often_a_letter_stands_in_the_pool() -> None:
    """K3.9."""
    values = (("A", 1), ("J", 8), ("Z", 11))
    pool = letter_pool(values, frozenset())
    assert [pool.count(letter) for letter in "AJZ"] == [2520, 315, 229]
    assert letter_pool(values, frozenset("J")).count("J") == 10080


def test_seats_take_options_in_turn_until_one_is_left() -> None:
    """K3.10, K3.11."""
    state = sheet(None, seats=3, upgrades=[], state={"active": 2, "next_first": 2})
    state = act(state, Take(2)).state
    assert (state.active, state.round, state.open, told(act(state, Take(0)))["round"]) == (0, 1, (0, 1), 2)
    after = act(state, Take(0)).state
    assert (after.active, after.round, after.open, len(after.options)) == (2, 2, tuple(range(7)), 7)


def test_who_took_start_player_opens_the_next_round_and_if_out_the_next_seat() -> None:
    """K3.11."""
    state = sheet(None, START_PLAYER, seats=4, upgrades=[], state={"active": 3, "open": (0, 1, 2)})
    taken = take(state).state
    assert (taken.next_first, taken.active) == (3, 0)
    left = act(taken, Resign(), seat=3).state
    assert (left.next_first, left.active, left.over) == (0, 0, False)
    left = act(left, Resign(), seat=0).state
    assert (left.next_first, left.active) == (1, 1)
    assert act(left, Take(1)).state.active == 1


def test_a_timeout_strikes_out_the_last_option_and_an_option_clears_the_counter() -> None:
    """K4.21."""
    state = act(sheet(None, letters("A"), upgrades=[]), Timeout()).state
    assert (state.open, state.players[0].timeouts, state.active, state.board) == ((0, 1, 2), 1, 1, board())
    state = act(act(state, Take(1)).state, Take(0, tiles=((0, 0, "A"),))).state
    assert state.players[0].timeouts == 0 and state.round == 2
    tired = sheet(None, letters("A"), seats=3, upgrades=[], timeouts_to_forfeit=1)
    state = act(tired, Timeout()).state
    assert (state.open, state.gone, state.active) == ((0, 1, 2, 3), (0,), 1)


def test_time_alone_may_end_a_round_and_draws_its_list() -> None:
    """K4.21, K7.1."""
    state = sheet(None, upgrades=[], turn_seconds=60, state={"open": (0, 2), "deadline": NOW})
    (settled,) = settle(VARIANT, state, NOW + GRACE + SLACK, acting=False, chance=FairChance(bytes(32)))
    after = settled.step.state
    assert (after.round, after.active, len(after.open)) == (2, 0, 5)
    assert after.deadline == NOW + GRACE + SLACK + 60_000


@pytest.mark.parametrize(
    ("number", "written", "empty", "last"),
    [(1, 4, 16, False), (1, 4, 15, True), (2, 7, 16, False), (2, 9, 17, True), (3, 0, 0, False), (19, 0, 64, True)],
)
def test_when_the_next_round_is_the_last(number: int, written: int, empty: int, last: bool) -> None:
    """K6.1."""
    on = board([*("#" * 8 for _ in range(8 - empty // 8 - 1)), "#" * (8 - empty % 8)]) if empty < 64 else board()
    assert len(on.empty_cells) == empty
    assert next_is_last(sheet(on, state={"round": number, "written": written})) is last


def test_the_last_round_is_announced_and_the_match_ends_with_it() -> None:
    """K6.2, K6.3."""
    state = sheet(None, Option("points", n=4), upgrades=[], max_rounds=2, state={"open": (0, 1)})
    state = act(state, Take(0)).state
    assert (state.round, state.last) == (2, True)
    for _ in range(4):
        state = act(state, Timeout()).state
    assert (state.outcome, len(state.open), state.round) == (Outcome("rounds_over", 0, (1, 2)), 1, 2)


def test_a_shared_first_place_is_nobodys_and_a_backpack_counts_nothing() -> None:
    """K6.3."""
    state = sheet(None, seats=3, upgrades=[], backpacks=[["Q"] * 9], state={"open": (0, 1), "last": True, "active": 1})
    state = state.put_player(2, replace(state.players[2], score=4))
    over = act(state, Take(0)).state
    assert over.outcome == Outcome("rounds_over", None, (3, 1, 1))


def test_who_leaves_is_out_and_the_last_one_wins() -> None:
    """K6.4."""
    state = sheet(None, seats=3, upgrades=[])
    state = act(state, Resign(), seat=1).state
    assert (state.gone, state.active, state.open) == ((1,), 0, (0, 1, 2))
    over = act(state, Abandon(everyone=False), seat=0).state
    assert over.outcome == Outcome("abandoned", 2, (2, 3, 1))
    assert (over.active, over.next_first, over.gone) == (0, 0, (1, 0))


def test_where_all_go_nobody_wins() -> None:
    """K6.5."""
    over = act(act(sheet(None, seats=4), Resign(), seat=2).state, Abandon(everyone=True)).state
    assert (over.outcome, over.gone) == (Outcome("abandoned", None, None), (2, 0, 1, 3))
    away = [replace(player, away_since=NOW) for player in sheet(None).players]
    (settled,) = settle(VARIANT, sheet(None, state={"players": tuple(away)}), NOW + UNTIMED_ABSENCE, acting=False)
    assert settled.step.state.gone == (0, 1)


def test_nothing_is_drawn_before_a_round_ends() -> None:
    """K7.3."""
    chance = FirstTile()
    state = act(sheet(None, letters("A"), upgrades=[]), Take(0, tiles=((0, 0, "A"),)), chance=chance).state
    state = act(act(state, Take(1), chance=chance).state, Resign(), chance=chance).state
    assert chance.asked == 0 and state.draws == 1

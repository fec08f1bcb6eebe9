"""Playing on from a turn: what is open is carried on, what nobody on turn could see is shuffled anew, and nothing that
was hidden makes any difference."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from game.crossword.tiles import ALFA_MARK, is_alfa, letter_of
from game.dispatch.new_match import can_be_played_on, from_position, new_match, played_on, read_rules
from game.dispatch.stored_forms import decode, encode
from game.kernel.chance import FairChance
from game.kernel.events import Kind
from game.variants import VARIANTS

GAMES = ("alfapower", "classic")
NOW = 4_000_000_000_000


def a_position(game: str, seed: int, *, active: int = 0, alfa: int = 0, **settings: Any) -> Any:
    """A match somewhere in its middle, with a clock, somebody away, and whatever the game has besides."""
    rng = random.Random(seed)
    state: Any = new_match(read_rules(game, settings), FairChance(rng.randbytes(32)), NOW).state
    bag = list(state.bag)
    rng.shuffle(bag)
    left = rng.randint(0, len(bag))
    state = replace(
        state, turn=9, active=active, bag=tuple(sorted(bag[:left])), draws=40, deadline=NOW + 5, opened=True
    )
    for seat, player in enumerate(state.players):
        more: dict[str, Any] = {"score": rng.randint(-9, 90), "passes": 1, "timeouts": 2, "away_since": NOW - 5}
        if game == "alfapower":
            hand = tuple(tile + ALFA_MARK if place < alfa else tile for place, tile in enumerate(player.hand))
            more |= {"hand": hand, "coins": 7 + seat, "slots": ("swap", "claim"), "upgrades": alfa, "fines": 4}
            more["effects"] = (("swap", 2),)
        state = state.put_player(seat, replace(player, **more))
    return state


def begun(state: Any, seed: int = 1) -> Any:
    return played_on(state, FairChance(bytes([seed]) * 32))


def tiles(state: Any) -> Counter[str]:
    return Counter(
        letter_of(tile) for tile in (*state.bag, *(tile for player in state.players for tile in player.hand))
    )


def other_split(state: Any, rng: random.Random) -> Any:
    """The match as it might be too for all that the one on turn can see: other tiles in the other's hand."""
    other = 1 - state.active
    hand = state.players[other].hand
    pool = [letter_of(tile) for tile in (*state.bag, *hand)]
    rng.shuffle(pool)
    marks = rng.sample(range(len(hand)), sum(map(is_alfa, hand)))
    drawn = tuple(tile + ALFA_MARK if place in marks else tile for place, tile in enumerate(pool[: len(hand)]))
    state = replace(state, bag=tuple(sorted(pool[len(hand) :])))
    return state.put_player(other, replace(state.players[other], hand=drawn))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize("seed", range(6))
def test_no_tile_is_lost_and_the_one_on_turn_keeps_the_hand(game: str, active: int, seed: int) -> None:
    state = a_position(game, seed, active=active, alfa=seed % 3)
    after = begun(state)
    assert tiles(after) == tiles(state) and list(after.bag) == sorted(after.bag)
    assert after.players[active].hand == state.players[active].hand
    was, is_now = (one.players[1 - active].hand for one in (state, after))
    assert len(is_now) == len(was) and sum(map(is_alfa, is_now)) == sum(map(is_alfa, was))
    assert len(after.bag) == len(state.bag) and not any(map(is_alfa, after.bag))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_nothing_hidden_makes_any_difference(game: str, seed: int) -> None:
    state, rng = a_position(game, seed, active=seed % 2, alfa=seed % 3), random.Random(seed)
    assert begun(other_split(state, rng)) == begun(state)
    assert begun(state) == begun(state, 1)
    if len(state.bag) > 20:
        assert begun(state, 2) != begun(state, 1)


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_open_is_carried_on_but_the_clock(game: str) -> None:
    state = a_position(game, 4, active=1, alfa=2)
    after = begun(state)
    assert (after.turn, after.active, after.deadline, after.over) == (1, 1, None, False)
    assert (after.board, after.opened, after.tileset, after.phase) == (
        state.board, state.opened, state.tileset, state.phase
    )  # fmt: skip
    assert after.rules.values == {**state.rules.values, "turn_seconds": None}
    for was, is_now in zip(state.players, after.players, strict=True):
        assert replace(was, hand=is_now.hand, timeouts=0, away_since=None) == is_now
    hand = after.players[0].hand
    assert after.draws == 1 + len(hand), "the draws that follow come after those of the hand"
    assert decode(encode(after)) == after
    step = from_position(after)
    assert [event.kind for event in step.events] == [Kind.TURN_BEGAN] and step.events[0].seat == 1


def test_alfa_tiles_that_went_back_to_the_bag_may_come_into_any_hand() -> None:
    state = a_position("alfapower", 2, alfa=1, alfa_keeps_on_swap=True)
    state = replace(state, bag=("E*", "F", "G*"))
    after = begun(state)
    every = [*after.bag, *after.players[1].hand]
    assert sum(map(is_alfa, every)) == 3 and tiles(after) == tiles(state)


def test_other_games_cannot_be_played_on() -> None:
    assert {key for key in VARIANTS if can_be_played_on(key)} == set(GAMES)
    state = a_position("classic", 1)
    flex = replace(state, rules=replace(state.rules, variant="flex"))
    with pytest.raises(ValueError, match="no match of this game"):
        played_on(flex, FairChance(bytes(32)))

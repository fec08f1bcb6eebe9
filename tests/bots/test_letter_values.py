"""What bots think that letters count which they do not hold: in hands imagined of the unseen tiles."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.engine import view_to_position
from bots.engine.imagined_positions import with_hand
from bots.engine.plays import best_plays
from bots.engine.position import Position
from game.crossword.tiles import BLANK, TileSet
from game.dispatch.new_match import deal, read_rules
from game.dispatch.seat_views import view_of
from game.kernel.chance import FairChance
from game.variants.alfapet.bot.view_to_state import match_of as alfapet_match
from game.variants.classic.bot import position as classic_position
from game.variants.flex.bot.view_to_state import match_of as flex_match
from tests.bots.states import a_state, graph_and_words
from tests.support.run_length import tries

POSITION_OF: dict[str, Callable[[Any], Position]] = {
    "alfapower": view_to_position.position_of,
    "classic": classic_position.position_of,
}
some = settings(max_examples=tries(20, 100))


def dealt(variant: str, language: str, hand: Sequence[str] = ()) -> Any:
    """A match at its beginning, with that hand for the seat on turn."""
    rules = read_rules(variant, {"language": language, "turn_seconds": None})
    state = deal(rules, 2, FairChance(bytes(32)), 0).step.state
    seat = state.active
    return state.put_player(seat, replace(state.players[seat], hand=tuple(hand))) if hand else state


@pytest.mark.parametrize("variant", sorted(POSITION_OF))
@some
@given(seed=st.integers(0, 2**32 - 1), language=st.sampled_from(["en", "sv"]))
def test_an_imagined_play_of_letters_not_held_is_worth_what_it_would_be_if_they_were(
    variant: str, seed: int, language: str
) -> None:
    graph, words = graph_and_words(language)
    letters = sorted({letter for word in words for letter in word})
    hand = [random.Random(seed).choice(letters) for _ in range(7)]
    mine = dealt(variant, language, "BBBBBBB")
    theirs = dealt(variant, language, hand)
    numbers = [view_to_position.letters_of(language).index(letter) + 1 for letter in hand]
    imagined = with_hand(POSITION_OF[variant](view_of(mine, mine.active, [], 0)), numbers)
    expected = best_plays(POSITION_OF[variant](view_of(theirs, theirs.active, [], 0)), graph, 5)
    assert best_plays(imagined, graph, 5) == expected


@pytest.mark.parametrize("variant", ["alfapower", "classic", "flex", "alfapet"])
@pytest.mark.parametrize("language", ["en", "sv"])
def test_what_is_seen_of_a_bag_of_its_own_goes_before_the_standard_one(variant: str, language: str) -> None:
    state = dealt(variant, language)
    dear = TileSet(state.tileset.counts, {**state.tileset.values, "A": 5, "B": 9})
    state = replace(dealt(variant, language, ["A", "E", BLANK]), tileset=dear)
    view = view_of(state, state.active, [], 0)
    values: dict[str, Callable[[Any], Any]] = {"flex": flex_match, "alfapet": alfapet_match}
    if variant in values:
        seen = dict(values[variant](view).tileset.values)
    else:
        tile_values = POSITION_OF[variant](view).tile_values.tolist()
        seen = dict(zip(view_to_position.letters_of(language), tile_values[1:], strict=False))
    standard = dealt(variant, language).tileset.values
    assert (seen["A"], seen["E"], seen["B"], seen["Z"]) == (5, standard["E"], standard["B"], standard["Z"])


@some
@given(st.integers(0, 2**32 - 1))
def test_a_tile_on_the_board_says_what_its_letter_counts_without_fortify(seed: int) -> None:
    state = a_state(seed, 9, 3, density=0.5)
    tileset = TileSet(state.tileset.counts, {letter: value + 2 for letter, value in state.tileset.values.items()})
    cells = tuple(
        cell._replace(value=cell.value + 2) if cell.letter and not cell.blank else cell for cell in state.board.cells
    )
    state = replace(state, tileset=tileset, board=replace(state.board, cells=cells))
    values = view_to_position.values_seen_by(view_of(state, 0, [], 0))
    for cell in cells:
        if cell.letter and not cell.blank:
            assert values[cell.letter] == tileset.value(cell.letter)

"""What is remembered of lines: the same best plays as by a search of the whole board, whatever has changed since."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bots.engine.imagined_positions import after, some_of, with_hand, with_square, without_tile
from bots.engine.line_memory import ANY_SUM, LINES, LineMemory, counted
from bots.engine.plays import Play, best_plays, plays_of
from bots.engine.position import Position, bonuses_of
from bots.engine.view_to_position import position_of
from game.variants.alfapower.rules.view import view_of
from tests.bots.states import a_state, graph_and_words
from tests.support.run_length import tries

SEEDS = st.integers(0, 2**32 - 1)
TILES = [0, 1, 1, 5, 5, 19, 19, 20, 20]
few = settings(deadline=None, max_examples=tries(5, 15))


def changed(rng: random.Random, position: Position, plays: list[Play]) -> Position:
    """The position after one of the plays, or with one square changed, as powers do."""
    cells = position.size**2
    taken = [cell for cell in range(cells) if position.letters[cell]]
    empty = [cell for cell in range(cells) if position.free[cell]]
    kind = rng.randrange(5)
    if kind == 0 and plays:
        return after(position, rng.choice(plays))
    if kind == 1 and taken:
        return without_tile(position, rng.choice(taken))
    if kind == 2 and taken:
        return with_square(position, rng.choice(taken), value=1)
    if kind == 3 and empty:
        return with_square(position, rng.choice(empty), closed=True)
    return with_square(position, rng.choice(empty), word_factor=3) if empty else position


@few
@given(SEEDS, st.sampled_from([5, 9, 11]), st.booleans(), st.sampled_from([LINES, 9]))
def test_it_finds_what_a_search_of_the_whole_board_finds(seed: int, size: int, alfa: bool, lines: int) -> None:
    """Of several hands and of one with Alfa tiles, with room for few lines too; with a bonus for four tiles."""
    rng, state = random.Random(seed), a_state(seed, size, 5, alfa=alfa)
    graph, _ = graph_and_words(state.rules.text("language"), 40, seed % 3)
    position = position_of(view_of(state, 0, [], 0))
    position = position._replace(bonuses=bonuses_of({4: 30}))
    hands = [some_of(TILES, count, rng) for count in (5, 4, 0)]
    counts = counted(hands, position.hand.size)
    others = LineMemory(graph, position, counts, np.zeros_like(counts), 6, lines)
    own = LineMemory(graph, position, position.hand[None], position.alfa_hand[None], 12, lines)
    for _ in range(12):
        count = rng.choice([1, 1, 2, 6])
        expected = [best_plays(with_hand(position, hand), graph, count) for hand in hands]
        assert [plays_of(position, rows) for rows in others.best_rows(position, count)] == expected
        mine = best_plays(position, graph, 2 * count)
        assert plays_of(position, own.best_rows(position, 2 * count)[0]) == mine
        position = changed(rng, position, mine)


@few
@given(SEEDS, st.integers(-5, 60))
def test_a_sum_is_exact_up_to_the_most_that_is_asked_for(seed: int, most: int) -> None:
    rng, state = random.Random(seed), a_state(seed, 9, 5)
    graph, _ = graph_and_words(state.rules.text("language"), 40, seed % 3)
    position = position_of(view_of(state, 0, [], 0))
    hands = [some_of(TILES, 5, rng) for _ in range(3)]
    counts = counted(hands, position.hand.size)
    memory = LineMemory(graph, position, counts, np.zeros_like(counts), 6)
    for _ in range(6):
        exact = sum(play.score for hand in hands for play in best_plays(with_hand(position, hand), graph, 1))
        found = memory.total(position, most)
        assert found == exact or most < found <= exact
        assert memory.total(position, ANY_SUM) == exact
        position = changed(rng, position, best_plays(with_hand(position, hands[0]), graph, 3))


def test_no_hand_has_no_plays() -> None:
    state = a_state(1, 9, 5)
    position = position_of(view_of(state, 0, [], 0))
    nothing = counted([], position.hand.size)
    memory = LineMemory(graph_and_words("en")[0], position, nothing, nothing, 1)
    assert memory.best_rows(position, 1) == [] and memory.total(position, 5) == 0


@pytest.mark.parametrize("hands", [[], [[0, 1, 1]], [[2], [0, 0]]])
def test_hands_are_counted_by_letter(hands: list[list[int]]) -> None:
    counts = counted(hands, 4)
    assert counts.tolist() == [[hand.count(letter) for letter in range(4)] for hand in hands]

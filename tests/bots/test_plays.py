"""The bots' search against the rules: every play it finds is legal and worth what it says, and none is missing."""

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations, product
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bots.engine.building import Graph
from bots.engine.plays import Play, TooManyTiles, all_plays, best_plays
from bots.engine.position import bonuses_of
from bots.engine.tile_kinds import record
from bots.engine.view_to_position import action_of, position_of
from game.crossword.tiles import BLANK, Placed, letter_of
from game.kernel.refusals import Refused
from game.variants.alfapower.rules.placement import examine
from game.variants.alfapower.rules.scoring import score_words, turn_score
from game.variants.alfapower.rules.state import MatchState
from game.variants.alfapower.rules.view import view_of
from tests.bots.states import LETTERS, a_state, graph_and_words
from tests.support.run_length import tries


def found_by(state: MatchState, graph: Graph) -> tuple[dict[frozenset[Placed], int], list[Play]]:
    """Every play of the search as {placements: points}, and how many there were."""
    view = view_of(state, 0, [], 0)
    plays = all_plays(position_of(view), graph)
    return {frozenset(action_of(view, play).tiles): play.score for play in plays}, plays


def judged(state: MatchState, tiles: Sequence[Placed], words: frozenset[str]) -> int | None:
    """The points of a placement; None when the rules do not have it."""
    try:
        placement = examine(state, 0, tiles)
    except Refused:
        return None
    scored = score_words(state.board, state.rules, placement)
    return turn_score(scored) if all(word.text in words for word in scored) else None


def naive(state: MatchState, words: frozenset[str]) -> dict[frozenset[Placed], int]:
    """Every legal play in one line on free squares whose tiles are all in one word, by trying everything."""
    size, language = state.board.size, state.rules.text("language")
    lines = [range(row * size, row * size + size) for row in range(size)]
    lines += [range(col, size * size, size) for col in range(size)]
    hand = state.players[0].hand
    legal = {}
    for line in lines:
        free = [index for index in line if not state.board.cells[index].letter]
        for count in range(1, len(hand) + 1):
            for cells in combinations(free, count):
                for tiles in set(permutations(hand, count)):
                    names = [LETTERS[language] if letter_of(tile) == BLANK else [""] for tile in tiles]
                    for named in product(*names):
                        laid = [Placed(*divmod(at, size), tile, name)
                                for at, tile, name in zip(cells, tiles, named, strict=True)]  # fmt: skip
                        if (points := judged(state, laid, words)) is not None and in_one_word(state, laid):
                            legal[frozenset(laid)] = points
    return legal


def in_one_word(state: MatchState, laid: Sequence[Placed]) -> bool:
    placement = examine(state, 0, laid)
    return any(set(placement.fresh) <= set(run) for run in (*placement.across, *placement.down))


SEEDS = st.integers(0, 2**32 - 1)
some = settings(deadline=None, max_examples=tries(15, 40))


@some
@given(SEEDS, st.sampled_from([11, 15, 19, 9]), st.booleans())
def test_every_play_is_legal_and_worth_what_it_says(seed: int, size: int, alfa: bool) -> None:
    state = a_state(seed, size, 4, alfa=alfa)
    graph, words = graph_and_words(state.rules.text("language"), 40, seed % 3)
    found, plays = found_by(state, graph)
    assert len(found) == len(plays), "a play comes twice"
    for tiles, score in list(found.items())[:: 1 + len(found) // 150]:
        assert judged(state, sorted(tiles), words) == score, sorted(tiles)


@some
@given(SEEDS, st.sampled_from([3, 4, 5]), st.sampled_from([False, "bound"]))
def test_no_play_is_missing_on_small_boards(seed: int, size: int, alfa: bool | str) -> None:
    state = a_state(seed, size, 3, alfa=alfa)
    if not state.opened and size % 2 == 0:
        return
    graph, words = graph_and_words(state.rules.text("language"), 50, seed % 3)
    found, _ = found_by(state, graph)
    expected = naive(state, words)
    limit, marked = state.rules.limit("alfa_on_board"), sum("*" in tile for tile in state.players[0].hand)
    room = 99 if limit is None else limit - state.board.alfa_cells()
    if room <= 0:  # all are plain: of S and S* either may be laid
        found, expected = unmarked(found), unmarked(expected)
    if marked > room > 0:
        assert found.items() <= expected.items()  # more Alfa tiles than may lie: the surplus stays in hand
    else:
        assert found == expected


def unmarked(plays: dict[frozenset[Placed], int]) -> dict[frozenset[Placed], int]:
    """Plays by the faces of their tiles."""
    return {
        frozenset(tile._replace(tile=letter_of(tile.tile)) for tile in tiles): score for tiles, score in plays.items()
    }


@some
@given(SEEDS, st.integers(1, 30), st.booleans())
def test_the_best_plays_are_the_first_of_all(seed: int, count: int, alfa: bool) -> None:
    state = a_state(seed, 11, 4, alfa=alfa)
    graph, _ = graph_and_words(state.rules.text("language"), 50, seed % 3)
    position = position_of(view_of(state, 0, [], 0))
    assert best_plays(position, graph, count) == all_plays(position, graph)[:count]


@some
@given(SEEDS, st.integers(1, 30), st.integers(0, 3))
@example(5089, 1, 0)
@example(5105, 1, 1)
def test_the_best_plays_are_the_first_of_all_with_blanks_and_squares_that_take_points_off(
    seed: int, count: int, blanks: int
) -> None:
    """An Alfa tile counts its letter once on such a square."""
    state = a_state(seed, 11, 4, alfa=seed % 2 == 1)
    graph, _ = graph_and_words(state.rules.text("language"), 50, seed % 3)
    position = position_of(view_of(state, 0, [], 0))
    rng = random.Random(seed)
    position.letter_factor[:] = [rng.choice((1, 1, 2, 3, 0, -2)) for _ in position.letters]
    position.hand[0] = blanks
    assert best_plays(position, graph, count) == all_plays(position, graph)[:count]


@some
@given(SEEDS, st.integers(1, 30), st.integers(0, 1))
def test_a_bonus_for_so_many_tiles_is_counted_before_the_best_are_chosen(seed: int, count: int, blanks: int) -> None:
    """Any bonuses, and what takes points off too."""
    rng, state = random.Random(seed), a_state(seed, 9, 4, alfa=seed % 2 == 1)
    graph, _ = graph_and_words(state.rules.text("language"), 40, seed % 3)
    position = position_of(view_of(state, 0, [], 0))
    position.hand[0] = blanks
    bonuses = bonuses_of({tiles: rng.choice((0, 0, -9, 5, 20, 100)) for tiles in range(1, 8)})
    with_bonus = position._replace(bonuses=bonuses)
    every = all_plays(with_bonus, graph)
    plain = [(play.score + bonuses[len(play.tiles)], play.tiles) for play in all_plays(position, graph)]
    assert sorted(every) == sorted(plain)
    assert best_plays(with_bonus, graph, count) == every[:count]


def test_a_hand_that_a_play_cannot_name_is_refused() -> None:
    state = a_state(1, 5, 9)
    graph, _ = graph_and_words(state.rules.text("language"), 50, 0)
    with pytest.raises(TooManyTiles):
        best_plays(position_of(view_of(state, 0, [], 0)), graph, 1)


def digest() -> str:
    """What the search says of some positions, in short."""
    sums = []
    for seed in range(tries(6, 12)):
        state = a_state(seed, 9, 3, alfa=seed % 2 == 0)
        graph, _ = graph_and_words(state.rules.text("language"), 40, 1)
        plays = all_plays(position_of(view_of(state, 0, [], 0)), graph)
        best = best_plays(position_of(view_of(state, 0, [], 0)), graph, 5)
        sums.append((len(plays), sum(play.score for play in plays), best))
    return repr(sums)


@cache
def said_by_plain_python() -> tuple[str, str]:
    """What `digest` and `counted` say where nothing is compiled: in another process, one for both."""
    code = "import django, sys; django.setup(); from tests.bots.test_plays import *; "
    code += "sys.stdout.write(digest() + chr(10) + counted())"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said, numbers = done.stdout.splitlines()
    return said, numbers


def test_the_compiled_search_is_the_plain_one() -> None:
    assert said_by_plain_python()[0] == digest()


def counted() -> str:
    """How many words become plays with two blanks: for all plays, and for the best three; and how many plays."""
    state = a_state(2, 11, 5, density=0.3)
    graph, _ = graph_and_words(state.rules.text("language"), 50, 0)
    position = position_of(view_of(state, 0, [], 0))
    position.hand[0] = 2
    with patch("bots.engine.search.record", wraps=record) as recorded:
        every = len(all_plays(position, graph))
        of_all = recorded.call_count
        best_plays(position, graph, 3)
    return f"{of_all} {recorded.call_count - of_all} {every}"


def test_a_word_is_walked_once_for_all_its_blanks_and_the_best_leave_most_words_out() -> None:
    of_all, of_best, every = map(int, said_by_plain_python()[1].split())
    assert of_all * 3 < every and of_best * 3 < of_all

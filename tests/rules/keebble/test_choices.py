"""What a page lights (K4, K7): a cell may be chosen next exactly where some lawful end of the option has it.

And the game on paper: lists, rounds, powers and points as in any match, whatever is written on the sheet.
"""

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Any

import pytest

from game.kernel.chance import FairChance
from game.kernel.refusals import Code, Refused
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules import paper
from game.variants.keebble.rules.actions import Take
from game.variants.keebble.rules.apply_option import carry_out
from game.variants.keebble.rules.board import SIZE, Cell
from game.variants.keebble.rules.dealing import list_length
from game.variants.keebble.rules.option import Option
from game.variants.keebble.rules.readout import read_out
from game.variants.keebble.rules.settings import UPGRADES
from game.variants.keebble.rules.state import MatchState
from tests.support.keebble import board, letters, rules, sheet
from tests.support.types import certain

STRAIGHT, CONNECT = Option("straight"), Option("connect")
SMALL = board(["A.#", ".B.", "..C"], ["0..", ".1.", "..."], walls=[(0, 0, "down"), (1, 1, "right")])
DEAD = Cell(dead=True)
CORNER = SMALL.put({i: DEAD for i in range(SIZE * SIZE) if i % SIZE > 2 or i // SIZE > 2})
"""Nine cells of a sheet, all others dead, so that every way to write can be tried."""


@pytest.mark.parametrize("powers", [(), (STRAIGHT,), (CONNECT,), (STRAIGHT, CONNECT)])
@pytest.mark.parametrize("given", [("D",), ("D", "E"), ("D", "E", "!"), ("D", "E", "F")])
def test_a_cell_is_lit_exactly_where_a_lawful_end_has_it(given: tuple[str, ...], powers: Sequence[Option]) -> None:
    state = sheet(CORNER, letters(*given), powers=powers)
    plain = [letter for letter in given if letter != "!"]
    nine = [divmod(i, SIZE) for i in range(SIZE * SIZE) if not CORNER.cells[i].dead]
    ends = []
    for squares in permutations(nine, len(plain)):
        tiles = tuple((*at, letter) for at, letter in zip(squares, plain, strict=True))
        try:
            carry_out(state, 0, Take(0, tiles=tiles))
        except Refused:
            continue
        ends.append(tiles)
    assert ends
    if CONNECT not in powers:
        for end in ends:
            for so_far in range(len(plain)):
                chosen = end[:so_far]
                after = {e[so_far][:2] for e in ends if e[:so_far] == chosen}
                lit = read_out(state, 0, Take(0, tiles=chosen)).cells
                assert {divmod(index, SIZE) for index in lit} == after
    # What hangs on a letter not yet written is lit once that is: every end is reached, and nothing else.
    reached = {tuple(sorted(e[:2] for e in end)) for end in ends}
    assert reached == _by_what_is_lit(state, plain, ())


def _by_what_is_lit(
    state: MatchState, plain: Sequence[str], tiles: tuple[tuple[int, int, str], ...]
) -> set[tuple[tuple[int, int], ...]]:
    """Every set of cells that choosing lit ones leads to."""
    if len(tiles) == len(plain):
        assert read_out(state, 0, Take(0, tiles=tiles)).code is None
        return {tuple(sorted(tile[:2] for tile in tiles))}
    lit = read_out(state, 0, Take(0, tiles=tiles)).cells
    return set().union(*(_by_what_is_lit(state, plain, (*tiles, (*divmod(i, SIZE), plain[len(tiles)]))) for i in lit))


def test_what_is_chosen_so_far_shows_its_runs_and_what_is_left_to_choose() -> None:
    state = sheet(board(["CA"]), letters("T", "S"))
    told = read_out(state, 0, Take(0, tiles=((0, 2, "T"),)))
    assert (told.code, told.due, [[word.text for word in run] for run in told.runs]) == ("wrong_count", 2, [["CAT"]])
    assert 2 not in told.cells and 3 in told.cells and len(told.cells) == SIZE * SIZE - 3


@pytest.mark.parametrize(
    "option, fields, due, count",
    [
        (Option("wall", n=2), {"walls": ((0, 0, "right"),)}, 2, 0),
        (Option("special", type="t", n=2), {"cells": ((5, 5),)}, 2, 61),
        (Option("special", type="t", n=1), {"cells": ((5, 5),)}, 1, 0),
        (Option("swap", n=2), {"tiles": ((0, 0, "B"),)}, 2, 1),
        (Option("swap", n=2), {}, 2, 2),
        (Option("destroy", n=1), {}, 1, 63),
        (Option("points", n=5), {}, 0, 0),
    ],
)
def test_every_kind_says_how_many_are_due_and_which_cells_are_left(
    option: Option, fields: dict[str, Any], due: int, count: int
) -> None:
    state = sheet(board(["CA#"], kinds={(0, 3): "d"} if option.kind == "special" else None), option)
    told = read_out(state, 0, Take(0, **fields))
    assert (told.due, len(told.cells)) == (due, count)


def test_what_may_not_be_chosen_is_its_code_alone() -> None:
    told = read_out(sheet(board(["CA"]), letters("T", "S")), 0, Take(0, tiles=((0, 0, "T"),)))
    assert (told.code, told.runs) == ("occupied", ())


MOST_STEPS = 300


@pytest.mark.parametrize("seed", range(6))
def test_every_option_can_be_taken_to_the_end(seed: int) -> None:
    rng, chance = Random(seed), FairChance(Random(seed).randbytes(32))
    chosen = rules(upgrades=[one for one in UPGRADES if rng.random() < 0.8], max_rounds=rng.choice([5, 40]))
    state = paper.begin(chosen, 2 + seed % 4, chance)
    for _ in range(MOST_STEPS):
        if state.over:
            break
        index = rng.choice(state.open)
        option, before = state.options[index], state
        state = paper.take(state, index, False, chance)
        due = sum(letter != kinds.OVERWRITE for letter in option.letters)
        assert state.written - before.written <= (due if option.kind == kinds.LETTERS else 64)
        if state.round > before.round:
            assert len(state.options) == list_length(len(state.players))
    assert state.over and certain(state.outcome).reason == "rounds_over"
    with pytest.raises(Refused) as refused:
        paper.take(state, 0, False, chance)
    assert refused.value.code is Code.MATCH_OVER


def test_points_that_an_option_gives_are_counted_and_those_of_words_are_told() -> None:
    state = sheet(None, letters("C", "A", "T"))
    taken = paper.take(state, 1, False, FairChance(bytes(32)))
    assert [player.score for player in taken.players] == [4, 0]
    told = paper.add(paper.add(taken, 1, 5), 1, -1)
    assert [player.score for player in told.players] == [4, 4]
    with pytest.raises(Refused):
        paper.add(told, 2, 1)


def test_letters_are_saved_only_of_letters() -> None:
    state = sheet(None, letters("C", "?2"))
    saved = paper.take(state, 0, True, FairChance(bytes(32)))
    assert saved.players[0].backpack == ("C", "?2") and not saved.board.lettered
    points = paper.take(state, 1, True, FairChance(bytes(32)))
    assert points.players[0].score == 4

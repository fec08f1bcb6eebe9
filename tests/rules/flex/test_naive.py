"""The engine judges and scores turns as the naive second reading does: every turn of a tiny board, thousands by lot."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from game.crossword.board import Board, letter_rows
from game.crossword.tiles import TileSet, read_plain
from game.variants.flex.rules.actions import Arrange
from game.variants.flex.rules.placement import examine
from game.variants.flex.rules.readout import read_out
from game.variants.flex.rules.state import MatchState
from tests.support import naive_crossword as naive
from tests.support.flex import table
from tests.support.run_length import tries

VALUES = {"A": 1, "B": 3, "Q": 10}


def state_of(given: naive.Table) -> MatchState:
    """The same table for the engine."""
    rows = ["".join(given.marks.get((row, col), ".") for col in range(given.size)) for row in range(given.size)]
    board = Board.empty(rows)
    cells = {}
    for (row, col), token in given.board.items():
        index = row * given.size + col
        value = 0 if token.islower() else VALUES[token]
        cells[index] = board.cells[index]._replace(letter=token.upper(), blank=token.islower(), value=value, by=0)
    limit = None if given.flex_left is None else 5
    state = table({}, (given.hand, "A"), flexed=(5 - (given.flex_left or 0), 0), flex_turns=limit,
                  loosen_cost=given.loosen, loosen_letter_bonus=given.letter_bonus, take_cost=given.take)  # fmt: skip
    return replace(state, board=board.put(cells), tileset=TileSet({"A": 9, "B": 9, "Q": 9, "?": 9}, VALUES))


def action_of(turn: naive.Turn) -> Arrange:
    """The same turn for the engine."""
    tiles = tuple(read_plain(row, col, token, "en") for row, col, token in turn.tiles)
    return Arrange(tiles, tuple(turn.moves), tuple(turn.takes))


def agrees(given: naive.Table, state: MatchState, turn: naive.Turn) -> str | None:
    """Whether both say the same of a turn; gives the code of the refusal, or None."""
    action = action_of(turn)
    code, readout = naive.fault(given, turn), read_out(state, 0, action)
    assert readout.code == code, (given, turn)
    if code is None:
        assert [(word.text, word.points) for word in readout.words] == naive.words(given, turn), (given, turn)
        assert readout.cost == naive.cost(given, turn), (given, turn)
        assert readout.score == sum(points for _, points in naive.words(given, turn)) - readout.cost
        placement = examine(state, 0, action)
        assert "".join(sorted(placement.left)) == naive.left_in_hand(given, turn)
        lies = naive.after(given, turn)
        squares = range(given.size)
        assert letter_rows(placement.board) == ["".join(lies.get((r, c), ".") for c in squares) for r in squares]
        assert [len(run) for run in placement.runs] == [len(run) for run in naive.runs(lies, given.size)]
    return code


def test_every_turn_of_a_board_of_nine_squares() -> None:
    """All of at most two tiles of the hand, one tile moved or two changing places, and one taken or none."""
    board = {(1, 0): "A", (1, 1): "B", (0, 1): "a"}
    marks = {(1, 1): "*", (0, 1): "d", (2, 2): "T", (1, 0): "t", (0, 0): "D"}
    given = naive.Table(3, marks, board, "A?", 1, VALUES)
    state = state_of(given)
    squares = list(product(range(3), range(3)))
    laid: list[list[tuple[int, int, str]]] = [[], *([(*square, token)] for square in squares for token in "Ab")]
    laid += [[(*first, "A"), (*second, "b")] for first, second in [*combinations(squares, 2), (squares[4], squares[4])]]
    moves: list[list[tuple[naive.Square, naive.Square]]] = [
        [],
        *([(origin, to)] for origin in [*board, (2, 2)] for to in squares),
    ]
    moves += [[(one, two), (two, one)] for one, two in combinations(board, 2)]
    takes: list[list[naive.Square]] = [[], [(1, 0)], [(2, 0)]]
    codes = Counter(agrees(given, state, naive.Turn(*parts)) for parts in product(laid, moves, takes))
    assert sum(codes.values()) == 6_720
    assert codes[None] > 300
    assert codes.keys() == {
        None, "no_tiles", "same_cell", "no_tile", "too_many_takes", "occupied", "not_in_line", "gap", "not_connected"
    }  # fmt: skip


def turn_by_lot(chance: Random, given: naive.Table) -> naive.Turn:
    """A turn that is often legal: some tiles near what lies, some tiles moved to squares near or round in a circle."""
    size, lying = given.size, list(given.board)
    near = [
        (row + down, col + right)
        for row, col in lying or [(size // 2, size // 2)]
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0), (0, 0))
    ]
    hand = [token if token != "?" else chance.choice("abq?") for token in given.hand]
    tiles = [(*chance.choice(near), token) for token in chance.sample(hand, chance.randint(0, min(3, len(hand))))]
    chance.shuffle(lying)
    count = chance.choice((0, 0, 0, 1, 2, 2, 3))
    moved, rest = lying[:count], lying[count:]
    goals = moved[1:] + moved[:1] if chance.random() < 0.5 else [chance.choice(near) for _ in moved]
    takes = rest[: chance.choice((0, 0, 0, 1, 1, 2))]
    if chance.random() < 0.1:
        takes.append((chance.randrange(size), chance.randrange(size)))
    return naive.Turn(tiles, list(zip(moved, goals, strict=True)), takes)


def table_by_lot(chance: Random) -> naive.Table:
    """A board of three or five squares a side with a group of tiles on it, at times with none."""
    size = chance.choice((3, 5))
    middle = (size // 2, size // 2)
    marks = {square: chance.choice("......dtDT*") for square in product(range(size), range(size))}
    lies: naive.Lies = {}
    for _ in range(chance.choice((0, 2, 4, 6, 8))):
        squares = [
            (row + down, col + right)
            for row, col in lies or [middle]
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        ]
        row, col = chance.choice(squares) if lies else middle
        if 0 <= row < size and 0 <= col < size:
            lies[row, col] = chance.choice("AABQab")
    hand = "".join(chance.choice("AABQ?") for _ in range(chance.randint(1, 5)))
    costs = [chance.random() < 0.7 for _ in range(3)]
    return naive.Table(size, marks, lies, hand, chance.choice((None, None, 5, 1, 0)), VALUES, *costs)


@pytest.mark.parametrize("seed", range(tries(3, 8)))
def test_turns_by_lot(seed: int) -> None:
    chance = Random(seed)
    codes: Counter[str | None] = Counter()
    for _ in range(60):
        given = table_by_lot(chance)
        state = state_of(given)
        codes.update(agrees(given, state, turn_by_lot(chance, given)) for _ in range(15))
    assert codes[None] > 30 and len(codes) > 8  # else the turns would not try what is hard

"""The engine reads and scores as the naive second implementation does, on thousands of tiny boards."""

from random import Random

import pytest

from game.variants.alfapet.rules.board import Board, Cell
from game.variants.alfapet.rules.reading import text_of, words_through
from game.variants.alfapet.rules.scoring import score_word
from tests.support import naive_alfapet as naive
from tests.support.run_length import tries

SIZE = 6
MARKS = "......dtqmDTQ*"

Reading = tuple[str, list[tuple[int, int]], int]
"""A word, its squares and its points."""


def board_by_lot(chance: Random) -> tuple[Board, set[int]]:
    """A board with letters, black tiles and legal arrows, and which of the letters are laid now."""
    layout = "".join(chance.choice(MARKS) for _ in range(SIZE * SIZE))
    dense = chance.uniform(0.3, 0.9)
    cells = {}
    for index, mark in enumerate(layout):
        if chance.random() < dense:
            blank = chance.random() < 0.1
            value = 0 if blank else chance.randint(1, 10)
            cells[index] = Cell(mark, chance.choice("ABC"), blank, value, 0)
        elif chance.random() < 0.2:
            cells[index] = Cell(mark, by=0, black=True)
    letters = {divmod(index, SIZE) for index, cell in cells.items() if cell.letter}
    for row, col in letters:
        ways = []
        if {(row, col - 1), (row + 1, col)} <= letters:
            ways.append("down")
        if {(row - 1, col), (row, col + 1)} <= letters:
            ways.append("across")
        if ways and chance.random() < 0.3:
            index = row * SIZE + col
            cells[index] = cells[index]._replace(arrow=chance.choice(ways))
    board = Board(SIZE, layout, Board.empty([layout[i : i + SIZE] for i in range(0, SIZE * SIZE, SIZE)]).cells)
    laid = {row * SIZE + col for row, col in letters if chance.random() < chance.choice((0.1, 0.3))}
    return board.put(cells), laid


def read_naively(board: Board, laid: set[int]) -> list[Reading]:
    by_cell = {divmod(index, SIZE): cell for index, cell in enumerate(board.cells)}
    letters = {at: cell.letter for at, cell in by_cell.items() if cell.letter}
    arrows = {at: cell.arrow for at, cell in by_cell.items() if cell.arrow}
    values = {at: cell.value for at, cell in by_cell.items()}
    marks = {at: cell.bonus for at, cell in by_cell.items()}
    fresh = {divmod(index, SIZE) for index in laid}
    found = naive.words(letters, arrows, SIZE, fresh)
    return [(text, path, naive.points(path, values, marks, fresh)) for text, path in found]


def read(board: Board, laid: set[int]) -> list[Reading]:
    words = [(word, score_word(board, frozenset(laid), word)) for word in words_through(board, frozenset(laid))]
    return [
        (text_of(board, word), [divmod(index, SIZE) for index in word.cells], score.points) for word, score in words
    ]


@pytest.mark.parametrize("seed", range(tries(4, 12)))
def test_words_and_points_are_those_of_the_naive_reading(seed: int) -> None:
    chance = Random(seed)
    bent = 0
    for _ in range(100):
        board, laid = board_by_lot(chance)
        assert read(board, laid) == read_naively(board, laid)
        bent += sum(word.bent for word in words_through(board, frozenset(laid)))
    assert bent > 100  # else the boards would not try what is hard

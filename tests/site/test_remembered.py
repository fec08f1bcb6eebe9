"""What is remembered of what was drawn has a bound in bytes, all together (docs/operating.md)."""

import sys
from itertools import count

import pytest

from bots import jinja_names as _  # noqa: F401  (all that draws is loaded)
from game import jinja_names
from game.live import panels, pushes
from game.live.pieces import Drawn
from game.presentation import PRESENTATIONS, squares, turn_lines
from game.variants.keebble.screens import squares as keebble_squares
from tests.support.matches import START, make_match
from ui import drawn_once
from ui.remembered import MIB, OF_AN_ENTRY, Memory

MOST = 64 * MIB
SQUARES = {squares.drawn_square: 1_000, keebble_squares.drawn: 1_500}
"""What a square takes at most, with what it is drawn from."""
MEMORIES = (panels.memory, jinja_names.memory, turn_lines.memory, drawn_once.memory)


def test_the_latest_used_are_kept_up_to_so_many_bytes() -> None:
    memory, calls = Memory(3 * (OF_AN_ENTRY + 10)), count()

    @memory.remember
    def draw(name: str) -> str:
        next(calls)
        return name * 10

    assert [draw(name) for name in "abcabd"] == ["a" * 10, "b" * 10, "c" * 10, "a" * 10, "b" * 10, "d" * 10]
    assert (next(calls), draw("a"), draw("b"), next(calls)) == (4, "a" * 10, "b" * 10, 5)
    assert draw("c") == "c" * 10 and next(calls) == 7
    assert memory.results.currsize <= memory.results.maxsize


def test_what_is_too_large_is_drawn_and_not_kept() -> None:
    memory = Memory(OF_AN_ENTRY + 10)

    @memory.remember
    def draw(length: int) -> str:
        return "x" * length

    assert len(draw(1_000)) == 1_000 and not memory.results


def test_functions_of_one_memory_have_each_their_own() -> None:
    memory = Memory(MIB)

    @memory.remember
    def one(name: str) -> str:
        return f"1{name}"

    @memory.remember
    def other(name: str) -> str:
        return f"2{name}"

    assert (one("a"), other("a"), one("a")) == ("1a", "2a", "1a")


def test_all_that_is_remembered_has_a_bound_together() -> None:
    of_squares = sum(size * (square.cache_info().maxsize or MOST) for square, size in SQUARES.items())
    assert sum(memory.results.maxsize for memory in MEMORIES) + pushes.MOST_KEPT + of_squares <= MOST


@pytest.mark.django_db
@pytest.mark.parametrize("game", ["alfapower", "classic", "alfapet", "flex", "keebble"])
def test_a_square_with_what_it_is_drawn_from_is_no_larger_than_is_reckoned(game: str) -> None:
    from game.live.screens import screen_of

    screen = screen_of(make_match(variant=game), 0, START)
    names = ("W" * 20, "Å" * 20, "Ö" * 20)[: len(screen.table.names)]
    drawn = PRESENTATIONS[game].drawn_squares(screen.view, names)
    largest_view = max(sys.getsizeof(cell) for cell in screen.view.cells)
    most = SQUARES[keebble_squares.drawn if game == "keebble" else squares.drawn_square]
    assert max(map(sys.getsizeof, drawn.values())) + largest_view + 300 <= most


def test_what_is_kept_for_pushes_is_counted_with_its_pieces() -> None:
    drawn = Drawn("x" * 100, {"a": "y" * 50, "b": "z" * 50})
    assert 200 <= drawn.size() <= 1_000

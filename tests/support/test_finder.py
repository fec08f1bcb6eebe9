"""The move finder plays whole matches of real words, quickly, and every move of it is legal."""

import pytest

from tests.support.move_finder import Finder, finder
from tests.support.types import certain

BLANK = ["." * 11] * 11


@pytest.fixture
def few() -> Finder:
    """Of a word of the whole hand that the tests hold, and of parts of it."""
    return Finder(["RETAINS", "RETAIN", "TRAIN", "TEN", "AN"])


def test_the_english_list_is_read_to_its_end() -> None:
    """Its words of up to five letters, from first to last: it is in the order of the alphabet."""
    assert sum(map(len, finder("en", 5)._by_letters.values())) == 17_733


def test_lays_as_many_tiles_as_it_can(few: Finder) -> None:
    assert len(certain(few.best(BLANK, list("RETAINS"), first=True))) == 7


def test_the_limit_holds(few: Finder) -> None:
    move = certain(few.best(BLANK, list("RETAINS"), first=True, limit=3))
    assert len(move) == 3
    assert (5, 5) in {(r, c) for r, c, _ in move}


def test_a_blank_is_laid_as_a_lower_case_letter() -> None:
    move = certain(Finder(["QUIZ"]).best(BLANK, list("QUI?XXX"), first=True))
    assert "".join(tile for _, _, tile in move) == "QUIz"


def test_keeps_off_dead_and_claimed_cells() -> None:
    knows = Finder(["AB"])
    rows = ["." * 11] * 5 + [".....A....."] + ["." * 11] * 5
    assert knows.best(rows, ["B"], first=False) is not None
    assert knows.best(rows, ["B"], first=False, dead={(5, 6)}, claimed={(6, 5)}) is None
    assert knows.best([*rows[:5], ".....A#....", *rows[6:]], ["B"], first=False) == [(6, 5, "B")]


def test_leaves_alfa_tiles_in_the_hand() -> None:
    assert Finder(["AB"]).best(BLANK, ["A*", "B"], first=True) is None


def test_no_move_is_none() -> None:
    assert Finder(["AB"]).best(BLANK, list("XYZ"), first=True) is None

"""The move finder plays whole matches of real words, quickly, and every move of it is legal."""

import gzip
from pathlib import Path

import pytest

from tests.support.move_finder import Finder
from tests.support.types import certain

DATA = Path(__file__).parents[2] / "dictionary" / "data"
BLANK = ["." * 11] * 11


@pytest.fixture(scope="module")
def lists() -> dict[str, list[str]]:
    """The bundled word lists in upper case, by language."""
    found = {language: next(DATA.rglob(f"{language}.txt.gz")) for language in ("en", "sv")}
    return {
        language: gzip.decompress(path.read_bytes()).decode("utf-8").upper().split() for language, path in found.items()
    }


@pytest.fixture(scope="module")
def english(lists: dict[str, list[str]]) -> Finder:
    return Finder(lists["en"])


def test_the_english_list_is_whole(lists: dict[str, list[str]]) -> None:
    assert len(lists["en"]) == 254_086


def test_lays_as_many_tiles_as_it_can(english: Finder) -> None:
    assert len(certain(english.best(BLANK, list("RETAINS"), first=True))) == 7


def test_the_limit_holds(english: Finder) -> None:
    move = certain(english.best(BLANK, list("RETAINS"), first=True, limit=3))
    assert len(move) == 3
    assert (5, 5) in {(r, c) for r, c, _ in move}


def test_a_blank_is_laid_as_a_lower_case_letter() -> None:
    finder = Finder(["QUIZ"])
    move = certain(finder.best(BLANK, list("QUI?XXX"), first=True))
    assert "".join(tile for _, _, tile in move) == "QUIz"


def test_keeps_off_dead_and_claimed_cells() -> None:
    finder = Finder(["AB"])
    rows = ["." * 11] * 5 + [".....A....."] + ["." * 11] * 5
    assert finder.best(rows, ["B"], first=False) is not None
    assert finder.best(rows, ["B"], first=False, dead={(5, 6)}, claimed={(6, 5)}) is None
    assert finder.best([*rows[:5], ".....A#....", *rows[6:]], ["B"], first=False) == [(6, 5, "B")]


def test_leaves_alfa_tiles_in_the_hand() -> None:
    assert Finder(["AB"]).best(BLANK, ["A*", "B"], first=True) is None


def test_no_move_is_none() -> None:
    assert Finder(["AB"]).best(BLANK, list("XYZ"), first=True) is None

"""Reads the editorial lists typed by hand, and filters words by what a list may contain."""

from pathlib import Path

from dictionary.bundled import DATA
from dictionary.upload_lines import LONGEST, SHORTEST

FOLDER = DATA / "build"
_FOLDED = str.maketrans("éèêëàâáüûçñôóíîï", "eeeeaaauucnooiii")
LETTERS = {"en": "abcdefghijklmnopqrstuvwxyz", "sv": "abcdefghijklmnopqrstuvwxyzåäö"}


def words_of(name: str, folder: Path = FOLDER) -> frozenset[str]:
    """The words of an editorial list: any number a line, `#` begins a remark."""
    lines = (folder / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines for word in line.partition("#")[0].split())


def fits(word: str, language: str) -> bool:
    """Whether it has only small letters of the language, and no more than a board can hold."""
    return SHORTEST <= len(word) <= LONGEST and set(word) <= set(LETTERS[language])


def folded(word: str) -> str:
    """The word without the accents of loan words; Å, Ä and Ö stay, and so does any character that is in no list."""
    return word.translate(_FOLDED)


def absent(words: frozenset[str], name: str) -> frozenset[str]:
    """Words of a list for checking that are not among `words`."""
    return frozenset(word for word in map(folded, words_of(name)) if len(word) > 1) - words

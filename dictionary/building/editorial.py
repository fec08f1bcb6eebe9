"""The lists of words typed by hand, and the words of a kind that a list may have."""

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
    """Small letters of the language only, and as many as a board can hold."""
    return SHORTEST <= len(word) <= LONGEST and set(word) <= set(LETTERS[language])


def folded(word: str) -> str:
    """The word with the accents of loans taken off; Å, Ä and Ö stay, and whatever else is no letter of a list."""
    return word.translate(_FOLDED)


def absent(words: frozenset[str], name: str) -> frozenset[str]:
    """Words of a list for checking that are not among `words`."""
    return frozenset(word for word in map(folded, words_of(name)) if len(word) > 1) - words

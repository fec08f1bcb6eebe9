"""Builds the English list from the files of the SCOWL package."""

import unicodedata
from pathlib import Path

from dictionary.building.editorial import fits, words_of

RAREST = 80  # SCOWL's levels go from 10, the commonest, to 95
FEWEST_FILES = 50  # of the files read; fewer means a wrong folder


class NotThePackage(Exception):
    """The folder does not contain the expected files."""


def words(folder: Path) -> frozenset[str]:
    """All spellings down to the rarest level: no names, abbreviations or contractions, which are files of their own."""
    found: set[str] = set()
    read = 0
    for path in sorted(folder.glob("*-words.*")):
        kind, _dot, level = path.name.rpartition(".")
        if int(level) > RAREST or "variant_3" in kind:
            continue
        read += 1
        for line in path.read_text(encoding="utf-8").splitlines():
            word = _plain(line.strip())
            if fits(word, "en"):
                found.add(word)
    if read < FEWEST_FILES:
        raise NotThePackage(f"{folder} is not the folder of SCOWL's word files")
    two = words_of("en_two")
    found |= two
    found -= words_of("en_drop") | words_of("en_drop_names")
    found |= {word for word in words_of("en_add") if fits(word, "en")}
    return frozenset(word for word in found if len(word) > 2 or word in two)


def _plain(word: str) -> str:
    """The word without accents, ligatures spelled out."""
    spelled = word.replace("æ", "ae").replace("œ", "oe").replace("ø", "o")
    return "".join(part for part in unicodedata.normalize("NFD", spelled) if not unicodedata.combining(part))

"""The vocabulary of a calm bot: everyday words of the active list, by their frequency in texts and speech.

The figures are in `data/`, with their licence. They never decide whether a word is valid: only words of the list count.
"""

import gzip
import hashlib
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from dictionary import api as dictionary

DATA = Path(__file__).parent / "data"


@lru_cache(maxsize=8)
def everyday_words(language: str, lowest: float) -> frozenset[str]:
    """The words of at least that Zipf frequency, upper case, but for those of the blocklists."""
    return frozenset(_read(language, lowest))


def _read(language: str, lowest: float) -> set[str]:
    words = set()
    with gzip.open(DATA / f"{language}.tsv.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            word, frequency = line.rstrip("\n").split("\t")
            if float(frequency) < lowest:
                break  # the most frequent come first
            words.add(word)
    words -= dictionary.crude_words()
    return words


@lru_cache
def figures_digest(language: str) -> str:
    """A digest of the frequencies and of the excluded words: it changes when any of them does."""
    found = hashlib.sha256((DATA / f"{language}.tsv.gz").read_bytes())
    found.update("\n".join(sorted(dictionary.crude_words())).encode())
    return found.hexdigest()


def known_text(text: str, language: str, lowest: float) -> str:
    """The words of a list's text (a word a line) that are known at that level, in the same form."""
    known = _read(language, lowest)  # once, and not cached: it takes more memory than the graph built from it
    return "".join(f"{word}\n" for word in words_in(text) if word in known)


def words_in(text: str) -> Iterator[str]:
    """The words of a list's text, one at a time: all at once would take ten times the memory of the text."""
    return (match[0] for match in re.finditer(r"[^\n]+", text))

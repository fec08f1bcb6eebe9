"""The words that a calm bot knows: everyday ones of the list in force, by how often they are met in texts and talk.

The figures are in `data/`, with their licence. They never judge whether a word exists: only words of the list count.
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
    """What the frequencies, and the words that are left out, come to: another text when any of them changes."""
    found = hashlib.sha256((DATA / f"{language}.tsv.gz").read_bytes())
    found.update("\n".join(sorted(dictionary.crude_words())).encode())
    return found.hexdigest()


def known_text(text: str, language: str, lowest: float) -> str:
    """Of a list's text (a word a line) the words that are known at that level, in the same form."""
    known = _read(language, lowest)  # once, and not to be kept: it takes more than the graph that is made of it
    return "".join(f"{word}\n" for word in words_in(text) if word in known)


def words_in(text: str) -> Iterator[str]:
    """The words of a list's text, one after the other: all at once would take ten times the text."""
    return (match[0] for match in re.finditer(r"[^\n]+", text))

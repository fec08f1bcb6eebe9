"""Refuses offensive names: crude words and slurs in both languages, and the heroes of those who use them.

The words are those of the blocklists that come with the word lists, with our own additions and exceptions for names
(data/offensive_names.txt). A name is compared by its keys (names.keys_of), so that look-alikes and digits for letters
are seen through; whole, and part by part, so that a word that merely contains such letters is allowed.
"""

import re
from functools import lru_cache
from pathlib import Path

from accounts.profiles.names import keys_of
from dictionary import api as dictionary

_LIST = Path(__file__).parent / "data" / "offensive_names.txt"
_SECTION = re.compile(r"^\[(\w+):.*\]$")
# A part ends at any character but a letter or digit, and where a capital follows a small letter.
_BETWEEN_PARTS = re.compile(r"[^\w]|_|(?<=[a-zåäö])(?=[A-ZÅÄÖ])")
_LETTERS_DRAWN_OUT = re.compile(r"(.)\1{2,}")


def is_offensive(name: str) -> bool:
    """Whether the name, or a part of it, is such a word, or contains one of the worst."""
    parts, anywhere = _words()
    whole = _seen_as(name)
    if any(bad in key for key in whole for bad in anywhere):
        return True
    pieces = [piece for part in _BETWEEN_PARTS.split(name) for piece in (part, part.strip("0123456789"))]
    return not parts.isdisjoint(whole.union(*(_seen_as(piece) for piece in pieces if piece)))


def _seen_as(text: str) -> frozenset[str]:
    """The keys of a text, and those with repeated letters written once."""
    keys = keys_of(text)
    return keys | {_LETTERS_DRAWN_OUT.sub(r"\1", key) for key in keys}


@lru_cache(maxsize=1)
def _words() -> tuple[frozenset[str], tuple[str, ...]]:
    """The keys of words that no part may be, and of those that may appear nowhere."""
    listed: dict[str, set[str]] = {"part": set(), "anywhere": set(), "allowed": set()}
    section = ""
    for line in _LIST.read_text(encoding="utf-8").splitlines():
        if found := _SECTION.match(line):
            section = found[1]
        elif line and not line.startswith("#"):
            listed[section] |= set(line.split())
    crude = {word.casefold() for word in dictionary.crude_words()} - listed["allowed"]
    parts = frozenset().union(*(keys_of(word) for word in crude | listed["part"] | listed["anywhere"]))
    return parts, tuple(sorted(frozenset().union(*(keys_of(word) for word in listed["anywhere"]))))

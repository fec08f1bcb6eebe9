"""Compares and searches whole lists as texts, each word with a line end.

Pure. For admin pages, which may take a second; players' searches use search.py.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO

from dictionary.wildcard import ANY, ONE, Pattern

ADDED, REMOVED = "added", "removed"


@dataclass(frozen=True, slots=True)
class Page:
    """Some of many words, and how many there are."""

    count: int
    words: tuple[str, ...]


def differences(before: str, after: str) -> Iterator[tuple[str, str]]:
    """(ADDED or REMOVED, word) for each word in only one of two sorted lists; in order, no list is copied."""
    old, new = iter(StringIO(before)), iter(StringIO(after))
    here, there = next(old, ""), next(new, "")
    while here or there:
        if here == there:
            here, there = next(old, ""), next(new, "")
        elif not there or (here and here < there):
            yield REMOVED, here.rstrip("\n")
            here = next(old, "")
        else:
            yield ADDED, there.rstrip("\n")
            there = next(new, "")


def page_of_differences(before: str, after: str, side: str, offset: int, limit: int) -> tuple[dict[str, int], Page]:
    """How many words were added and removed, and some of one side."""
    counts, some = {ADDED: 0, REMOVED: 0}, []
    for kind, word in differences(before, after):
        if kind == side and offset <= counts[kind] < offset + limit:
            some.append(word)
        counts[kind] += 1
    return counts, Page(counts[side], tuple(some))


def search(text: str, asked: str, offset: int, limit: int) -> Page:
    """Words that contain the given letters; with ? for a letter and * for any number, words that match as a whole."""
    found = _fitting(text, asked) if ONE in asked or ANY in asked else _holding(text, asked)
    count, some = 0, []
    for word in found:
        if offset <= count < offset + limit:
            some.append(word)
        count += 1
    return Page(count, tuple(some))


def _fitting(text: str, pattern: str) -> Iterator[str]:
    return Pattern(pattern).among(line.rstrip("\n") for line in StringIO(text))


def _holding(text: str, letters: str) -> Iterator[str]:
    at = text.find(letters)
    while at >= 0:
        end = text.index("\n", at)
        yield text[text.rfind("\n", 0, at) + 1 : end]
        at = text.find(letters, end)

"""Searches of the look-up page: letters that may go before or behind a word, longer words around it, words of the same
letters, and words that match a pattern. `?` stands for any one letter.

Every answer is cut at `LIMIT` words, shortest first, and `more` says so. Figures: docs/benchmarks.md.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass
from itertools import islice

from dictionary.normalise import ALPHABETS
from dictionary.word_text_file import WordText, read, written

LIMIT = 60
WILD = "?"
MOST_WILD_ANAGRAM = 2
"""With more open letters nearly everything is an anagram, and finding it takes long."""

_COMMON = "ESAIRNTLODGKMUPHCBFVYÄÖÅWJXZQ"
"""Commonest letter first: the rarest letter of a question is asked for first, because most words lack it."""


@dataclass(frozen=True, slots=True)
class Found:
    """Some words, at most `LIMIT`; `more`: there are others."""

    words: tuple[str, ...]
    more: bool


def hooks(words: Container[str], word: str, language: str) -> tuple[str, str]:
    """The letters that make a word when put before it, and those when put behind it."""
    letters = ALPHABETS[language]
    before = "".join(letter for letter in letters if letter + word in words)
    return before, "".join(letter for letter in letters if word + letter in words)


def beginning_with(words: WordText, word: str) -> Found:
    """Words that begin with it and have at least two letters more."""
    return _cut(_beginnings(words, written(word)))


def ending_with(words: WordText, word: str) -> Found:
    """Words that end with it and have at least two letters more."""
    return _cut(_endings(words, written(word)))


def fitting(words: WordText, pattern: str) -> Found:
    """Words of the pattern's length with its letters in their places."""
    if len(pattern) not in words.spans:
        return Found((), False)
    asked = re.compile(b"\n(" + written(pattern).replace(b"?", b"[^\n]") + b")(?=\n)")
    return _cut(read(found[1]) for found in asked.finditer(words.text, *words.spans[len(pattern)]))


def anagrams(words: WordText, letters: str) -> Found:
    """Other words of exactly these letters; each `?`, at most two, is any letter."""
    fixed, wild = Counter(letters.replace(WILD, "")), letters.count(WILD)
    if len(letters) not in words.spans or wild > MOST_WILD_ANAGRAM or not fixed:
        return Found((), False)
    some = b"[" + written("".join(fixed)) + b"]*+"
    strange = b"[^\n" + written("".join(fixed)) + b"]"
    asked = re.compile(b"\n(" + some + b"(?:%b%b){0,%d}+)(?=\n)" % (strange, some, wild))
    wanted = [
        (written(letter), count)
        for letter, count in sorted(fixed.items(), key=lambda item: _COMMON.index(item[0]), reverse=True)
    ]
    near = (found[1] for found in asked.finditer(words.text, *words.spans[len(letters)]))
    same = (word for word in near if all(word.count(letter) >= count for letter, count in wanted))
    return _cut(word for word in map(read, same) if word != letters)


def _beginnings(words: WordText, start: bytes) -> Iterator[str]:
    for length, (begin, end) in words.spans.items():
        if length < len(start) + 2:
            continue
        step, first = length + 1, begin + 1
        places = range(first, end, step)
        at = bisect_left(places, start, key=lambda place: words.text[place : place + len(start)])
        for place in places[at:]:
            if words.text[place : place + len(start)] != start:
                break
            yield read(words.text[place : place + length])


def _endings(words: WordText, end: bytes) -> Iterator[str]:
    spans = [span for length, span in words.spans.items() if length >= len(end) + 2]
    at = spans[0][0] if spans else len(words.text)
    while (at := words.text.find(end + b"\n", at)) >= 0:
        begin = words.text.rfind(b"\n", 0, at) + 1
        yield read(words.text[begin : at + len(end)])
        at += len(end)


def _cut(words: Iterator[str]) -> Found:
    some = tuple(islice(words, LIMIT + 1))
    return Found(some[:LIMIT], len(some) > LIMIT)

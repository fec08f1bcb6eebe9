"""Patterns with stars: what fits, and that no pattern, however hostile, makes a word be read twice."""

from collections.abc import Iterator
from functools import lru_cache

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from dictionary import compare
from dictionary.wildcard import Pattern
from tests.support.run_length import tries

words = st.text("ABÅ", max_size=19)
patterns = st.text("AB?*Å", max_size=40)
UNHURRIED = settings(max_examples=tries(60, 300), deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""On a busy machine one example may take long, and so may making one."""
HOSTILE = "*" * 39 + "Q"  # froze a web process for ever while a star was a loop within a loop


class Counted(str):
    """A word that counts the letters read of it."""

    steps = 0

    def __iter__(self) -> Iterator[str]:
        for letter in super().__iter__():
            Counted.steps += 1
            yield letter


def steps_of(pattern: str, listed: list[str]) -> int:
    """How many letters are read to find which of the words fit."""
    Counted.steps = 0
    list(Pattern(pattern).among([Counted(word) for word in listed]))
    return Counted.steps


@lru_cache
def fits_by_hand(word: str, pattern: str) -> bool:
    """What fitting means, by the meaning of the signs alone."""
    if not pattern:
        return not word
    if pattern[0] == "*":
        return fits_by_hand(word, pattern[1:]) or (word != "" and fits_by_hand(word[1:], pattern))
    return word != "" and pattern[0] in ("?", word[0]) and fits_by_hand(word[1:], pattern[1:])


@given(words, st.text("AB?*Å", max_size=12))
@example("", "")
@example("", "*")
@example("AB", "?*?")
@UNHURRIED
def test_a_word_fits_where_the_signs_say_so(word: str, pattern: str) -> None:
    assert Pattern(pattern).fits(word) == fits_by_hand(word, pattern)


@given(st.lists(words, max_size=20), patterns)
@example(["A" * 19] * 10, HOSTILE)
@example(["A" * 19] * 10, "*A" * 9 + "*B")
@example(["A" * 19] * 10, "*?" * 19 + "B*")
@example(["A" * 19] * 10, "?*" * 20)
@UNHURRIED
def test_no_letter_is_read_twice_whatever_the_pattern(listed: list[str], pattern: str) -> None:
    assert steps_of(pattern, listed) <= sum(map(len, listed))


@given(st.lists(words.filter(bool), max_size=20), patterns.filter(bool))
@UNHURRIED
def test_a_search_finds_what_fits_in_the_order_of_the_list(listed: list[str], pattern: str) -> None:
    text = "".join(f"{word}\n" for word in listed)
    wild = "?" in pattern or "*" in pattern
    expected = [word for word in listed if (Pattern(pattern).fits(word) if wild else pattern in word)]
    found = compare.search(text, pattern, 0, 100)
    assert (found.count, list(found.words)) == (len(expected), expected)

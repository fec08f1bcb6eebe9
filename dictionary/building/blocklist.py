"""Builds the optional blocklists: words of a public list of crude ones, with their inflections, in our lists."""

from collections.abc import Iterable

from dictionary.building.editorial import words_of

ENDINGS = {
    "en": ("", "s", "es", "ed", "d", "ing", "er", "ers", "y", "ier", "iest", "ies", "ish"),
    "sv": (
        "", "s", "n", "en", "ens", "et", "ets", "ar", "ars", "arna", "arnas", "or", "ors", "orna", "ornas", "er", "ers",
        "erna", "ernas", "r", "de", "t", "d", "des", "ts", "nde", "a", "as", "na",
    ),
}  # fmt: skip
DOUBLED = ("ed", "ing", "er", "ers", "y", "ier", "iest", "ish")
"""English endings before which a last consonant is doubled."""


def words(language: str, source: Iterable[str], listed: frozenset[str]) -> frozenset[str]:
    """Words of our list to block: harmless ones are kept by name, a few are added."""
    kept = words_of(f"block_keep_{language}")
    found = set(words_of(f"block_add_{language}") & listed)
    for word in map(str.lower, source):
        if word.isalpha() and word not in kept:
            found |= {form for form in _inflected(word, language) if form in listed}
    return frozenset(found - kept)


def _inflected(word: str, language: str) -> Iterable[str]:
    endings = ENDINGS[language]
    yield from (word + ending for ending in endings)
    shorter = [word[:-1]] if word[-1] in "ea" or (language == "en" and word[-1] == "y") else []
    yield from (stem + ending for stem in shorter for ending in endings if ending not in ("", "s"))
    if language == "en" and _doubles(word):
        yield from (word + word[-1] + ending for ending in DOUBLED)


def _doubles(word: str) -> bool:
    """Whether it ends in one vowel before one last consonant, as in "nag"."""
    vowels = "aeiou"
    return len(word) > 2 and word[-1] not in "aeiouyxws" and word[-2] in vowels and word[-3] not in vowels

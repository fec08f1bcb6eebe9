"""Builds the Swedish list from Den stora svenska ordlistan as a Hunspell dictionary."""

from dataclasses import dataclass
from pathlib import Path

from dictionary.building import hunspell
from dictionary.building.editorial import fits, folded, words_of


@dataclass(frozen=True, slots=True)
class Swedish:
    """The playable words, and those left out because the source would not suggest them."""

    words: frozenset[str]
    flagged: frozenset[str]


def words(folder: Path) -> Swedish:
    """Every form of every entry in small letters, accents of other languages folded."""
    dictionary = folder / "index.dic"
    affixes = hunspell.read_affixes(folder / "index.aff")
    never, rescued = hunspell.forbidden(affixes, dictionary), words_of("sv_rescue")
    found: set[str] = set()
    flagged: set[str] = set()
    for form in hunspell.forms(affixes, dictionary):
        if form.word in never or not (_small(form.word) and _small(form.root)):
            continue
        word = folded(form.word)
        if fits(word, "sv"):
            doubtful = affixes.marked(form.flags, "NOSUGGEST") and form.root not in rescued
            (flagged if doubtful else found).add(word)
    added = frozenset(word for word in words_of("sv_add") if fits(word, "sv"))
    kept = _tidy(found) | added
    return Swedish(kept, _tidy(flagged) - kept)


def _tidy(words: set[str]) -> frozenset[str]:
    """Without units and abbreviations, and of two-letter words only those chosen by an editor."""
    two, dropped = words_of("sv_two"), words_of("sv_drop")
    dropped |= {f"{word}s" for word in dropped}
    return frozenset(word for word in words if word not in dropped and (len(word) > 2 or word in two))


def _small(word: str) -> bool:
    return word == word.lower()

"""English definitions bundled with the project, from WordNet (data/build/build_glosses.py), and base forms.

The archive has a member for each pair of first letters, so that a look-up unpacks a few kilobytes and keeps no
dictionary in memory. A form that WordNet lacks is traced to its base by its irregular forms and its endings.
"""

import threading
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from dictionary.bundled import DATA

LICENCE = "WordNet-3.0"
"""Its text in data/licenses."""

MOST_SENSES = 5

_ENDINGS = {
    "n": ("s ", "ses s", "xes x", "zes z", "ches ch", "shes sh", "men man", "ies y"),
    "v": ("s ", "ies y", "es e", "es ", "ed e", "ed ", "ing e", "ing "),
    "a": ("er ", "est ", "er e", "est e"),
    "r": (),
}
"""What an ending may stand for, by part of speech, as WordNet's own look-up does it."""

_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning: the part of speech ("n", "v", "a", "r" or a word of the source's own), the base form, the text."""

    part: str
    base: str
    text: str


def senses(word: str) -> tuple[Sense, ...]:
    """The commonest meanings of an upper-case word or of its base forms, those of the word itself first."""
    if not (word.isascii() and word.isalpha()):
        return ()
    found = [sense for base, part in _bases(word.lower()) for sense in _meanings(base) if sense.part == part]
    return tuple(dict.fromkeys(found))[:MOST_SENSES]


def _bases(word: str) -> Iterator[tuple[str, str]]:
    for part in _ENDINGS:
        yield word, part
    for part, base in _irregular().get(word, ()):
        yield base, part
    for part, endings in _ENDINGS.items():
        for ending, instead in (rule.split(" ") for rule in endings):
            if word.endswith(ending) and len(word) > len(ending) + 1:
                yield word.removesuffix(ending) + instead, part


def _meanings(base: str) -> list[Sense]:
    text, found = _member(base[:2]), []
    at = text.find(f"\n{base}\t") + 1
    while at and text.startswith(f"{base}\t", at):
        line, _end, _rest = text[at : at + 300].partition("\n")
        _word, part, meaning = line.split("\t")
        found.append(Sense(part, base.upper(), meaning))
        at += len(line) + 1
    return found


@lru_cache(maxsize=8)
def _member(name: str) -> str:
    """A member's lines, each after a line end."""
    with _lock:  # an archive has a single read position
        try:
            return "\n" + _archive().read(name).decode()
        except KeyError:
            return "\n"


@lru_cache(maxsize=1)
def _archive() -> zipfile.ZipFile:
    return zipfile.ZipFile(DATA / "wordnet.zip")


@lru_cache(maxsize=1)
def _irregular() -> dict[str, list[tuple[str, str]]]:
    forms: dict[str, list[tuple[str, str]]] = {}
    for line in _member("irregular").splitlines()[1:]:
        form, part, base = line.split("\t")
        forms.setdefault(form, []).append((part, base))
    return forms

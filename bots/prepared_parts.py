"""The parts that bots need before they can move, in the order in which they are built: machine code, and a graph for
each language and vocabulary. A language is ready once its last part is.
"""

from typing import NamedTuple

from bots.levels import LEVELS
from bots.rules import ALPHABETS

VOCABULARIES = tuple(dict.fromkeys(level.everyday for level in reversed(list(LEVELS.values()))))
"""The whole list first (None), then the lowest Zipf frequency of each smaller one."""

CODE = ("graphs", "search", "lines", "paths", "words")
"""The pieces of machine code, each made by a process of its own (bots/engine/making.py)."""


class Part(NamedTuple):
    """A piece of machine code, by its name; or the graph of a language's words, only those of at least the frequency
    `lowest` if it has one."""

    code: str = ""
    language: str = ""
    lowest: float | None = None


def _graphs(language: str) -> list[Part]:
    return [Part(language=language, lowest=lowest) for lowest in VOCABULARIES]


_FIRST, *_OTHERS = ALPHABETS
PARTS = (
    Part(CODE[0]),
    *_graphs(_FIRST),
    *map(Part, CODE[1:]),
    *(part for language in _OTHERS for part in _graphs(language)),
)
HOW_MANY = len(PARTS)
NEEDED = {
    language: 1 + max(at for at, part in enumerate(PARTS) if part.code or part.language == language)
    for language in ALPHABETS
}
"""How many of the first parts bots need for a match in each language."""


def ready_languages(done: int) -> frozenset[str]:
    """The languages that bots can play in when so many parts are built."""
    return frozenset(language for language, needed in NEEDED.items() if done >= needed)

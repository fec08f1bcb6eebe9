"""The graphs of the words that a bot knows, opened once a process; made where preparing.py has not made them."""

from typing import NamedTuple

from bots import graph_lists
from bots.engine.building import Graph
from bots.engine.graph_file import graph_of
from bots.engine.view_to_position import letters_of
from bots.levels import Level
from dictionary import api as dictionary

_open: dict[tuple[str, float | None], Graph] = {}


class Words(NamedTuple):
    """What a bot knows: the words it looks for first, and the whole list."""

    known: Graph
    whole: Graph


def words_for(level: Level, lexicon: dictionary.Lexicon) -> Words:
    """The graphs for a level, of the very list that a match is pinned to; opened once a process."""
    whole = whole_list(lexicon)
    return Words(whole if level.everyday is None else _graph(lexicon, level.everyday), whole)


def whole_list(lexicon: dictionary.Lexicon) -> Graph:
    """The graph of a whole list; made where it is missing."""
    return _graph(lexicon, None)


def _graph(lexicon: dictionary.Lexicon, lowest: float | None) -> Graph:
    key = lexicon.digest, lowest
    if key not in _open:
        pin, letters = graph_lists.pin_of(lexicon, lowest), letters_of(lexicon.name)
        _open[key] = graph_of(graph_lists.folder(), pin, letters, lambda: graph_lists.text_of(lexicon, lowest))
    return _open[key]

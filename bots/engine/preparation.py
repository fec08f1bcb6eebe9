"""Opens the graphs of the words that a bot knows, once per process; builds those that preparing.py has not."""

from typing import NamedTuple

from bots import graph_lists
from bots.engine.building import Graph
from bots.engine.graph_file import graph_of
from bots.engine.view_to_position import letters_of
from bots.levels import Level
from dictionary import api as dictionary

_open: dict[tuple[str, float | None], Graph] = {}


class Words(NamedTuple):
    """A bot's vocabulary: the words it looks for first, and the whole list."""

    known: Graph
    whole: Graph


def words_for(level: Level, lexicon: dictionary.Lexicon) -> Words:
    """The graphs for a level, of the list version that a match is pinned to; opened once per process."""
    whole = whole_list(lexicon)
    return Words(whole if level.everyday is None else _graph(lexicon, level.everyday), whole)


def whole_list(lexicon: dictionary.Lexicon) -> Graph:
    """The graph of a whole list; built if it is missing."""
    return _graph(lexicon, None)


def _graph(lexicon: dictionary.Lexicon, lowest: float | None) -> Graph:
    key = lexicon.digest, lowest
    if key not in _open:
        pin, letters = graph_lists.pin_of(lexicon, lowest), letters_of(lexicon.name)
        _open[key] = graph_of(graph_lists.folder(), pin, letters, lambda: graph_lists.text_of(lexicon, lowest))
    return _open[key]

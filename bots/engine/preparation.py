"""What must be there before a bot moves: the graphs of its words and the compiled search. Made once, kept on disk."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from bots.engine import paths
from bots.engine.board_lines import CONNECTED
from bots.engine.building import Graph
from bots.engine.graph_file import graph_of
from bots.engine.line_memory import LineMemory
from bots.engine.plays import all_rows, best_rows
from bots.engine.position import blank_position
from bots.engine.view_to_position import letters_of
from bots.engine.word_lookup import Listed
from bots.levels import Level
from bots.prepared_parts import VOCABULARIES
from bots.rules import ALPHABETS
from bots.vocabulary import figures_digest, known_text
from dictionary import api as dictionary

_open: dict[tuple[str, float | None], Graph] = {}


class Words(NamedTuple):
    """What a bot knows: the words it looks for first, and the whole list."""

    known: Graph
    whole: Graph


class Everyday(NamedTuple):
    """The words of a list that a calm bot knows, named like a list of their own."""

    name: str
    version: str
    digest: str


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
        letters = letters_of(lexicon.name)

        def whole() -> str:
            return dictionary.words_text(lexicon.name, lexicon.version)

        if lowest is None:
            _open[key] = graph_of(folder(), lexicon, letters, whole)
        else:
            part = _everyday(lexicon, lowest)
            _open[key] = graph_of(folder(), part, letters, lambda: known_text(whole(), lexicon.name, lowest))
    return _open[key]


def _everyday(lexicon: dictionary.Lexicon, lowest: float) -> Everyday:
    said = f"{lexicon.digest} {lowest} {figures_digest(lexicon.name)}"
    return Everyday(lexicon.name, f"{lexicon.version}-{lowest}", hashlib.sha256(said.encode()).hexdigest())


def folder() -> Path:
    """Where the graphs are."""
    kept: Path = settings.DATA_DIR / "graphs"
    return kept


def prepare() -> Iterator[str]:
    """Make what is missing for every language's list in force; names each of the `HOW_MANY` parts as it is ready."""
    position = blank_position(11)
    position.hand[1] = 1
    for language in ALPHABETS:
        lexicon = dictionary.current(language)
        for lowest in VOCABULARIES:
            graph = _graph(lexicon, lowest)
            part = "all words" if lowest is None else f"words of {lowest} and more"
            yield f"{lexicon.name} {lexicon.version}, {part}: {graph.nodes.nbytes + graph.arcs.nbytes} bytes"
    best_rows(position, graph, 1)
    all_rows(position, graph)
    path = paths.Path((60, 61), (paths.ACROSS,) * 2, (CONNECTED, 0))
    paths.best_on_paths(position, paths.board_planes(position, graph), [path], graph, 1)
    LineMemory(graph, position, position.hand[None], position.alfa_hand[None], 1).total(position, 0)
    "A" in Listed(graph, letters_of(language))  # noqa: B015
    yield "the search is compiled"

"""python -m bots.engine.making: builds one part of what bots need, and ends, so that its memory is freed.

Compiling and building take more than all else that the process of bots does. Each part has a process of its own for
that, which knows nothing of Django: loading it would take as much again. It keeps machine code where NUMBA_CACHE_DIR
says.

    code NAME ALPHABET
    graph FOLDER LIST VERSION DIGEST ALPHABET

By standard input come the number of bytes and as many: the words of the graph, one a line. It ends when that does.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bots.engine import paths
from bots.engine.board_lines import CONNECTED
from bots.engine.building import Graph, build
from bots.engine.graph_file import graph_of
from bots.engine.graph_path import NamedList
from bots.engine.line_memory import LineMemory
from bots.engine.plays import all_rows, best_rows
from bots.engine.position import Position, blank_position
from bots.engine.word_lookup import Listed
from common import starters


def _search(position: Position, graph: Graph) -> None:
    best_rows(position, graph, 1)
    all_rows(position, graph)


def _lines(position: Position, graph: Graph) -> None:
    LineMemory(graph, position, position.hand[None], position.alfa_hand[None], 1).total(position, 0)


def _paths(position: Position, graph: Graph) -> None:
    path = paths.Path((60, 61), (paths.ACROSS,) * 2, (CONNECTED, 0))
    paths.best_on_paths(position, paths.board_planes(position, graph), [path], graph, 1)


CODE: Mapping[str, Callable[[Position, Graph, str], object]] = {
    "graphs": lambda position, graph, letters: None,  # which the graph is made with
    "search": lambda position, graph, letters: _search(position, graph),
    "lines": lambda position, graph, letters: _lines(position, graph),
    "paths": lambda position, graph, letters: _paths(position, graph),
    "words": lambda position, graph, letters: "A" in Listed(graph, letters),
}
"""What has each piece of machine code made: the least that runs through all of it."""


def make_code(name: str, letters: str) -> None:
    """Make a piece of machine code. Raises KeyError for a name that there is not."""
    position = blank_position(11)
    position.hand[1] = 1
    CODE[name](position, build(f"{letters[0] * 2}\n{letters[:2]}\n", letters), letters)


def make_graph(text: str, folder: str, name: str, version: str, digest: str, letters: str) -> None:
    """Make the graph of a list, where there is none yet."""
    graph_of(Path(folder), NamedList(name, version, digest), letters, lambda: text)


def main(words: Sequence[str]) -> None:
    """Make what the command names."""
    what, *rest = (word for word in words if word != starters.OPTION)
    text = sys.stdin.buffer.read(int(sys.stdin.buffer.readline())).decode()
    starters.end_with_starter()
    if what == "code":
        make_code(*rest)
    else:
        make_graph(text, *rest)


if __name__ == "__main__":
    main(sys.argv[1:])

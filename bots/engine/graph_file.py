"""A list's graph as a file that processes map and share: made once, named by its words' digest, moved into place whole.

A file that is cut short, changed or made for other words is rejected and made again.
"""

import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bots.engine.building import Graph, build
from bots.engine.graph_path import Pin, graph_path
from common.one_maker import one_maker
from common.whole_file import write_whole

_MAGIC = "alfapower-graph/1"
_HEAD = 256
"""Bytes before the arrays, so that both begin where a processor likes them to."""


def keep_graph(folder: Path, lexicon: Pin, graph: Graph) -> None:
    """Write the file atomically, also when two processes do it at once."""
    parts = _head(lexicon, graph), graph.nodes.tobytes(), graph.arcs.tobytes()
    write_whole(graph_path(folder, lexicon), *parts)


def open_graph(folder: Path, lexicon: Pin) -> Graph | None:
    """The graph, mapped from its file; None without a valid one."""
    try:
        whole = np.memmap(graph_path(folder, lexicon), np.uint8, "r")
    except (OSError, ValueError):  # none; an empty one
        return None
    try:
        nodes, arcs, left, right = map(int, bytes(whole[:_HEAD]).split()[3:7])
        graph = Graph(
            whole[_HEAD : _HEAD + 8 * nodes].view(np.int64),
            whole[_HEAD + 8 * nodes : _HEAD + 8 * nodes + 4 * arcs].view(np.int32),
            left,
            right,
        )
    except ValueError:
        return None
    sound = bytes(whole[:_HEAD]) == _head(lexicon, graph) and whole.size == _HEAD + 8 * nodes + 4 * arcs
    return graph if sound else None


def graph_of(folder: Path, lexicon: Pin, letters: str, text: Callable[[], str]) -> Graph:
    """The graph of a list, built first from its `text` if there is none yet (seconds). `letters` is the alphabet by
    code point."""
    graph = open_graph(folder, lexicon)
    if graph is None:
        with one_maker(folder / "making"):
            graph = open_graph(folder, lexicon)
            if graph is None:
                keep_graph(folder, lexicon, build(text(), letters))
                graph = open_graph(folder, lexicon)
    if graph is None:
        raise OSError(f"the graph of the word list {lexicon.name} {lexicon.version} cannot be read back")
    return graph


def _head(lexicon: Pin, graph: Graph) -> bytes:
    body = zlib.crc32(graph.arcs.data, zlib.crc32(graph.nodes.data))
    sizes = f"{graph.nodes.size} {graph.arcs.size} {graph.left} {graph.right}"
    return f"{_MAGIC} {lexicon.digest} {body} {sizes}\n".encode().ljust(_HEAD)

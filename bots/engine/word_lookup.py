"""Looks up words in a list's graph."""

import numpy as np

from bots.engine.board_lines import follow
from bots.engine.building import Graph
from bots.engine.compiled import compiled


class Listed:
    """The words of a graph as a set; `letters` is the alphabet by code point."""

    def __init__(self, graph: Graph, letters: str) -> None:
        self.graph = graph
        self.numbers = {letter: number for number, letter in enumerate(letters, 1)}

    def __contains__(self, word: object) -> bool:
        spelled = [self.numbers.get(letter, 0) for letter in str(word)]
        graph = self.graph
        return 0 not in spelled and bool(_ends(graph.nodes, graph.arcs, graph.right, np.array(spelled, np.int64)))


@compiled
def _ends(nodes: np.ndarray, arcs: np.ndarray, root: int, spelled: np.ndarray) -> bool:
    """Whether a word ends after these letters."""
    arc = root << 1
    for letter in spelled:
        arc = follow(nodes, arcs, arc >> 1, letter)
        if arc < 0:
            return False
    return arc & 1 == 1

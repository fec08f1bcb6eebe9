"""Lays worth a thought, found by the search; each is then asked of the rules, which alone say what it is worth."""

from collections.abc import Container, Iterator
from typing import NamedTuple

from bots.engine.building import Graph
from bots.engine.plays import best_plays
from bots.games.alfapet.position import placed, position_of
from bots.games.alfapet.rules import (
    Board,
    Lay,
    MatchState,
    Tile,
    earned_theme,
    examine,
    rack_bonus,
    score_words,
    turn_score,
)
from bots.rules import Refused


class Laying(NamedTuple):
    """A lay that the rules accept: its points, all bonuses included, the board with it and the tiles that are left."""

    lay: Lay
    points: int
    board: Board
    left: tuple[Tile, ...]


def layings(state: MatchState, graph: Graph, listed: Container[str], count: int) -> Iterator[Laying]:
    """What the seat on turn may lay of the best `count` that the search finds, the most points first."""
    found = (laid(state, lay, listed) for lay in _found(state, graph, count))
    yield from sorted((one for one in found if one is not None), key=lambda one: -one.points)


def laid(state: MatchState, lay: Lay, listed: Container[str]) -> Laying | None:
    """The lay as the rules see it; None for one that they refuse, or with a word that is not among the `listed`."""
    try:
        placement = examine(state, state.active, lay)
    except Refused:
        return None
    words = score_words(placement)
    if any(word.text not in listed for word in words):
        return None
    theme = earned_theme(words, state.open_theme)
    points = turn_score(state, words, rack_bonus(state.rules, len(lay.used)), theme)
    return Laying(lay, points, placement.board, placement.left)


def _found(state: MatchState, graph: Graph, count: int) -> Iterator[Lay]:
    hand = state.players[state.active].hand
    for play in best_plays(position_of(state, state.board, hand), graph, count):
        yield Lay(placed(state, play.tiles))

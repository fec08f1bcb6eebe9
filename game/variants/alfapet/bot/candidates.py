"""Candidate plays found by the search; the rules then judge each, and they alone say what it is worth."""

from collections.abc import Container, Iterable
from typing import NamedTuple

from bots.engine.board_lines import ANCHOR, CONNECTED
from bots.engine.building import Graph, build
from bots.engine.paths import Found, best_on_paths
from bots.engine.position import Position
from bots.engine.view_to_position import letters_of
from bots.engine.word_lookup import Listed
from bots.rules import Refused
from game.variants.alfapet.bot.crossings import planes_of
from game.variants.alfapet.bot.position import placed, position_of
from game.variants.alfapet.bot.rules import (
    ARROW,
    BLACK,
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
from game.variants.alfapet.bot.ways import Way, Ways

PLAIN, BENT, BEHIND, THEME = 60, 40, 30, 20
"""How many of the best that the search finds the rules are asked about: straight words and those that lie grown, words
round a new arrow, behind a black tile, and those of the theme."""


class Laying(NamedTuple):
    """A lay that the rules accept: its points, all bonuses included, the board with it and the tiles that are left."""

    lay: Lay
    points: int
    board: Board
    left: tuple[Tile, ...]


class Finder:
    """Finds what the seat on turn may lay, with the words of a graph. `out` is what it brings to lay all letters of the
    rack."""

    def __init__(self, state: MatchState, graph: Graph, out: int = 0) -> None:
        self.state, self.graph, self.out = state, graph, out
        self.letters = letters_of(state.rules.text("language"))
        self.listed = Listed(graph, self.letters)
        self.hand = state.players[state.active].hand
        self.position = position_of(state, state.board, self.hand)
        self.planes = planes_of(self.position, state.board, self.letters, graph, self.listed)
        anchors = self.planes[0, :, :, ANCHOR].reshape(-1)
        self.ways = Ways(state.board, (anchors == CONNECTED).tolist())

    def layings(self, specials: bool) -> list[Laying]:
        """The legal ones of the best plays that the search finds, most points first; the rules judge each. With
        `specials` arrows and black tiles, too."""
        lays = [*self._lays(self.ways.plain(), self.graph, PLAIN), *self._theme()]
        if specials:
            turns, parts = ARROW in self.hand, BLACK in self.hand
            lays += self._lays(self.ways.bent(), self.graph, BENT) if turns else []
            lays += self._lays(self.ways.behind(False), self.graph, BEHIND) if parts else []
            lays += self._lays(self.ways.behind(True), self.graph, BEHIND) if turns and parts else []
        found = (laid(self.state, lay, self.listed) for lay in dict.fromkeys(lays))
        return sorted((one for one in found if one is not None), key=lambda one: -one.points)

    def _theme(self) -> list[Lay]:
        """Lays with the words of the theme that are still to be earned."""
        words = sorted(word for word in self.state.open_theme if word in self.listed)
        if not words:
            return []
        graph = build("".join(f"{word}\n" for word in words), self.letters)
        return self._lays(self.ways.plain(), graph, THEME)

    def _lays(self, ways: Iterable[Way], graph: Graph, count: int) -> list[Lay]:
        ways = list(ways)
        position = self._going_out(ways[0].path.besides if ways else 0)
        found = best_on_paths(position, self.planes, [way.path for way in ways], graph, count)
        return [self.lay_of(ways[one.path], one) for one in found]

    def _going_out(self, besides: int) -> Position:
        """The position with what going out brings, on paths with so many tiles besides letters."""
        bonuses = self.position.bonuses.copy()
        bonuses[int(self.position.hand.sum()) + besides] += self.out
        return self.position._replace(bonuses=bonuses)

    def lay_of(self, way: Way, found: Found) -> Lay:
        """A play of the search as a lay of the rules."""
        size = self.state.board.size
        black = None if way.black is None else divmod(way.black, size)
        arrow = None if way.arrow is None else (*divmod(way.arrow[0], size), way.arrow[1])
        return Lay(tuple(sorted(placed(self.state, found.tiles))), black, arrow)


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

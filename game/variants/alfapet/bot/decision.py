"""Choose a bot's action in Alfapet by points, the tiles it keeps, the best reply to fear, and when to exchange.

How much it looks at is bounded by numbers, never by time: the same view, level and chance give the same action.
"""

import random
from collections.abc import Iterable
from typing import NamedTuple

from bots.engine.exchanges import KEPT_FOR_AN_EXCHANGE
from bots.engine.plays import best_rows
from bots.engine.preparation import Words
from bots.levels import Level
from bots.rules import BLANK, Action, Pass, Swap
from game.variants.alfapet.bot.candidates import Finder, Laying
from game.variants.alfapet.bot.evaluation import kept_worth, value_of
from game.variants.alfapet.bot.position import position_of
from game.variants.alfapet.bot.rules import SPECIALS, Board, Tile, View
from game.variants.alfapet.bot.view_to_state import match_of

FOLLOWED = 5
"""Lays whose replies are imagined."""

EXCHANGES_END, PER_SEAT = 40, 10
"""After so many turns, and so many more a seat, nothing is exchanged any more: an exchange is no pass, and bots without
a word would go on without end."""


def decide(view: View, level: Level, words: Words, rng: random.Random) -> Action:
    """The action of a bot on turn."""
    return Decision(view, level, words, rng).action()


class Choice(NamedTuple):
    """A lay and what it is thought to be worth, in final points."""

    value: float
    laying: Laying


class Decision:
    """One decision of one bot."""

    def __init__(self, view: View, level: Level, words: Words, rng: random.Random) -> None:
        self.view, self.level, self.words, self.rng = view, level, words, rng
        self.state = match_of(view)
        self.hand = self.state.players[self.state.active].hand
        unseen = [tile for tile, count in view.unseen for _ in range(count)]
        self.rivals = len(self.state.inside) - 1
        imagined = level.looks_ahead if self.rivals else 0
        held = view.players[self.state.next_seat].hand_count
        self.hands: list[list[Tile]] = [_drawn(unseen, held, rng) for _ in range(imagined)]
        self.unseen = value_of(self.state, unseen)

    def action(self) -> Action:
        """A word, an exchange where that is worth more or nothing can be laid, else a pass."""
        choices = self._choices()
        exchange = self._exchange()
        if exchange is not None and (not choices or exchange[0] > choices[0].value):
            return exchange[1]
        if not choices:
            return Pass()
        return self.level.pick(choices, self.rng).laying.lay

    def _choices(self) -> list[Choice]:
        """The lays worth weighing, the best first; none when the rack has no word at all."""
        choices = sorted((Choice(self._worth(one), one) for one in self._layings()), key=lambda choice: -choice.value)
        if self.hands:
            followed = [Choice(one.value - self._reply(one.laying.board), one.laying) for one in choices[:FOLLOWED]]
            choices = sorted(followed, key=lambda choice: -choice.value)
        return choices

    def _layings(self) -> list[Laying]:
        """With the words that the level knows; without any, the least of those of the whole list."""
        out = 0 if self.view.bag else self.unseen
        known = Finder(self.state, self.words.known, out).layings(self.level.specials)
        if known or self.words.known is self.words.whole:
            return known
        return Finder(self.state, self.words.whole, out).layings(self.level.specials)[-1:]

    def _worth(self, laying: Laying) -> float:
        """With a bag, of the points and the tiles kept; without, of what is counted in the end: going out leaves the
        others what they hold."""
        if self.view.bag:
            return laying.points + self._kept(laying.left)
        if all(tile in SPECIALS for tile in laying.left):
            return float(laying.points + self.unseen)
        return float(laying.points - value_of(self.state, laying.left))

    def _reply(self, board: Board) -> float:
        """What the best reply of the next seat brings on the mean of the imagined racks; of more rivals than one it
        harms oneself the less."""
        if not self.hands:
            return 0.0
        scores = [best_rows(position_of(self.state, board, hand), self.words.whole, 1) for hand in self.hands]
        return sum(int(rows[0, 0]) for rows in scores if len(rows)) / len(self.hands) / self.rivals

    def _exchange(self) -> tuple[float, Action] | None:
        """The best exchange, and what the turn is worth with it; None where the bag has too few tiles, or the match
        has gone on for long."""
        view = self.view
        if not view.can.swap or view.turn > EXCHANGES_END + PER_SEAT * len(view.players):
            return None
        feared = self._reply(self.state.board)
        found: list[tuple[float, Action]] = []
        for count in KEPT_FOR_AN_EXCHANGE:
            kept, given = self._parted(count)
            if 0 < len(given) <= view.can.swap:
                worth = kept_worth(self.state, view.bag, kept, self.level.specials)
                found.append((worth - feared, Swap(tuple(given))))
        return max(found, key=lambda one: one[0], default=None)

    def _parted(self, count: int) -> tuple[list[Tile], list[Tile]]:
        """The rack as what is kept (blanks, what of the specials is worth it, and so many letters that go well with
        them) and what is given."""
        kept = [tile for tile in self.hand if tile == BLANK]
        letters = [tile for tile in self.hand if tile not in (BLANK, *SPECIALS)]
        given: list[Tile] = []
        for tile in self.hand:
            if tile in SPECIALS:
                (kept if self._kept([*kept, tile]) > self._kept(kept) else given).append(tile)
        for _ in range(min(count, len(letters))):
            best = max(letters, key=lambda tile: self._kept([*kept, tile]) - self.state.tileset.value(tile) / 10)
            letters.remove(best)
            kept.append(best)
        return kept, given + letters

    def _kept(self, tiles: Iterable[Tile]) -> float:
        """What it is worth to go on with these tiles."""
        return kept_worth(self.state, self.view.bag, tiles, self.level.specials)


def _drawn(unseen: list[Tile], count: int, rng: random.Random) -> list[Tile]:
    """A rack that another may hold."""
    return rng.sample(unseen, min(count, len(unseen)))

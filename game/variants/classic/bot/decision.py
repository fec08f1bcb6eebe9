"""Choose a bot's action in Classic by points, the tiles it keeps, the best reply to fear, and when to exchange."""

import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bots.engine.exchanges import best_exchange
from bots.engine.imagined_positions import after, some_of, with_hand
from bots.engine.kept_tiles import keeping
from bots.engine.plays import Play, best_plays, best_rows
from bots.engine.position import Position
from bots.engine.preparation import Words
from bots.engine.view_to_position import letters_of
from bots.levels import Level
from bots.rules import BLANK, Action, Pass
from game.variants.classic.bot.position import action_of, kept_after, position_of, values_seen_by
from game.variants.classic.bot.rules import View

CONSIDERED = 30
"""Plays that are weighed."""

FOLLOWED = 4
"""Plays whose replies are imagined."""


class Choice(NamedTuple):
    """A play and what it is thought to be worth, in final points."""

    value: float
    play: Play


def decide(view: View, level: Level, words: Words, rng: random.Random) -> Action:
    """The next action of a bot on turn."""
    return Decision(view, level, words, rng).action()


class Decision:
    """One decision of one bot."""

    def __init__(self, view: View, level: Level, words: Words, rng: random.Random) -> None:
        self.view, self.level, self.words, self.rng = view, level, words, rng
        self.position = position_of(view)
        self.own = self.position if view.bag else self.position._replace(bonuses=self._at_the_end())
        letters = letters_of(view.rules.text("language"))
        numbers = {letter: number for number, letter in enumerate(letters, 1)} | {BLANK: 0}
        unseen = [numbers[letter] for letter, count in view.unseen for _ in range(count)]
        other = next(player for player in view.players if player.seat != view.viewer)
        self.hands = [some_of(unseen, other.hand_count, rng) for _ in range(level.looks_ahead)]

    def action(self) -> Action:
        """A word, an exchange where that is worth more or nothing can be laid, else a pass."""
        choices = self.choices()
        exchange = self._exchange()
        if exchange is not None and (not choices or exchange[0] > choices[0].value):
            return exchange[1]
        if not choices:
            return Pass()
        return action_of(self.view, self.level.pick(choices, self.rng).play)

    def choices(self) -> list[Choice]:
        """The plays worth weighing, the best first; none when the hand has no word at all."""
        plays = best_plays(self.own, self.words.known, CONSIDERED)
        if not plays and self.words.known is not self.words.whole:
            plays = best_plays(self.own, self.words.whole, CONSIDERED)[-1:]
        choices = sorted((Choice(self._worth(play), play) for play in plays), key=lambda choice: -choice.value)
        if self.hands:
            followed = [Choice(one.value - self._reply(after(self.position, one.play)), one.play)
                        for one in choices[:FOLLOWED]]  # fmt: skip
            choices = sorted(followed, key=lambda choice: -choice.value)
        return choices

    def _worth(self, play: Play) -> float:
        """Of a play; with an empty bag its score has `_at_the_end` in it."""
        kept = kept_after(self.view, play)
        if self.view.bag:
            return play.score + keeping(self.view.bag, kept)
        return float(play.score - (0 if self._by_number else self._counted([tile.tile for tile in kept])))

    def _at_the_end(self) -> np.ndarray:
        """With an empty bag, the bonuses of plays with what else a number of tiles decides: out of tiles, the other's
        are counted, and one's own else."""
        bonuses, held = self.position.bonuses.copy(), len(self.view.hand)
        if self._by_number:
            bonuses[:held] -= np.arange(held, 0, -1)
        bonuses[held] += 2 * self._counted([letter for letter, count in self.view.unseen for _ in range(count)])
        return bonuses

    @property
    def _by_number(self) -> bool:
        """Whether each tile left over counts one."""
        return self.view.rules.text("leftover") == "count"

    def _counted(self, tiles: Sequence[str]) -> int:
        """What tiles left over count."""
        if self._by_number:
            return len(tiles)
        values = values_seen_by(self.view)
        return sum(values.get(tile, 0) for tile in tiles if tile != BLANK)

    def _reply(self, position: Position) -> float:
        """What the other's best reply brings on the mean of the imagined hands."""
        scores = [best_rows(with_hand(position, hand), self.words.whole, 1) for hand in self.hands]
        return sum(float(rows[0, 0]) for rows in scores if len(rows)) / len(scores)

    def _exchange(self) -> tuple[float, Action] | None:
        """The best exchange, and what the turn is worth with it; None where the bag has too few tiles."""
        found = best_exchange(self.view.bag, self.view.hand, self.view.bag)
        if found is None:
            return None
        return found[0] - (self._reply(self.position) if self.hands else 0.0), found[1]

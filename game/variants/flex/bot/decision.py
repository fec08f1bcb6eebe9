"""Choose a bot's action in Flex by points, the tiles it keeps, the best reply to fear, and when to exchange."""

import random
from typing import NamedTuple

from bots.engine.exchanges import best_exchange
from bots.engine.imagined_positions import some_of, with_hand
from bots.engine.plain_plays import placed_of
from bots.engine.plays import best_plays, best_rows
from bots.engine.position import Position
from bots.engine.preparation import Words
from bots.engine.view_to_position import letters_of
from bots.levels import Level
from bots.rules import BLANK, Action, Pass
from game.variants.flex.bot.evaluation import going_out, worth
from game.variants.flex.bot.flexing import FIRST_WORDS, Flexing, Plan
from game.variants.flex.bot.rules import Arrange, View
from game.variants.flex.bot.view_to_state import Turn, judged, match_of, position_of

CONSIDERED = 30
"""Plays that are weighed."""

FOLLOWED = 4
"""Turns whose replies are imagined."""

MOST_WORDS = 3
"""Words that one flex turn lays: as many as the level imagines hands, up to this."""

JUDGED = 12
"""Flex turns of each kind that are judged."""

PAID = 6
"""Plain plays of which a tile is taken back for a thought."""

SPARED = 12.0
"""By how many points a flex turn must be worth more than a plain one, where they are limited and few are left."""

TILES_OF_A_TURN = 5
"""How many tiles a turn lays on the mean, by which the turns to come are guessed."""


def decide(view: View, level: Level, words: Words, rng: random.Random) -> Action:
    """The next action of a bot on turn. It never turns a match down: the rules are the player's to choose."""
    return Decision(view, level, words, rng).action()


class Choice(NamedTuple):
    """A turn and what it is thought to be worth, in final points."""

    value: float
    turn: Turn


class Decision:
    """One decision of one bot. `rng` is its own: the same view, level and chance give the same action."""

    def __init__(self, view: View, level: Level, words: Words, rng: random.Random) -> None:
        self.view, self.level, self.words, self.rng = view, level, words, rng
        self.state, self.seat = match_of(view), view.active
        self.language = view.rules.text("language")
        self.hand = tuple(tile.tile for tile in view.hand)
        self.position = position_of(self.state, self.hand)
        self.flexes = view.can.flex and view.opened and level.looks_ahead > 0
        self.own = self._own()
        self.plays = best_plays(self.own, words.known, FIRST_WORDS if self.flexes else CONSIDERED)
        numbers = {letter: number for number, letter in enumerate(letters_of(self.language), 1)} | {BLANK: 0}
        unseen = [numbers[letter] for letter, count in view.unseen for _ in range(count)]
        other = next(player for player in view.players if player.seat != view.viewer)
        self.hands = [some_of(unseen, other.hand_count, rng) for _ in range(level.looks_ahead)]

    def action(self) -> Action:
        """A word, an exchange where that is worth more or nothing can be laid, else a pass. Where a turn without a word
        would end the match, any word goes before that."""
        choices = self.choices()
        exchange = self._exchange()
        if exchange is not None and (not choices or exchange[0] > choices[0].value and not self.view.can.ends):
            return exchange[1]
        if not choices:
            return Pass()
        return self.level.pick(choices, self.rng).turn.action

    def choices(self) -> list[Choice]:
        """The turns worth weighing, the best first; none when the hand has no word at all."""
        choices = [Choice(worth(self.view, turn), turn) for turn in self._plain()]
        if self.flexes:
            spared = self._spared()
            choices += [Choice(worth(self.view, turn) - spared, turn) for turn in self.flexed()]
        choices.sort(key=lambda one: -one.value)
        if self.hands:
            followed = [Choice(value - self._reply(turn), turn) for value, turn in choices[:FOLLOWED]]
            choices = sorted(followed, key=lambda one: -one.value)
        return choices

    def _own(self) -> Position:
        """The position by which one's own turns are ranked: with an empty bag, going out has its bonus."""
        if self.view.bag or not self.hand:
            return self.position
        bonuses = self.position.bonuses.copy()
        bonuses[len(self.hand)] += going_out(self.state, self.view)
        return self.position._replace(bonuses=bonuses)

    def _plain(self) -> list[Turn]:
        """Turns that lay tiles of the hand only."""
        plays = self.plays[:CONSIDERED]
        if not plays and self.words.known is not self.words.whole:
            plays = best_plays(self.own, self.words.whole, CONSIDERED)[-1:]
        size = self.view.size
        turns = [judged(self.state, self.seat, Arrange(placed_of(play, size, self.language))) for play in plays]
        return [turn for turn in turns if turn is not None]

    def flexed(self) -> list[Turn]:
        """Turns that loosen tiles."""
        flexing = Flexing(self.state, self.own, self.words)
        moving = sorted(flexing.moving(self.level.looks_ahead), key=lambda plan: -plan.points)[:JUDGED]
        plain = [Plan(play.score, play.tiles) for play in self.plays[:PAID]]
        chains = flexing.chains(self.plays, min(MOST_WORDS, self.level.looks_ahead))
        several = sorted(chains, key=lambda plan: -plan.points)[:JUDGED]
        plans = [*moving, *(paid for plan in (*plain, *several) for paid in flexing.paid(plan))]
        turns = [judged(self.state, self.seat, flexing.action(plan)) for plan in plans]
        return [turn for turn in turns if turn is not None]

    def _spared(self) -> float:
        """What a flex turn is worth that is left for later."""
        mine = next(player for player in self.view.players if player.seat == self.seat)
        to_come = (self.view.bag + len(self.hand)) / (len(self.view.players) * TILES_OF_A_TURN)
        return SPARED if mine.flex_left is not None and mine.flex_left < to_come else 0.0

    def _reply(self, turn: Turn | None) -> float:
        """What the other's best reply to a turn, or to none, brings on the mean of the imagined hands."""
        position = self.position if turn is None else position_of(turn.after, ())
        scores = [best_rows(with_hand(position, hand), self.words.whole, 1) for hand in self.hands]
        return sum(float(rows[0, 0]) for rows in scores if len(rows)) / len(scores)

    def _exchange(self) -> tuple[float, Action] | None:
        """The best exchange, and what the turn is worth with it; None where the bag has no tile."""
        found = best_exchange(self.view.bag, self.view.hand, self.view.can.swap)
        if found is None:
            return None
        return found[0] - (self._reply(None) if self.hands else 0.0), found[1]

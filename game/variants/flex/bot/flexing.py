"""Turns that loosen tiles of the board: one tile is moved into a word of the hand, or taken back; and since such a turn
is bound to no line, it may lay several words at once.

How many positions are searched is bounded by numbers, never by time.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from bots.engine.imagined_positions import after
from bots.engine.plays import Laid, Play, best_plays
from bots.engine.plays_found import MOST_TILES
from bots.engine.position import Position
from bots.engine.preparation import Words
from bots.engine.view_to_position import letters_of
from bots.rules import BLANK, LETTER_FACTOR, WORD_FACTOR, Placed
from game.variants.flex.bot.rules import Arrange, MatchState
from game.variants.flex.bot.soundness import is_sound, to_lift

PLAYS_OF_A_POSITION = 6
"""Plays that are looked at with one tile loosened."""

MOVED = 12, 4, 1
"""Tiles of the board that are moved for a thought, for each hand that the level imagines: without a blank in the hand,
with one, and with two, for then each takes many times as long."""

FIRST_WORDS, ALIKE = 120, 3
"""Plays of the whole hand among which the first of several words is chosen, and how many of each number of tiles."""

NEXT_WORDS = 20
"""Plays among which a further word is chosen."""

FOLLOWED_UP = 10
"""Beginnings of a turn of several words that are gone on with, of each number of words."""


class Plan(NamedTuple):
    """A turn as squares: the tiles `laid` from the hand, those `moved` (from, to) and `taken`; `points` is what the
    search thinks that the words and so many tiles bring, without costs."""

    points: int
    laid: tuple[Laid, ...]
    moved: tuple[tuple[int, int], ...] = ()
    taken: tuple[int, ...] = ()


class Flexing:
    """The search of one turn, after the first word. Laid are words that the bot knows, and any word may stay."""

    def __init__(self, state: MatchState, position: Position, words: Words) -> None:
        self.state, self.position, self.known, self.whole = state, position, words.known, words.whole
        self.cells, self.size = state.board.cells, position.size
        self.letters = letters_of(state.rules.text("language"))
        self.liftable = to_lift(position, words.whole)

    def moving(self, effort: int) -> Iterator[Plan]:
        """Words of the hand with one tile that is moved from where it may be missed; those are tried first that cost
        least to move, so many times `effort` as `MOVED` says."""
        if self.position.hand.sum() + 1 > MOST_TILES:
            return
        blanks = min(int(self.position.hand[0]), len(MOVED) - 1)
        for cell in sorted(self.liftable, key=self._moving_costs)[: effort * MOVED[blanks]]:
            for play in best_plays(self._loosened(cell), self.known, PLAYS_OF_A_POSITION):
                plan = self._moved(cell, play)
                if plan is not None:
                    yield plan

    def chains(self, plays: Sequence[Play], most: int) -> Iterator[Plan]:
        """Up to so many words, at least two, one after another, each on the board with those before; `plays` are those
        of the whole hand."""
        begun = self._best(self._on(Plan(0, ()), self.position, play) for play in _of_each_length(plays))
        for _ in range(most - 1):
            begun = self._best(
                self._on(plan, position, play)
                for plan, position in begun
                if position.hand.any()
                for play in _of_each_length(best_plays(position, self.known, NEXT_WORDS))
            )
            yield from (plan for plan, _position in begun)

    def paid(self, plan: Plan) -> Iterator[Plan]:
        """A turn with a tile taken back: a blank whose letter is laid in its place, or the cheapest tile that may be
        missed."""
        lying = self.after(plan)
        for cell, there in enumerate(self.cells):
            if there.blank and lying.hand[self.position.letters[cell]] and cell not in plan.taken and not plan.moved:
                laid = Laid(cell, int(self.position.letters[cell]), False, False)
                yield plan._replace(laid=(*plan.laid, laid), taken=(*plan.taken, cell))
        if len(plan.taken) + 1 < len(plan.laid):
            left = {*plan.taken, *(origin for origin, _target in plan.moved)}
            for cell in sorted(self.liftable, key=self._taking_costs):
                if cell not in left and is_sound(lying, self.whole, cell):
                    yield plan._replace(taken=(*plan.taken, cell))
                    return

    def after(self, plan: Plan) -> Position:
        """The board and the hand after a turn, but for what was taken."""
        letters, hand = self.position.letters.copy(), self.position.hand.copy()
        for origin, _target in plan.moved:
            letters[origin] = 0
        for origin, target in plan.moved:
            letters[target] = self.position.letters[origin]
        for laid in plan.laid:
            letters[laid.cell] = laid.letter
            hand[0 if laid.blank else laid.letter] -= 1
        return self.position._replace(letters=letters, hand=hand)

    def action(self, plan: Plan) -> Arrange:
        """A plan as an action of the rules."""
        tiles = []
        for laid in plan.laid:
            letter = self.letters[laid.letter - 1]
            tile, named = (BLANK, letter) if laid.blank else (letter, "")
            tiles.append(Placed(*divmod(laid.cell, self.size), tile, named))
        moves = tuple((divmod(origin, self.size), divmod(target, self.size)) for origin, target in plan.moved)
        return Arrange(tuple(tiles), moves, tuple(divmod(cell, self.size) for cell in plan.taken))

    def _moving_costs(self, cell: int) -> int:
        there, rules = self.cells[cell], self.state.rules
        factor = LETTER_FACTOR.get(there.bonus, 1) if rules.flag("loosen_letter_bonus") else 1
        return there.value * factor if rules.flag("loosen_cost") else -there.value

    def _taking_costs(self, cell: int) -> int:
        there = self.cells[cell]
        return there.value if self.state.rules.flag("take_cost") or there.blank else 1

    def _loosened(self, cell: int) -> Position:
        """The board without a tile, which is in the hand; it counts for no bonus."""
        position, bonus = self.position, self.cells[cell].bonus
        changed = position._replace(
            letters=position.letters.copy(),
            values=position.values.copy(),
            free=position.free.copy(),
            letter_factor=position.letter_factor.copy(),
            word_factor=position.word_factor.copy(),
            hand=position.hand.copy(),
            bonuses=np.concatenate((position.bonuses[:1], position.bonuses[:-1])),
        )
        changed.hand[position.letters[cell]] += 1
        changed.letters[cell] = changed.values[cell] = 0
        changed.free[cell] = 1
        changed.letter_factor[cell] = LETTER_FACTOR.get(bonus, 1)
        changed.word_factor[cell] = WORD_FACTOR.get(bonus, 1)
        return changed

    def _moved(self, cell: int, play: Play) -> Plan | None:
        """A play with the tile of that square in hand as a move; None where the hand has the tiles for it alone."""
        letter = int(self.position.letters[cell])
        alike = [laid for laid in play.tiles if laid.letter == letter and not laid.blank]
        if len(alike) <= self.position.hand[letter] or len(play.tiles) < 2:
            return None
        to = next((laid for laid in alike if laid.cell != cell), None)
        if to is None:
            return None
        laid = tuple(one for one in play.tiles if one is not to)
        return Plan(play.score - self._moving_costs(cell), laid, ((cell, to.cell),))

    def _on(self, plan: Plan, position: Position, play: Play) -> tuple[Plan, Position]:
        """A turn with another word, and the board and the hand then, with what further tiles add to the bonus."""
        hand = position.hand.copy()
        for laid in play.tiles:
            hand[0 if laid.blank else laid.letter] -= 1
        bonuses = np.zeros_like(position.bonuses)
        bonuses[: len(bonuses) - len(play.tiles)] = position.bonuses[len(play.tiles) :]
        bonuses -= position.bonuses[len(play.tiles)]
        lying = after(position, play)._replace(hand=hand, bonuses=bonuses)
        return Plan(plan.points + play.score, (*plan.laid, *play.tiles)), lying

    def _best(self, found: Iterable[tuple[Plan, Position]]) -> list[tuple[Plan, Position]]:
        return sorted(found, key=lambda one: -self._hoped(one[0]))[:FOLLOWED_UP]

    def _hoped(self, plan: Plan) -> float:
        """What a beginning promises: its points, and more of them for the tiles that are left."""
        left = int(self.position.hand.sum()) - len(plan.laid)
        return plan.points - 2.0 * left


def _of_each_length(plays: Iterable[Play]) -> Iterator[Play]:
    """The first plays of each number of tiles."""
    seen: Counter[int] = Counter()
    for play in plays:
        seen[len(play.tiles)] += 1
        if seen[len(play.tiles)] <= ALIKE:
            yield play

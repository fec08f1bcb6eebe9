"""Choose a bot's action in AlfaPower: one at a time from a view, as a person would press one button after another.

It weighs its plays, imagines hands of the other from the unseen tiles and their best replies, and buys or uses a power
when the turn with it is worth more than without, by more than its price.
"""

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from bots.engine.imagined_positions import after, some_of, with_hand, with_square, without_tile
from bots.engine.line_memory import ANY_SUM, LineMemory, counted
from bots.engine.plays import Play, best_plays, best_rows, plays_of
from bots.engine.position import Position
from bots.engine.preparation import Words
from bots.engine.view_to_position import action_of, letters_of, position_of
from bots.levels import Level
from bots.rules import (
    BLANK,
    LETTER_FACTOR,
    PLACED_BONUS,
    PLAIN,
    WORD_FACTOR,
    Action,
    Buy,
    Choose,
    HandTile,
    Pass,
    Phase,
    Use,
    View,
)
from game.variants.alfapower.bot.evaluation import coin, keeping, kept_after, worth

CONSIDERED = 12
"""Plays that are weighed."""

FOLLOWED = 4
"""Plays whose replies are imagined."""

SQUARES = 5
"""Squares on which each power is tried: those of the best plays and replies."""

DRAWS, DRAWS_WITH_BLANKS = 2, 1
"""How often the tiles that a swap may bring are imagined, and, where blanks are kept, which take ten times as long; as
often again for the swap that promises most."""

MOST_POWERS = 4
"""Powers bought or used in one turn: where they cost nothing, a hope for better tiles would never end, and each is a
decision with hands imagined anew."""

MARGIN = 1.5
"""By how many points a power has to pay beyond its price, for nothing is certain."""

LED_BY = 2
"""Plays whose squares powers are tried on."""

SPARE_PLAYS, SPARE_REPLIES = 36, 6
"""Plays of the board as it is that are remembered, of one's own and for each imagined hand: where some of them can no
longer be laid, the next ones are known."""

ROUNDING = 1e-6


def decide(view: View, level: Level, words: Words, rng: random.Random) -> Action:
    """The next action of a bot on turn."""
    running = view.receipts[-1]
    bought = Counter(one.item for one in running.bought if one.seat == view.viewer)
    used = Counter(one.item for one in running.used)
    return Decision(view, level, words, rng, bought.total() + used.total(), tuple(bought - used)).action()


class Choice(NamedTuple):
    """A play and what it is thought to be worth, in final points."""

    value: float
    play: Play


class Decision:
    """One decision of one bot. `rng` is its own: the same view, level and chance give the same action.

    `powers`: how many it has bought and used in this turn already; `bought`: those that it has bought in it and not
    used yet.
    """

    def __init__(self, view: View, level: Level, words: Words, rng: random.Random, powers: int = 0,
                 bought: Sequence[str] = ()) -> None:  # fmt: skip
        self.view, self.level, self.words, self.rng = view, level, words, rng
        self.may_use_powers, self.bought = powers < MOST_POWERS, bought
        self.letters = letters_of(view.rules.text("language"))
        self.position = position_of(view)
        self.numbers = {letter: number for number, letter in enumerate(self.letters, 1)} | {BLANK: 0}
        self.unseen = [self.numbers[letter] for letter, count in view.unseen for _ in range(count)]
        others = [player for player in view.players if player.seat != view.viewer]
        self.hands = [some_of(self.unseen, others[0].hand_count, rng) for _ in range(level.looks_ahead)]
        position = self.position
        self.own_plays = LineMemory(words.known, position, position.hand[None], position.alfa_hand[None], SPARE_PLAYS)
        self.worths: dict[Play, float] = {}
        counts = counted(self.hands, position.hand.size)
        self.replies = LineMemory(words.whole, position, counts, np.zeros_like(counts), SPARE_REPLIES)

    def action(self) -> Action:
        """The next thing to do; the viewer is on turn and the match runs."""
        if self.view.phase is Phase.ALFA:
            return Choose(self._upgraded())
        self.own_plays.best_rows(self.position, SPARE_PLAYS)
        if self.hands:
            self.replies.best_rows(self.position, SPARE_REPLIES)
        choices = self._choices(self.position)
        power = self._power(choices) if self.may_use_powers else None
        if power is not None:
            return power
        if not choices:
            return Pass()
        return action_of(self.view, self.level.pick(choices, self.rng).play)

    def _upgraded(self) -> str | None:
        """The tile to make an Alfa tile: a blank, else the letter most often met and least dear to be left with. None,
        for none, of a level that knows no powers: where few tiles earn one it would run away from a beginner."""
        if not self.level.items:
            return None
        often = dict(self.view.unseen)
        best = max(self.view.choice, key=lambda tile: (not tile.letter, often.get(tile.letter, 0) - tile.value))
        return best.tile

    def _choices(self, position: Position) -> list[Choice]:
        """The plays worth weighing with the replies to them, the best first; none when the hand has no word at all."""
        choices = self._weighed(position)
        if not self.hands:
            return choices
        looked_at = max(self.level.choices, LED_BY)
        followed: list[Choice] = []
        for value, play in choices[:FOLLOWED]:
            least = followed[-1].value if len(followed) == looked_at else -math.inf
            followed.append(Choice(value - self._reply(after(position, play), value - least + ROUNDING), play))
            followed = sorted(followed, key=lambda choice: -choice.value)[:looked_at]
        return followed

    def _weighed(self, position: Position) -> list[Choice]:
        """The plays worth weighing, the best first, whatever is replied."""
        plays = plays_of(position, self.own_plays.best_rows(position, CONSIDERED)[0])
        if not plays and self.words.known is not self.words.whole:
            plays = best_plays(position, self.words.whole, CONSIDERED)[-1:]
        choices = [Choice(self._worth(play), play) for play in plays]
        choices.sort(key=lambda choice: -choice.value)
        return choices

    def _worth(self, play: Play) -> float:
        """What a play is worth, whatever is replied; kept, for most plays are the same on boards that differ little."""
        if play not in self.worths:
            self.worths[play] = worth(self.view, play, kept_after(self.view, play, self.letters))
        return self.worths[play]

    def _reply(self, position: Position, most: float = math.inf) -> float:
        """What the other's best reply brings on the mean of the imagined hands; where that is more than `most`, some
        number above it."""
        count = len(self.hands)
        return self.replies.total(position, ANY_SUM if most == math.inf else math.floor(most * count)) / count

    def _power(self, choices: list[Choice]) -> Action | None:
        """The power whose turn is worth most, bought or used; None when none pays. What has just been bought for the
        turn goes before all others, which were weighed then."""
        now = choices[0].value if choices else self._stuck()
        best: tuple[float, Action] | None = None
        held = {slot.item for slot in self.view.slots if slot.usable}
        shop = {item.item: item for item in self.view.shop if not item.refusal}
        for key in [item for item in self.bought if item in held] or self.level.items:
            if key not in held and key not in shop:
                continue
            price = 0.0 if key in held else shop[key].price * coin(self.view)
            for value, use in self._uses(key, choices, now + price + MARGIN + (best[0] if best else 0.0)):
                gain = value - now - price - MARGIN
                if gain > 0 and (best is None or gain > best[0]):
                    best = gain, use if key in held else Buy(key)
        return best[1] if best else None

    def _stuck(self) -> float:
        """What a turn without any play is worth: the coins of a pass, if it still earns any, and the hand."""
        hand = keeping(self.view, self.view.hand)
        return self.view.can.pass_coins * coin(self.view) + hand - (self._reply(self.position) if self.hands else 0.0)

    def _uses(self, key: str, choices: list[Choice], floor: float) -> Iterator[tuple[float, Action]]:
        """What the turn would be worth with the power used in the likeliest ways, exactly as far as above `floor`."""
        if key == "swap":
            yield from self._swaps()
            return
        for cell, changed in self.changes(key, choices):
            value = self._value_with(changed, floor)
            if value is not None:
                yield value, Use(key, divmod(cell, self.view.size))

    def _value_with(self, changed: Position, floor: float) -> float | None:
        """What the best choice is worth on the board that a power makes; None where there is none. Below `floor` it may
        be too high: the other's replies are searched no further than until they are too good.
        """
        best: float | None = None
        for value, play in self._weighed(changed)[: FOLLOWED if self.hands else 1]:
            if value < floor - ROUNDING:
                continue
            if self.hands:
                value -= self._reply(after(changed, play), value - floor + ROUNDING)
            if best is None or value > best:
                best = value
        return best

    def changes(self, key: str, choices: list[Choice]) -> Iterator[tuple[int, Position]]:
        """Squares to use a power on, with the position it makes."""
        view, size = self.view, self.view.size
        cells, centre = view.cells, size * size // 2
        if key in PLACED_BONUS:
            mark = PLACED_BONUS[key]
            mine = [laid.cell for choice in choices[:LED_BY] for laid in choice.play.tiles]
            for cell in [at for at in dict.fromkeys(mine) if self._plain(at) and at != centre][:SQUARES]:
                yield cell, with_square(self.position, cell, letter_factor=LETTER_FACTOR.get(mark, 0),
                                        word_factor=WORD_FACTOR.get(mark, 0))  # fmt: skip
        elif key == "fortify":
            mine = [near for choice in choices[:LED_BY] for laid in choice.play.tiles for near in self._near(laid.cell)]
            cap = view.rules.number("fortify_cap")
            fit = [at for at in dict.fromkeys(mine) if cells[at].letter and not cells[at].alfa]
            for cell in [at for at in fit if cells[at].fortified < cap][:SQUARES]:
                yield cell, with_square(self.position, cell, value=1)
        elif key in ("claim", "blast") and self.hands and choices:
            taken = {laid.cell for laid in choices[0].play.tiles}
            theirs = [at for at in self._feared(choices[0].play) if at not in taken]
            if key == "claim":
                for cell in [at for at in theirs if self._plain(at)][:SQUARES]:
                    yield cell, with_square(self.position, cell, closed=True)
            else:
                hooks = dict.fromkeys(near for at in theirs for near in self._near(at))
                for cell in [at for at in hooks if cells[at].letter and not cells[at].alfa][:SQUARES]:
                    yield cell, without_tile(self.position, cell)

    def _feared(self, play: Play) -> list[int]:
        """The squares of the best replies to a play that the imagined hands have."""
        board = after(self.position, play)
        best = [plays_of(board, rows) for rows in self.replies.best_rows(board, 1)]
        return list(dict.fromkeys(laid.cell for plays in best for reply in plays for laid in reply.tiles))

    def _plain(self, cell: int) -> bool:
        """Whether a claim or a bonus may be put there."""
        there = self.view.cells[cell]
        return there.bonus == PLAIN and not there.letter and there.claim is None and not there.dead

    def _near(self, cell: int) -> Iterator[int]:
        row, col = divmod(cell, self.view.size)
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            if 0 <= r < self.view.size and 0 <= c < self.view.size:
                yield r * self.view.size + c

    def _swaps(self) -> Iterator[tuple[float, Action]]:
        """Trade all but the tiles that go best together: none, two or four of them beside blanks and Alfa tiles;
        whichever promises most."""
        view = self.view
        ways: list[tuple[float, list[int], list[HandTile]]] = []
        plain = [tile for tile in view.hand if tile.letter and not tile.alfa]
        kept = [tile for tile in view.hand if not tile.letter or tile.alfa]
        draws = DRAWS if all(tile.letter for tile in kept) else DRAWS_WITH_BLANKS
        for more in (0, 2, 2):
            for _ in range(min(more, len(plain))):
                best = max(plain, key=lambda tile: keeping(view, [*kept, tile]) - tile.value / 10)
                plain.remove(best)
                kept.append(best)
            if 0 < len(plain) <= view.bag:
                stay = [self.numbers[tile.letter or BLANK] for tile in kept if not tile.alfa]
                ways.append((self._drawn(stay, len(plain), draws), stay, list(plain)))
        if ways:
            total, stay, given = max(ways, key=lambda way: way[0])
            total += self._drawn(stay, len(given), draws)
            value = total / (2 * draws) - (self._reply(self.position) if self.hands else 0.0)
            yield value, Use("swap", None, tuple(tile.tile for tile in given))

    def _drawn(self, stay: list[int], drawn: int, times: int) -> float:
        """What the turns are worth together with these tiles and, each time, some of the unseen ones."""
        total = 0.0
        for _ in range(times):
            imagined = with_hand(self.position, stay + some_of(self.unseen, drawn, self.rng))
            rows = best_rows(imagined._replace(alfa_hand=self.position.alfa_hand), self.words.known, 1)
            if len(rows):
                total += float(rows[0, 0]) + self.view.rules.number("base_coins") * coin(self.view)
        return total

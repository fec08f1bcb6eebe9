"""How a bot decides: one action at a time from a view, as a person would press one button after another.

It weighs its plays, imagines hands of the other from the unseen tiles and their best replies, and buys or uses a power
when the turn with it is worth more than without, by more than its price.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

from bots.engine.imagined_positions import after, some_of, with_hand, with_square, without_tile
from bots.engine.plays import Laid, Play, best_plays, best_rows
from bots.engine.position import Position
from bots.engine.preparation import Words
from bots.engine.view_to_position import action_of, letters_of, position_of
from bots.games.alfapower.evaluation import coin, keeping, kept_after, worth
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

CONSIDERED = 12
"""Plays that are weighed."""

FOLLOWED = 4
"""Plays whose replies are imagined."""

SQUARES = 5
"""Squares on which each power is tried: those of the best plays and replies."""

DRAWS = 4
"""How often the tiles that a swap may bring are imagined."""

MOST_POWERS = 6
"""Powers bought or used in one turn: where they cost nothing, a hope for better tiles would never end."""

MARGIN = 1.5
"""By how many points a power has to pay beyond its price, for nothing is certain."""

REPLIES = 6
"""Replies of a hand that are kept: the best one that leaves a claimed square alone is mostly among them."""

ROUNDING = 1e-6


def decide(view: View, level: Level, words: Words, rng: random.Random) -> Action:
    """The next action of a bot on turn."""
    running = view.receipts[-1]
    bought = sum(one.seat == view.viewer for one in running.bought)
    return Mind(view, level, words, rng, powers=bought + len(running.used)).action()


class Choice(NamedTuple):
    """A play and what it is thought to be worth, in final points."""

    value: float
    play: Play


class Mind:
    """One decision of one bot. `rng` is its own: the same view, level and chance give the same action.

    `powers`: how many it has bought and used in this turn already.
    """

    def __init__(self, view: View, level: Level, words: Words, rng: random.Random, powers: int = 0) -> None:
        self.view, self.level, self.words, self.rng = view, level, words, rng
        self.may_use_powers = powers < MOST_POWERS
        self.letters = letters_of(view.rules.text("language"))
        self.position = position_of(view)
        numbers = {letter: number for number, letter in enumerate(self.letters, 1)} | {BLANK: 0}
        self.unseen = [numbers[letter] for letter, count in view.unseen for _ in range(count)]
        others = [player for player in view.players if player.seat != view.viewer]
        self.hands = [some_of(self.unseen, others[0].hand_count, rng) for _ in range(level.looks_ahead)]
        self.replies: dict[tuple[Laid, ...], list[list[Play]]] = {}

    def action(self) -> Action:
        """The next thing to do; the viewer is on turn and the match runs."""
        if self.view.phase is Phase.ALFA:
            return Choose(self._upgraded())
        choices = self._choices(self.position)
        power = self._power(choices) if self.may_use_powers else None
        if power is not None:
            return power
        if not choices:
            return Pass()
        shown = choices[: self.level.choices]
        weights = [self.level.steadiness**-rank for rank in range(len(shown))]
        return action_of(self.view, self.rng.choices(shown, weights)[0].play)

    def _upgraded(self) -> str:
        """The tile to make an Alfa tile: a blank, else the letter most often met and least dear to be left with."""
        often = dict(self.view.unseen)
        best = max(self.view.choice, key=lambda tile: (not tile.letter, often.get(tile.letter, 0) - tile.value))
        return best.tile

    def _choices(self, position: Position) -> list[Choice]:
        """The plays worth weighing with the replies to them, the best first; none when the hand has no word at all."""
        choices = self._weighed(position)
        if self.hands:
            followed = [Choice(value - self._reply(after(position, play)), play) for value, play in choices[:FOLLOWED]]
            choices = sorted(followed, key=lambda choice: -choice.value)
        return choices

    def _weighed(self, position: Position) -> list[Choice]:
        """The plays worth weighing, the best first, whatever is replied."""
        plays = best_plays(position, self.words.known, CONSIDERED)
        if not plays and self.words.known is not self.words.whole:
            plays = best_plays(position, self.words.whole, CONSIDERED)[-1:]
        choices = [Choice(worth(self.view, play, kept_after(self.view, play, self.letters)), play) for play in plays]
        choices.sort(key=lambda choice: -choice.value)
        return choices

    def _reply(self, position: Position) -> float:
        """What the other's best reply brings on the mean of the imagined hands."""
        scores = [best_rows(with_hand(position, hand), self.words.whole, 1) for hand in self.hands]
        return sum(float(rows[0, 0]) for rows in scores if len(rows)) / len(scores)

    def _replies(self, play: Play) -> list[list[Play]]:
        """The best replies of each imagined hand to a play on the board as it is."""
        if play.tiles not in self.replies:
            board = after(self.position, play)
            self.replies[play.tiles] = [
                best_plays(with_hand(board, hand), self.words.whole, REPLIES) for hand in self.hands
            ]
        return self.replies[play.tiles]

    def _reply_beside(self, play: Play, cell: int, claimed: Position) -> float:
        """The same as `_reply` where that square alone is claimed: of the replies there were, those beside it."""
        total = 0.0
        for hand, replies in zip(self.hands, self._replies(play), strict=True):
            beside = [reply for reply in replies if all(laid.cell != cell for laid in reply.tiles)]
            if beside:
                total += beside[0].score
            elif len(replies) == REPLIES:
                rows = best_rows(with_hand(after(claimed, play), hand), self.words.whole, 1)
                total += float(rows[0, 0]) if len(rows) else 0.0
        return total / len(self.hands)

    def _power(self, choices: list[Choice]) -> Action | None:
        """The power whose turn is worth most, bought or used; None when none pays."""
        now = choices[0].value if choices else self._stuck()
        best: tuple[float, Action] | None = None
        held = {slot.item for slot in self.view.slots if slot.usable}
        shop = {item.item: item for item in self.view.shop if not item.refusal}
        for key in self.level.items:
            if key not in held and key not in shop:
                continue
            price = 0.0 if key in held else shop[key].price * coin(self.view)
            for value, use in self._uses(key, choices, now + price + MARGIN + (best[0] if best else 0.0)):
                gain = value - now - price - MARGIN
                if gain > 0 and (best is None or gain > best[0]):
                    best = gain, use if key in held else Buy(key)
        return best[1] if best else None

    def _stuck(self) -> float:
        """What a turn without any play is worth: the coins of a pass (none when it would concede) and the hand."""
        coins = 0 if self.view.can.concede else self.view.rules.number("pass_coins")
        hand = keeping(self.view, self.view.hand)
        return coins * coin(self.view) + hand - (self._reply(self.position) if self.hands else 0.0)

    def _uses(self, key: str, choices: list[Choice], floor: float) -> Iterator[tuple[float, Action]]:
        """What the turn would be worth with the power used in the likeliest ways, as far as that is above `floor`."""
        if key == "swap":
            yield from self._swaps()
            return
        for cell, changed in self.changes(key, choices):
            value = self._value_with(key, cell, changed, floor)
            if value is not None:
                yield value, Use(key, divmod(cell, self.view.size))

    def _value_with(self, key: str, cell: int, changed: Position, floor: float) -> float | None:
        """What the best choice is worth once the power is used on that square; None where there is none, or none that
        comes above `floor`.

        The other's replies are searched as seldom as can be. What a placed bonus or Fortify adds lies open to the other
        too: a reply brings at least what it brings without.
        """
        best: float | None = None
        for value, play in self._weighed(changed)[: FOLLOWED if self.hands else 1]:
            if self.hands:
                least = 0.0 if key in ("claim", "blast") else self._replied(play)
                if value - least < floor - ROUNDING:
                    continue
                reply = self._reply_beside(play, cell, changed) if key == "claim" else self._reply(after(changed, play))
                value -= reply
            if best is None or value > best:
                best = value
        return best

    def _replied(self, play: Play) -> float:
        """What the other's best reply to a play brings on the board as it is."""
        return sum(replies[0].score for replies in self._replies(play) if replies) / len(self.hands)

    def changes(self, key: str, choices: list[Choice]) -> Iterator[tuple[int, Position]]:
        """Squares to use a power on, with the position it makes."""
        view, size = self.view, self.view.size
        cells, centre = view.cells, size * size // 2
        if key in PLACED_BONUS:
            mark = PLACED_BONUS[key]
            mine = [laid.cell for choice in choices[:2] for laid in choice.play.tiles]
            for cell in [at for at in dict.fromkeys(mine) if self._plain(at) and at != centre][:SQUARES]:
                yield cell, with_square(self.position, cell, letter_factor=LETTER_FACTOR.get(mark, 0),
                                        word_factor=WORD_FACTOR.get(mark, 0))  # fmt: skip
        elif key == "fortify":
            mine = [near for choice in choices[:2] for laid in choice.play.tiles for near in self._near(laid.cell)]
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
        return list(
            dict.fromkeys(laid.cell for best in self._replies(play) for laid in (best[0].tiles if best else ()))
        )

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
        """Trade all but the tiles that go best together: none, two or four of them beside blanks and Alfa tiles."""
        view = self.view
        plain = [tile for tile in view.hand if tile.letter and not tile.alfa]
        kept = [tile for tile in view.hand if not tile.letter or tile.alfa]
        for more in (0, 2, 2):
            for _ in range(min(more, len(plain))):
                best = max(plain, key=lambda tile: keeping(view, [*kept, tile]) - tile.value / 10)
                plain.remove(best)
                kept.append(best)
            if 0 < len(plain) <= view.bag:
                yield self._hoped_for(kept, len(plain)), Use("swap", None, tuple(tile.tile for tile in plain))

    def _hoped_for(self, kept: list[HandTile], drawn: int) -> float:
        """What the turn is worth on the mean with these tiles and some of the unseen ones."""
        numbers = {letter: number for number, letter in enumerate(self.letters, 1)}
        stay = [numbers.get(tile.letter, 0) for tile in kept if not tile.alfa]
        total = 0.0
        for _ in range(DRAWS):
            imagined = with_hand(self.position, stay + some_of(self.unseen, drawn, self.rng))
            rows = best_rows(imagined._replace(alfa_hand=self.position.alfa_hand), self.words.known, 1)
            if len(rows):
                total += float(rows[0, 0]) + self.view.rules.number("base_coins") * coin(self.view)
        return total / DRAWS - (self._reply(self.position) if self.hands else 0.0)

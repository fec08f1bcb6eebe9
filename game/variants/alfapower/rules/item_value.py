"""Compute what bought items earned: every purchase followed from the shop to the last point that came of it.

Counted is only what can be worked out exactly from the match itself:

* Fortify: each point that the tile was worth more, times the factors of the word, in every later word through it.
* A placed bonus: the turn's points less what they would have been had that square alone been plain.
* Claim: the points of the words laid over the claimed square, whole, since it is unknown what else would have lain
  there. A word over two claims counts for the first.

What a Swap or a Blast was worth depends on what would have been played otherwise; nothing is counted for them, nor for
an item that these rules do not know.
"""

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass

from game.crossword.board import Board
from game.crossword.layouts import PLAIN
from game.crossword.placement import Placement
from game.kernel.base_types import Seat
from game.kernel.setting_types import Ruleset
from game.variants.alfapower.rules.scoring import Word, score_words, turn_score

RETURNS_EXTRA = ("fortify", "place_dl", "place_tl", "place_dw", "place_tw")
"""The items whose return is points that would not have been there without them."""

RETURNS_WORDS = ("claim",)
"""The items whose return is whole words."""


@dataclass(slots=True)
class Purchase:
    """One item from the moment it was bought. `brought` are points of the buyer, `gave` those the other player had of
    it."""

    seat: Seat
    item: str
    price: int
    used: bool = False
    brought: int = 0
    gave: int = 0


class Returns:
    """The purchases of a match while it is read from its first action to its last."""

    def __init__(self) -> None:
        self.purchases: list[Purchase] = []
        self._held: dict[tuple[Seat, str], deque[Purchase]] = defaultdict(deque)
        self._fortified: dict[int, list[Purchase]] = defaultdict(list)
        self._placed: dict[int, Purchase] = {}
        self._claimed: dict[int, Purchase] = {}

    def buy(self, seat: Seat, item: str, price: int) -> None:
        """An item was bought."""
        purchase = Purchase(seat, item, price)
        self.purchases.append(purchase)
        self._held[seat, item].append(purchase)

    def use(self, seat: Seat, item: str, before: Board, after: Board) -> None:
        """An item was used, which leaves the slot it came into first; the change of the board shows what it did."""
        held = self._held[seat, item]
        if not held:  # the match was played on from one in which it was bought
            held.append(Purchase(seat, item, 0))
        purchase = held.popleft()
        purchase.used = True
        for index, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)):
            if old == new:
                continue
            if new.dead:
                self._forget(index)
            if new.fortified > old.fortified:
                self._fortified[index].append(purchase)
            if new.bonus != old.bonus:
                self._placed[index] = purchase
            if new.claim is not None:
                self._claimed[index] = purchase

    def score(self, seat: Seat, board: Board, rules: Ruleset, placement: Placement, words: Sequence[Word],
              factor: int = 1) -> None:  # fmt: skip
        """Words were laid on the `board` as it was before them; the turn's points were multiplied by `factor`."""
        runs = (*placement.across, *placement.down)
        for run, word in zip(runs, words, strict=True):
            for index in run:
                if index not in placement.fresh:
                    for purchase in self._fortified.get(index, ()):
                        _credit(purchase, seat, word.word * word.alfa * factor)
            claims = [self._claimed[index] for index in run if index in placement.fresh and index in self._claimed]
            if claims:
                _credit(claims[0], seat, word.points * factor)
        points = turn_score(words)
        for index, cell in placement.fresh.items():
            if index in self._placed and not cell.alfa:
                plain = {**placement.fresh, index: cell._replace(bonus=PLAIN)}
                without = score_words(board, rules, Placement(plain, placement.across, placement.down))
                _credit(self._placed[index], seat, (points - turn_score(without)) * factor)
        for index in placement.fresh:
            self._forget(index)

    def _forget(self, index: int) -> None:
        """Whatever was done to a square before has no more effect."""
        self._fortified.pop(index, None)
        self._placed.pop(index, None)
        self._claimed.pop(index, None)


def _credit(purchase: Purchase, seat: Seat, points: int) -> None:
    if seat == purchase.seat:
        purchase.brought += points
    else:
        purchase.gave += points

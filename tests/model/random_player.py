"""Thinks up actions for the model, as the match record writes them: mostly good ones, many nearly good, some absurd.

Everything follows from the random generator given, and that from one number which Hypothesis picks and shrinks.
"""

import random
from typing import Any

from game.kernel.refusals import Refused
from game.rules.record_form import read_action
from game.variants.alfapower.items import ITEMS
from game.variants.alfapower.placement import examine
from game.variants.alfapower.state import MatchState, Phase
from tests.support import random_placements
from tests.support.naive import Match

Data = dict[str, Any]
"""An action with its seat, as in a match record."""

TRIES = 4
STRANGE_TILES = ["A", "?", "Q*", "?*", "a", "Å", "*"]


class Mind:
    """One decision. `state` is the match, `naive` the same one as the second engine has it (its proposals are used)."""

    def __init__(self, rng: random.Random, state: MatchState, naive: Match) -> None:
        self.rng, self.state, self.naive = rng, state, naive
        self.seat = state.active

    def play(self) -> Data:
        """What helps the turn on: a placement that may lie there, or an answer to the Alfa choice."""
        if self.state.phase is Phase.ALFA:
            return self.choose()
        action = self.place()
        for _ in range(TRIES):
            if self._may_lie(action):
                return action
            action = self.place()
        return action if action["tiles"] else self.rng.choice([self.pass_turn, self.buy])()

    def place(self) -> Data:
        """Tiles of the hand beside tiles of the board, Alfa tiles anywhere."""
        return {"seat": self.seat, "do": "place", "tiles": random_placements.placement(self.rng, self.naive)}

    def choose(self) -> Data:
        """One of the new tiles; now and then none, another one of the hand, or a strange one."""
        others = [None, self.rng.choice(STRANGE_TILES), *self.state.players[self.seat].hand[:2]]
        tile = self.rng.choice([*self.state.choice] * 2 + others)
        return {"seat": self.seat, "do": "choose", "tile": tile}

    def tinker(self) -> Data:
        """Use an item that is held, mostly on what it may be used on; else buy one; else play on."""
        held = self.state.players[self.seat].slots
        if held:
            return self.use(self.rng.choice(held))
        return self.buy(self.seat) if self._can_buy(self.seat) or self.rng.random() < 0.1 else self.play()

    def use(self, item: str) -> Data:
        """Use `item`, held or not."""
        rng, state = self.rng, self.state
        action = {"seat": self.seat, "do": "use", "item": item}
        if ITEMS[item].aim == "hand":
            return {**action, "tiles": random_placements.swap_tiles(rng, self.naive)}
        targets = ITEMS[item].targets(state, self.seat)
        cells = state.board.cells
        odd = [index for index, cell in enumerate(cells) if cell.alfa or cell.dead or cell.claim is not None]
        if odd and rng.random() < 0.3:
            targets = odd
        if targets and rng.random() < 0.85:
            return {**action, "cell": list(divmod(rng.choice(targets), state.board.size))}
        return {**action, "cell": random_placements.item_target(rng, self.naive, item)}

    def buy(self, seat: int | None = None) -> Data:
        """Buy what can be paid for, or now and then anything; either seat may."""
        rng = self.rng
        seat = rng.randrange(2) if seat is None else seat
        within_means = self._can_buy(seat)
        item = rng.choice(within_means if within_means and rng.random() < 0.8 else list(ITEMS))
        return {"seat": seat, "do": "buy", "item": item}

    def pass_turn(self) -> Data:
        return {"seat": self.seat, "do": "pass"}

    def leave(self) -> Data:
        """Resign, or be gone for too long; alone or both."""
        if self.rng.random() < 0.5:
            return {"seat": self.rng.randrange(2), "do": "resign"}
        return {"seat": self.rng.choice([0, 1, None]), "do": "abandon"}

    def mischief(self) -> Data:
        """What will probably be refused: tiles that one has not or that may not lie so, the wrong seat, the wrong
        phase, an item that is not held or not on sale."""
        rng = self.rng
        kind = rng.choice(["spoil", "spoil", "seat", "phase", "phase", "item", "buy"])
        if kind == "spoil":
            placed = self.place()
            return {**placed, "tiles": random_placements.spoiled(rng, self.naive, placed["tiles"])}
        if kind == "item":
            return self.use(rng.choice(list(ITEMS)))
        if kind == "buy":
            return {"seat": rng.randrange(2), "do": "buy", "item": rng.choice(list(ITEMS))}
        makers = [self.place, self.tinker, self.pass_turn, self.choose]
        action = rng.choice(makers)()
        if kind == "seat":
            action["seat"] = 1 - self.seat
        return action

    def _can_buy(self, seat: int) -> list[str]:
        state = self.state
        return [key for key in state.rules.items if ITEMS[key].price_now(state) <= state.players[seat].coins]

    def _may_lie(self, action: Data) -> bool:
        tiles = read_action(action, "alfapower", self.state.rules.text("language")).tiles
        try:
            examine(self.state, self.seat, tiles)
        except Refused:
            return False
        return True

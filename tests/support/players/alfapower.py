"""The random player of AlfaPower: thinks up actions for a match of the second engine, or for a position of the engine,
as a match record writes them. Mostly good ones, many nearly good, some absurd; the random generator decides all."""

from collections.abc import Sequence
from random import Random
from typing import Any

from game.crossword.tiles import Placed, placed_token, read_placed
from game.dispatch.record_reading import read_action
from game.kernel.actions import Action, Pass
from game.kernel.refusals import Refused
from game.variants.alfapower.rules.actions import Choose
from game.variants.alfapower.rules.placement import examine
from game.variants.alfapower.rules.state import MatchState, Phase
from game.variants.alfapower.rules.variant import VARIANT
from tests.support import random_placements
from tests.support.naive import Match
from tests.support.naive_position import naive_of
from tests.support.players import accepted
from tests.support.types import certain
from tests.support.word_lists import AllBut

Data = dict[str, Any]
"""An action with its seat, as in a match record."""

ITEMS = ["swap", "fortify", "claim", "blast", "place_dl", "place_tl", "place_dw", "place_tw"]
TRIES, SAMPLES = 8, 60


class Temper:
    """How the two players of a match behave; the weights of the kinds of action in phase `play`."""

    def __init__(self, rng: Random) -> None:
        self.skill = rng.choice([1, 3, 8, 8])  # proposals looked at before one is laid
        self.mischief_share = rng.choice([0.02, 0.1, 0.3])  # share of actions that are meant to be refused
        self.weights = {
            "place": 10,
            "buy": rng.choice([0, 3, 8]),
            "use": rng.choice([2, 8, 20]),
            "pass_turn": rng.choice([0.2, 1, 6]),
            "timeout": rng.choice([0, 0.5, 4]),
            "leave": rng.choice([0, 0.03, 0.3]),
        }
        self.demolition = rng.random() < 0.1  # blast whatever stands
        self.weary = rng.random() < 0.3  # mostly pass once the bag is empty


class Player:
    """Thinks up the next action for a match of the second engine; `times_out`: also what the clock does."""

    def __init__(self, rng: Random, match: Match, *, times_out: bool = True) -> None:
        self.rng, self.match, self.temper = rng, match, Temper(rng)
        self.times_out = times_out and match.settings["turn_seconds"] is not None
        if not self.times_out:
            self.temper.weights["timeout"] = 0

    def next_action(self) -> Data:
        """Anything, by the temper of the players."""
        rng, match = self.rng, self.match
        if match.phase == "over" or rng.random() < self.temper.mischief_share:
            return self.mischief()
        if match.phase == "alfa":
            return self.choice() if rng.random() < 0.9 else rng.choice([self.buy, self.leave])()
        if self.temper.demolition and match.begun and rng.random() < 0.7:
            return self.demolish()
        if self.temper.weary and not match.bag and rng.random() < 0.7:
            return self.pass_turn()
        kinds, weights = zip(*self.temper.weights.items(), strict=True)
        action: Data = getattr(self, rng.choices(kinds, weights)[0])()
        return action

    def play(self) -> Data:
        """What helps the turn on: a placement that may lie there, or an answer to the Alfa choice."""
        if self.match.phase == "alfa":
            return self.choice()
        action = self.place()
        return action if action["tiles"] else self.rng.choice([self.pass_turn, self.buy])()

    def place(self) -> Data:
        """Tiles of the hand beside tiles of the board, Alfa tiles anywhere."""
        rng, match = self.rng, self.match
        tiles = []
        for _ in range(self.temper.skill):
            tiles = random_placements.placement(rng, match)
            if match.try_placement(tiles).code is None:
                break
        return {"seat": match.active, "do": "place", "tiles": tiles}

    def buy(self, seat: int | None = None) -> Data:
        """Buy what can be paid for, or now and then anything; either seat may."""
        seat = self.rng.randrange(2) if seat is None else seat
        match = self.match
        within_means = [item for item in match.settings["items"] if match.price(item) <= match.coins[seat]]
        item = self.rng.choice(within_means if within_means and self.rng.random() < 0.9 else ITEMS)
        return {"seat": seat, "do": "buy", "item": item}

    def use(self, item: str | None = None) -> Data:
        """Use an item, held or not; without a name one that is held, or else buy one."""
        rng, match = self.rng, self.match
        if item is None:
            owned = sorted(match.slots[match.active].elements())
            if not owned:
                return self.buy(match.active)
            item = rng.choice(owned)
        action = {"seat": match.active, "do": "use", "item": item}
        if item == "swap":
            return action | {"tiles": random_placements.swap_tiles(rng, match)}
        return action | {"cell": random_placements.item_target(rng, match, item)}

    def demolish(self) -> Data:
        """Blast a tile, or buy what blasts one."""
        match = self.match
        if not match.slots[match.active]["blast"]:
            return {"seat": match.active, "do": "buy", "item": "blast"}
        tiles = random_placements.cells_where(match, lambda cell: cell.tile is not None and not cell.alfa)
        if not tiles:
            return self.place()
        return {"seat": match.active, "do": "use", "item": "blast", "cell": list(self.rng.choice(tiles))}

    def pass_turn(self) -> Data:
        return {"seat": self.match.active, "do": "pass"}

    def timeout(self) -> Data:
        return {"seat": self.match.active, "do": "timeout"}

    def leave(self) -> Data:
        """Resign, or be gone for too long; alone or both."""
        if self.rng.random() < 0.5:
            return {"seat": self.rng.randrange(2), "do": "resign"}
        return {"seat": self.rng.choice([0, 1, None]), "do": "abandon"}

    def choice(self) -> Data:
        """One of the new tiles; now and then none, a strange one, or none in time."""
        rng, match = self.rng, self.match
        luck = rng.random()
        if luck < 0.1 and self.times_out:
            return self.timeout()
        if luck < 0.2:
            tile = None
        elif luck < 0.3:
            tile = rng.choice([*match.values, "A*", "?*", "a"])
        else:
            tile = rng.choice(match.just_drawn)
        return {"seat": match.active, "do": "choose", "tile": tile}

    def mischief(self) -> Data:
        """An action that is probably refused: wrong seat, wrong phase, wrong tiles, or all of these."""
        rng, match = self.rng, self.match
        kind = rng.choice(["spoil", "spoil", "spoil", "seat", "out of phase", "unowned", "buy"])
        if kind == "spoil":
            tiles = random_placements.spoiled(rng, match, random_placements.placement(rng, match))
            return {"seat": match.active, "do": "place", "tiles": tiles}
        if kind == "unowned":
            return self.use(rng.choice(match.settings["items"]))
        if kind == "buy":
            return {"seat": rng.randrange(2), "do": "buy", "item": rng.choice(ITEMS)}
        makers = [self.place, self.use, self.pass_turn, self.choose_in_play]
        if self.times_out:
            makers.append(self.timeout)
        action = rng.choice(makers)()
        if kind == "seat":
            action["seat"] = 1 - match.active
        return action

    def choose_in_play(self) -> Data:
        return {"seat": self.match.active, "do": "choose", "tile": self.rng.choice([None, "A", "?"])}


def act_by_lot(state: MatchState, chance: Random) -> tuple[int, Action]:
    """A legal action of some seat; that of the one who is not on turn is a purchase."""
    player, other = Player(chance, naive_of(state, AllBut()), times_out=False), 1 - state.active

    def thought_up(*_: object) -> Action:
        luck = chance.random()
        if seat == other or luck < 0.1:
            data = player.buy(seat)
        elif state.phase is Phase.ALFA:
            data = player.choice()
        else:
            data = player.use() if state.players[seat].slots and luck < 0.5 else player.place()
        return read_action(data, "alfapower", state.rules.text("language"))

    for seat in (other, state.active) if chance.random() < 0.1 else (state.active,):
        if action := accepted(VARIANT, state, chance, thought_up, TRIES, seat):
            return seat, action
    return state.active, Choose(None) if state.phase is Phase.ALFA else Pass()


def lay_by_lot(state: MatchState, chance: Random, seat: int) -> list[Placed]:
    """Tiles of a seat laid as the rules allow, whether the words exist or not; empty when none are found."""
    match = naive_of(state, AllBut())
    match.active = seat
    for _ in range(SAMPLES):
        laid, language = random_placements.placement(chance, match), match.settings["language"]
        tiles = [certain(read_placed(row, col, tile, language)) for row, col, tile in laid]
        try:
            examine(state, seat, tiles)
        except Refused:
            continue
        return tiles
    return []


def tokens(tiles: Sequence[Placed]) -> list[list[Any]]:
    """The tiles as a message has them."""
    return [[placed.row, placed.col, placed_token(placed)] for placed in tiles]

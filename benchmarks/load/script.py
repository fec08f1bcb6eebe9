"""A match written down before it is played: which seat sends which action, in order.

Played by the rules alone from a seed that is known, so that the client which sends it has nothing to think about. The
players behave as the bots of tests/support/bots.py do: words of up to four tiles, in AlfaPower now and then a purchase
or a power.
"""

import gzip
import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from game.crossword.actions import Place, PlainPlace
from game.crossword.tiles import Placed, read_placed
from game.dispatch.new_match import new_match, read_rules
from game.dispatch.steps import apply
from game.kernel.actions import Action, Pass
from game.kernel.chance import FairChance
from game.kernel.match import Env
from game.variants.alfapower.rules.actions import Buy, Choose, Use
from game.variants.alfapower.rules.items import ITEMS
from game.variants.alfapower.rules.state import MatchState, Phase
from tests.support.move_finder import Finder

SETTINGS: Mapping[str, Any] = {"language": "en", "turn_seconds": 600}
WORDS = Path(__file__).resolve().parents[2] / "dictionary/data/en.txt.gz"
LONGEST_WORD = 12
TILES_A_TURN = 4

Step = tuple[int, dict[str, Any]]  # the seat, and the action as a page sends it, but for its nonce


@cache
def _words() -> frozenset[str]:
    with gzip.open(WORDS, "rt", encoding="utf-8") as lines:
        return frozenset(line.strip().upper() for line in lines)


@cache
def _finder() -> Finder:
    return Finder(word for word in _words() if len(word) < LONGEST_WORD)


def script(game: str, seed: bytes, most: int) -> list[Step]:
    """At most `most` steps of the match of `game` with this seed (32 bytes), fewer where it ends."""
    from game.dispatch.log_entries import action_data

    rng, chance = random.Random(seed), FairChance(seed)
    state = new_match(read_rules(game, SETTINGS), chance, 0).state
    steps: list[Step] = []
    while len(steps) < most and not state.over:
        seat, action = state.active, _choose(state, rng)
        turn = {} if isinstance(action, Buy) else {"turn": state.turn}
        steps.append((seat, {**action_data(action), **turn}))
        state = apply(state, seat, action, Env(0, _words(), chance)).state
    return steps


def _choose(state: Any, rng: random.Random) -> Action:
    action = _power(state, rng) if isinstance(state, MatchState) else None
    tiles = () if action else _word(state)
    place = Place if isinstance(state, MatchState) else PlainPlace
    return action or (place(tiles) if tiles else Pass())


def _power(state: MatchState, rng: random.Random) -> Action | None:
    player = state.players[state.active]
    if state.phase is Phase.ALFA:
        return Choose(rng.choice([*state.choice, None]))
    room = len(player.slots) < state.rules.number("slot_limit")
    shop = [key for key in state.rules.items if ITEMS[key].price_now(state) <= player.coins]
    if room and shop and rng.random() < 0.2:
        return Buy(rng.choice(shop))
    if player.slots and rng.random() < 0.4:
        return _use(state, rng.choice(player.slots), rng)
    return None


def _use(state: MatchState, item: str, rng: random.Random) -> Use | None:
    if ITEMS[item].aim == "hand":
        hand = state.players[state.active].hand
        return Use(item, tiles=tuple(rng.sample(hand, 2))) if len(state.bag) > 1 else None
    targets = ITEMS[item].targets(state, state.active)
    return Use(item, cell=divmod(rng.choice(targets), state.board.size)) if targets else None


def _word(state: Any) -> tuple[Placed, ...]:
    size, cells = state.board.size, state.board.cells
    marks = ["#" if cell.dead else cell.letter.lower() if cell.blank else cell.letter or "." for cell in cells]
    rows = ["".join(marks[start : start + size]) for start in range(0, len(marks), size)]
    claimed = {divmod(at, size) for at, cell in enumerate(cells) if cell.claim not in (None, state.active)}
    hand = state.players[state.active].hand
    found = _finder().best(rows, hand, claimed=claimed, first=not state.opened, limit=TILES_A_TURN) or ()
    placed = (read_placed(row, column, token, "en") for row, column, token in found)
    return tuple(tile for tile in placed if tile is not None)

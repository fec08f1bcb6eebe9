"""Matches of Keebble through the real services."""

import random
from typing import Any

from game.models import Match
from game.variants.keebble.rules.settings import UPGRADES
from game.variants.keebble.rules.state import MatchState
from tests.support.matches import START, make_match, state_of, submit
from tests.support.players.keebble import take_by_lot

KEEBBLE = "keebble"
PEOPLE = ("Astrid", "Björn", "Cilla", "David", "Eva")
MOST_TURNS = 400


def keebble_match(seed: int = 1, players: int = 2, **settings: Any) -> Match:
    """A match of so many with all upgrades, seated by lot."""
    chosen = {"upgrades": list(UPGRADES), **settings}
    return make_match(seed=seed.to_bytes(32, "big"), variant=KEEBBLE, players=PEOPLE[:players], **chosen)


def play_on(row: Match, rng: random.Random, at: int = START + 1_000) -> MatchState:
    """Play to the end, sometimes saving letters."""
    for _ in range(MOST_TURNS):
        state: MatchState = state_of(row)
        if state.over:
            return state
        answer = submit(row, state.active, at, **take_by_lot(state, rng).dump())
        assert not answer.code, answer
    raise AssertionError("a match of Keebble that does not come to its end")

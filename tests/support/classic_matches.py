"""Matches of Classic through the real services, with a word list that has every word: any tiles that may lie there
score, so that a test can lead a match where it wants it."""

import random
from typing import Any

from game.models import Match
from game.variants.classic.rules.state import MatchState
from tests.support.matches import START, make_match, state_of, submit
from tests.support.players.classic import SAMPLES, turns

CLASSIC = "classic"
LEVELLING = 120
MOST_TURNS = 200


def classic_match(seed: int = 1, **settings: Any) -> Match:
    """A match between Astrid and Björn, of whom the deal seats one first."""
    return make_match(seed=seed.to_bytes(32, "big"), variant=CLASSIC, **settings)


def play_on(row: Match, rng: random.Random, *, level: bool = False) -> MatchState:
    """Play until the bag is empty or the match over; `level` keeps the scores as near to each other as it can."""
    at = START + 1_000
    for _ in range(MOST_TURNS):
        state: MatchState = state_of(row)
        if state.over or not state.bag:
            return state
        found = turns(state, rng, LEVELLING if level else SAMPLES)
        if not found:
            assert not submit(row, state.active, at, do="pass").code
            continue
        seat = state.active
        behind = max(player.score for player in state.players) - state.players[seat].score
        _, tiles = (
            min(found, key=lambda one: abs(behind - one[0])) if level else max(found, key=lambda one: len(one[1]))
        )
        assert not submit(row, seat, at, do="place", tiles=tiles).code
    raise AssertionError("a match of Classic that does not come to its end")


def to_an_empty_hand(row: Match, rng: random.Random) -> MatchState:
    """Play a match until a hand is empty."""
    state = play_on(row, rng)
    for _ in range(MOST_TURNS):
        if state.over:
            return state
        found = turns(state, rng)
        best = max(found, key=lambda one: len(one[1]))
        assert not submit(row, state.active, START + 1_000, do="place", tiles=best[1]).code
        state = state_of(row)
    raise AssertionError("no hand that is empty")


def to_a_draw(row: Match, rng: random.Random) -> MatchState:
    """Play a match until the bag is empty and the scores are level; then both pass until it is stalled."""
    state = play_on(row, rng, level=True)
    for _ in range(MOST_TURNS):
        if state.over:
            return state
        seat = state.active
        mine, held = state.players[seat].score, len(state.players[seat].hand)
        behind = max(player.score for player in state.players) - mine
        near = [(abs(behind - points), tiles) for points, tiles in turns(state, rng, LEVELLING) if len(tiles) < held]
        if behind and near:
            assert not submit(row, seat, START + 1_000, do="place", tiles=min(near)[1]).code
        else:
            assert not submit(row, seat, START + 1_000, do="pass").code
        state = state_of(row)
    raise AssertionError("a match of Classic that does not come to its end")

"""Matches of Classic through the real services, with a word list that has every word: any tiles that may lie there
score, so that a test can lead a match where it wants it."""

import random
from typing import Any

from game.crossword.tiles import BLANK, read_plain
from game.kernel.refusals import Refused
from game.models import Match
from game.variants.classic.placement import examine, score
from game.variants.classic.state import MatchState
from tests.support.matches import START, make_match, state_of, submit

CLASSIC = "classic"
SAMPLES, LEVELLING = 60, 120
MOST_TURNS = 200


def classic_match(seed: int = 1, **settings: Any) -> Match:
    """A match between Astrid and Björn, of whom the deal seats one first."""
    return make_match(seed=seed.to_bytes(32, "big"), variant=CLASSIC, **settings)


def lay_by_lot(state: MatchState, chance: random.Random) -> list[list[Any]]:
    """Tiles somewhere, more often than not so that they may lie; now and then with something wrong."""
    size, hand = state.board.size, [*state.players[state.active].hand]
    chance.shuffle(hand)
    board = {divmod(index, size) for index, cell in enumerate(state.board.cells) if cell.letter}
    row, col = chance.choice(sorted(board)) if board else divmod(state.board.center, size)
    dr, dc = chance.choice(((0, 1), (1, 0)))
    start = chance.randint(-4, 1)
    row, col = row + start * dr + chance.choice((0, 0, dc, -dc)), col + start * dc + chance.choice((0, 0, dr, -dr))
    tiles = []
    for tile in hand[: chance.choice((1, 2, 3, 4, 5, 6, 7, 7))]:
        while (row, col) in board and chance.random() < 0.97:
            row, col = row + dr, col + dc
        token = chance.choice("abcz") if tile == BLANK and chance.random() < 0.9 else tile
        tiles.append([row, col, chance.choice("JX") if chance.random() < 0.02 else token])
        step = chance.choice((1,) * 30 + (0, 2))
        row, col = row + step * dr, col + step * dc
    return tiles


def turns(state: MatchState, rng: random.Random, samples: int = SAMPLES) -> list[tuple[int, list[Any]]]:
    """Some of the placements that the seat on turn may make, each with its score; those found first, first."""
    found: list[tuple[int, list[Any]]] = []
    for _ in range(samples):
        tiles = lay_by_lot(state, rng)
        placed = [read_plain(row, col, tile, state.rules.text("language")) for row, col, tile in tiles]
        try:
            found.append((score(state, examine(state, state.active, placed), len(tiles)).total, tiles))
        except Refused:
            continue
    return found


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

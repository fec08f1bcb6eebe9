"""Matches of Keebble through the real services: options taken and carried out on cells chosen by chance."""

import random
from typing import Any

from game.models import Match
from game.variants.keebble import option as kinds
from game.variants.keebble.actions import Take
from game.variants.keebble.board import SIZE
from game.variants.keebble.option import OVERWRITE, WILD, Option
from game.variants.keebble.readout import read_out
from game.variants.keebble.settings import UPGRADES
from game.variants.keebble.state import MatchState
from game.variants.keebble.targets import PARTS
from tests.support.matches import START, make_match, state_of, submit

KEEBBLE = "keebble"
PEOPLE = ("Astrid", "Björn", "Cilla", "David", "Eva")
MOST_TURNS = 400


def keebble_match(seed: int = 1, players: int = 2, **settings: Any) -> Match:
    """A match of so many with all upgrades, seated by lot."""
    chosen = {"upgrades": list(UPGRADES), **settings}
    return make_match(seed=seed.to_bytes(32, "big"), variant=KEEBBLE, players=PEOPLE[:players], **chosen)


def carried_out(state: MatchState, index: int, rng: random.Random) -> dict[str, Any]:
    """A take of that option by the seat on turn, to its lawful end, cell by cell as a page would light them."""
    option, said = state.options[index], {"option": index}
    field = {kinds.WALL: "walls", kinds.SPECIAL: "cells", kinds.DESTROY: "parts"}.get(option.kind, "tiles")
    targets: list[Any] = []
    while True:
        take = Take(index, **{field: tuple(tuple(target) for target in targets)})
        told = read_out(state, state.active, take)
        if len(targets) >= told.due:
            assert told.code is None, (option, targets, told)
            return {**said, field: targets} if targets else said
        if option.kind == kinds.WALL:
            free = [edge for edge in state.board.open_edges if list(edge) not in targets]
            targets.append(list(rng.choice(free)))
        else:
            row, col = divmod(rng.choice(told.cells), SIZE)
            targets.append(_target(state, option, row, col, len(targets), rng))


def _target(state: MatchState, option: Option, row: int, col: int, number: int, rng: random.Random) -> list[Any]:
    cell = state.board.cells[row * SIZE + col]
    if option.kind == kinds.SPECIAL:
        return [row, col]
    if option.kind == kinds.SWAP:
        return [row, col, "E" if cell.letter != "E" else "A"]
    if option.kind == kinds.DESTROY:
        return [row, col, rng.choice([part for part, left in PARTS.items() if left(cell) != cell])]
    saved = option.kind == kinds.BACKPACK
    given = [one for one in (state.players[state.active].backpack if saved else option.letters) if one != OVERWRITE]
    letter = given[number]
    return [row, col, f"e{letter[1:]}" if letter.startswith(WILD) else letter]


def play_on(row: Match, rng: random.Random, at: int = START + 1_000) -> MatchState:
    """Play to the end, sometimes saving letters."""
    for _ in range(MOST_TURNS):
        state = state_of(row)
        if state.over:
            return state
        index = rng.choice(state.open)
        may_save = "backpacks" in state.rules.values["upgrades"] and state.options[index].kind == kinds.LETTERS
        if may_save and rng.random() < 0.3:
            assert not submit(row, state.active, at, do="take", option=index, save=True).code
            continue
        answer = submit(row, state.active, at, do="take", **carried_out(state, index, rng))
        assert not answer.code, answer
    raise AssertionError("a match of Keebble that does not come to its end")

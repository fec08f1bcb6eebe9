"""A player of Keebble who acts by lot: options taken and carried out on cells chosen by chance."""

import random
from typing import Any

from game.kernel.actions import Abandon, Action, Resign, Timeout
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules.actions import Take
from game.variants.keebble.rules.board import EDGES, SIZE, Board, Cell
from game.variants.keebble.rules.option import OVERWRITE, WILD, Option
from game.variants.keebble.rules.readout import read_out
from game.variants.keebble.rules.state import MatchState
from game.variants.keebble.rules.targets import PARTS


def board_by_lot(chance: random.Random, dense: float, seats: int = 3, letters: str = "ABC") -> Board:
    """Letters of some seats and of nobody, some without score, types, dead cells and walls."""
    cells = []
    for _ in range(SIZE * SIZE):
        kind = chance.choice("......dtDT")
        if chance.random() < dense:
            score = chance.choice((None, *range(1, 11)))
            owner = chance.choice((None, *range(seats)))
            cells.append(Cell(kind, chance.choice(letters), chance.random() < 0.1, owner, score))
        else:
            cells.append(Cell(dead=True) if chance.random() < 0.1 else Cell(kind))
    return Board(tuple(cells)).wall_up(chance.sample(EDGES, chance.randrange(30)))


def taken(state: MatchState, index: int, rng: random.Random) -> Take:
    """A take of that option by the seat on turn, to its lawful end, cell by cell as a page would light them."""
    option = state.options[index]
    field = {kinds.WALL: "walls", kinds.SPECIAL: "cells", kinds.DESTROY: "parts"}.get(option.kind, "tiles")
    targets: list[Any] = []
    while True:
        chosen: dict[str, Any] = {field: tuple(tuple(target) for target in targets)}
        take = Take(index, **chosen)
        told = read_out(state, state.active, take)
        if len(targets) >= told.due:
            assert told.code is None, (option, targets, told)
            return take
        if option.kind == kinds.WALL:
            free = [edge for edge in state.board.open_edges if list(edge) not in targets]
            targets.append(list(rng.choice(free)))
        else:
            row, col = divmod(rng.choice(told.cells), SIZE)
            targets.append(_target(state, option, row, col, len(targets), rng))


def carried_out(state: MatchState, index: int, rng: random.Random) -> dict[str, Any]:
    """The same as a page sends it."""
    return {key: value for key, value in taken(state, index, rng).dump().items() if key != "do"}


def take_by_lot(state: MatchState, chance: random.Random) -> Take:
    """Some option, its letters now and then saved."""
    index = chance.choice(state.open)
    may_save = "backpacks" in state.rules.values["upgrades"] and state.options[index].kind == kinds.LETTERS
    return Take(index, save=True) if may_save and chance.random() < 0.3 else taken(state, index, chance)


def act_by_lot(state: MatchState, chance: random.Random) -> tuple[int, Action]:
    """A legal action of some seat."""
    luck = chance.random()
    if luck < 0.01:
        return chance.choice(state.inside), chance.choice([Resign(), Abandon(everyone=False)])
    return state.active, Timeout() if luck < 0.03 else take_by_lot(state, chance)


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

"""Draw the board at the start and the options of each round (K2, K3), by one number of the deal each.

What is drawn is a text, picked by its place in a list; a list drawn by weight has an entry as often as it weighs.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from game.kernel.chance import Chance
from game.kernel.setting_types import Ruleset
from game.variants.keebble.rules import option as kinds
from game.variants.keebble.rules.board import SIZE, Board, Cell, Edge, neighbours
from game.variants.keebble.rules.option import OVERWRITE, POWER_UPS, WEIGHTS, WILD, Option
from game.variants.keebble.rules.settings import BACKPACKS, OMINOUS, POWERUPS, SUPERCELLS, has_upgrade

Values = tuple[tuple[str, int], ...]
"""The letters that are dealt with their values, by code point."""

LETTER_WEIGHT, CHANGED_WEIGHT = 2520, 10080
TYPES = ("d",) * 4 + ("t",) * 3 + ("D",) * 2 + ("T",)
LETTER_CHANGES = (-6, -5, -4, -3, 3, 4, 5, 6)
WORD_CHANGES = (-8, -6, -4, -2, 2, 4, 6, 8)
SIZES = (1, 2, 3)
MARKS = {
    1: (WILD,) * 66 + ("",) * 134,
    2: (WILD,) * 33 + (OVERWRITE,) * 33 + ("",) * 134,
    3: (OVERWRITE,) * 66 + ("",) * 134,
}
WILD_SCORES = (1, 2, 3, 4)

SPARE_CELLS, MOST_TYPES = 8, 43
LETTERS_FOR_WALLS, LETTERS_FOR_OMINOUS = 2, 5


@dataclass(frozen=True, slots=True)
class Opening:
    """What was dealt at the start, in the order dealt: letters and types as [cell, mark], walls, the first options."""

    letters: tuple[tuple[int, str], ...]
    types: tuple[tuple[int, str], ...]
    walls: tuple[Edge, ...]
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """What the options of a round depend on: the board, the powers, how many seats are in the match and how many of
    them have letters saved, and whether the round is the last."""

    rules: Ruleset
    values: Values
    board: Board
    powers: tuple[Option, ...]
    seats: int
    saved: int
    last: bool


class Draws:
    """Draws from `chance`, each of the next number, beginning with `number`."""

    def __init__(self, chance: Chance, number: int) -> None:
        self.chance, self.number = chance, number

    def one(self, entries: Sequence[str]) -> str:
        """One of the entries."""
        drawn = entries[self.chance.pick(entries, self.number)]
        self.number += 1
        return drawn

    def whole(self, numbers: Iterable[int]) -> int:
        """One of the numbers."""
        return int(self.one([str(number) for number in numbers]))

    def fixed(self, entry: str) -> str:
        """What takes no number, for it cannot be otherwise; a record holds it all the same."""
        self.chance.pick((entry,), self.number)
        return entry


@lru_cache(maxsize=64)
def letter_pool(values: Values, changed: frozenset[str]) -> tuple[str, ...]:
    """Each letter as often as it weighs; the `changed` ones weigh most."""
    return tuple(
        letter
        for letter, value in values
        for _ in range(CHANGED_WEIGHT if letter in changed else LETTER_WEIGHT // value)
    )


def deal_board(rules: Ruleset, values: Values, draws: Draws) -> tuple[Board, Opening]:
    """A board with letters without owner, types and walls, and what was dealt of it; the first options not yet."""
    pool = letter_pool(values, frozenset())
    worth = dict(values)
    letters: dict[int, str] = {}
    for _ in range(draws.whole(range(1, 6))):
        cell = _a_cell(draws, _apart(letters, range(SIZE * SIZE)))
        letters[cell] = draws.one(pool)
    types: dict[int, str] = {}
    supercells = has_upgrade(rules, SUPERCELLS)
    for _ in range(draws.whole(range(1, 6)) if supercells else int(draws.fixed("0"))):
        cell = _a_cell(draws, _apart(types, (i for i in range(SIZE * SIZE) if i not in letters)))
        types[cell] = draws.one(TYPES)
    board, walls = Board(), []
    for _ in range(draws.whole(range(4, 11))):
        edges = {edge_text(edge): edge for edge in board.open_edges}
        walls.append(edges[draws.one(tuple(edges))])
        board = board.wall_up(walls)
    board = board.put({cell: Cell(letter=letter, score=worth[letter]) for cell, letter in letters.items()})
    board = board.put({cell: Cell(kind=kind) for cell, kind in types.items()})
    return board, Opening(tuple(letters.items()), tuple(types.items()), tuple(walls), ())


def edge_text(edge: Edge) -> str:
    """An edge as it is drawn."""
    return ",".join(map(str, edge))


def cell_text(index: int) -> str:
    """A cell as it is drawn."""
    return ",".join(map(str, divmod(index, SIZE)))


def _a_cell(draws: Draws, cells: Sequence[int]) -> int:
    by_text = {cell_text(cell): cell for cell in cells}
    return by_text[draws.one(tuple(by_text))]


def _apart(chosen: Iterable[int], cells: Iterable[int]) -> list[int]:
    """The cells that are none of the chosen ones and next to none."""
    barred = {near for cell in chosen for near in (cell, *neighbours(cell))}
    return [cell for cell in cells if cell not in barred]


def list_length(seats: int) -> int:
    """How many options a round has with so many seats in the match."""
    return {2: 5, 3: 7}.get(seats, seats + 1)


def deal_options(table: Table, draws: Draws) -> tuple[Option, ...]:
    """The list of a round: option 0 gives letters, the others are drawn by weight among the kinds open to each."""
    length = list_length(table.seats)
    most = _most(table, length)
    options = [_fill(table, draws, draws.fixed(kinds.LETTERS))]
    while len(options) < length:
        count = Counter(option.kind for option in options)
        powers = sum(count[kind] for kind in POWER_UPS)
        barred = POWER_UPS if powers >= 2 else ()
        open_kinds = [kind for kind in WEIGHTS if count[kind] < most[kind] and kind not in barred]
        options.append(_fill(table, draws, draws.one([k for k in open_kinds for _ in range(WEIGHTS[k])])))
    return tuple(options)


def _most(table: Table, length: int) -> Counter[str]:
    """How many of each kind may stand on the list; a kind that is not open now is not there."""
    rules, board = table.rules, table.board
    most = Counter({kinds.LETTERS: length - 1, kinds.POINTS: 3})
    if not table.last:
        most[kinds.START_PLAYER] = 1
    if has_upgrade(rules, SUPERCELLS) and len(board.empty_cells) > SPARE_CELLS and len(board.typed) < MOST_TYPES:
        most[kinds.SPECIAL] = 2
    if len(board.lettered) > LETTERS_FOR_WALLS and board.open_edges:
        most[kinds.WALL] = 2
    if has_upgrade(rules, BACKPACKS):
        most[kinds.BACKPACK] = min(2, table.saved)
    if has_upgrade(rules, POWERUPS):
        active = {power.kind for power in table.powers}
        most.update({kinds.LETTER_CHANGE: 2, kinds.WORD_CHANGE: 1, kinds.CLEAR: bool(active)})
        most.update({kind: 1 for kind in (kinds.STRAIGHT, kinds.CONNECT) if kind not in active})
    if has_upgrade(rules, OMINOUS) and len(board.lettered) > LETTERS_FOR_OMINOUS:
        most.update({kinds.SWAP: 1, kinds.DESTROY: 2})
    return most


def _fill(table: Table, draws: Draws, kind: str) -> Option:
    """An option of that kind with what is drawn for it."""
    match kind:
        case kinds.LETTERS:
            return Option(kind, letters=_letters(table, draws))
        case kinds.SPECIAL:
            return Option(kind, type=draws.one(TYPES), n=_how_many(table, draws, 3))
        case kinds.WALL:
            return Option(kind, n=_how_many(table, draws, 3))
        case kinds.SWAP | kinds.DESTROY:
            return Option(kind, n=_how_many(table, draws, 2))
        case kinds.POINTS:
            return Option(kind, n=draws.whole(range(4, 9)))
        case kinds.LETTER_CHANGE:
            return Option(kind, letter=draws.one([letter for letter, _ in table.values]), n=draws.whole(LETTER_CHANGES))
        case kinds.WORD_CHANGE:
            return Option(kind, n=draws.whole(WORD_CHANGES))
    return Option(kind)


def _how_many(table: Table, draws: Draws, most: int) -> int:
    return int(draws.fixed("1")) if table.rules.flag("one_each") else draws.whole(range(1, most + 1))


def _letters(table: Table, draws: Draws) -> tuple[str, ...]:
    changed = frozenset(power.letter for power in table.powers if power.kind == kinds.LETTER_CHANGE)
    pool = letter_pool(table.values, changed)
    size = draws.whole(SIZES)
    mark = draws.one(MARKS[size])
    letters = [draws.one(pool) for _ in range(size - bool(mark))]
    if mark == WILD:
        mark += str(draws.whole(WILD_SCORES))
    return (*letters, *((mark,) if mark else ()))

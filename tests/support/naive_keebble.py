"""Keebble once more, as plainly as its rules page says it: cells in a dict, every string looked at. For comparison."""

import hashlib
import hmac
import itertools
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from typing import Any

from game.variants.keebble.rules.board import Edge

Square = tuple[int, int]
Walls = Collection[Edge]
Board = tuple[Mapping[Square, tuple[str, int | None, int | None]], Walls]
Values = Mapping[str, int]

SIZE = 8
WAYS = {"right": (0, 1), "left": (0, -1), "down": (1, 0), "up": (-1, 0)}


def blocked(walls: Walls, one: Square, other: Square) -> bool:
    """Whether a wall stands between two neighbouring cells."""
    (row, col), (below, _) = min(one, other), max(one, other)
    return (row, col, "down" if below > row else "right") in walls


def stretches(cells: Collection[Square], walls: Walls) -> list[tuple[bool, tuple[Square, ...]]]:
    """Every run as (is a column, its cells): all stretches of letters that cannot be made longer."""
    found = []
    for column, step in ((False, (0, 1)), (True, (1, 0))):
        for start in sorted(cells):
            before = (start[0] - step[0], start[1] - step[1])
            if before in cells and not blocked(walls, before, start):
                continue
            path = [start]
            while True:
                after = (path[-1][0] + step[0], path[-1][1] + step[1])
                if after not in cells or blocked(walls, path[-1], after):
                    break
                path.append(after)
            if len(path) > 1:
                found.append((column, tuple(path)))
    return found


def turn(
    before: Board,
    after: Board,
    *,
    kinds: Mapping[Square, str],
    powers: Sequence[tuple[str, str, int]],
    directions: Collection[str],
    taker: int,
    inside: Sequence[int],
    lexicon: Container[str],
) -> tuple[list[list[Any]], list[str], dict[int, int]]:
    """(words with points, rejected, points of each seat in `inside`) of a turn. Boards are (letters, walls), where
    letters are {cell: (letter, owner, score)}; powers [("letter", letter, n) or ("word", "", n)]."""
    old = {(path, "".join(before[0][cell][0] for cell in path)) for _, path in stretches(*before)}
    words, rejected, sums = list[list[Any]](), list[str](), dict.fromkeys(inside, 0)
    for column, path in stretches(*after):
        text = "".join(after[0][cell][0] for cell in path)
        if (path, text) in old:
            continue
        ways = [way for way in (("down", "up") if column else ("right", "left")) if way in directions]
        texts = list(dict.fromkeys(text if way in ("right", "down") else text[::-1] for way in ways))
        hits = [said for said in texts if said in lexicon]
        if texts and not hits:
            rejected.append(texts[0])
        for said in hits:
            total, times = 0, 1
            for cell in path:
                letter, owner, score = after[0][cell]
                value = 0
                if score is not None:
                    value = score + sum(n for what, changed, n in powers if what == "letter" and changed == letter)
                value *= {"d": 2, "t": 3}.get(kinds[cell], 1)
                times *= {"D": 2, "T": 3}.get(kinds[cell], 1)
                total += value
                if owner in sums and owner != taker:
                    sums[owner] += value
            points = total * times + sum(n for what, _, n in powers if what == "word")
            words.append([said, points])
            sums[taker] += points
    return words, rejected, {seat: max(0, points) for seat, points in sums.items()}


def number(seed: bytes, n: int) -> int:
    return int(hmac.new(seed, str(n).encode(), hashlib.sha256).hexdigest(), 16)


class Stream:
    """The numbers of a deal, one after the other."""

    def __init__(self, seed: bytes, first: int) -> None:
        self.seed, self.next = seed, first

    def take(self, of: int) -> int:
        self.next += 1
        return number(self.seed, self.next - 1) % of

    def weighted(self, entries: Sequence[tuple[str, int]]) -> str:
        left = self.take(sum(weight for _, weight in entries))
        for entry, weight in entries:
            left -= weight
            if left < 0:
                return entry
        raise AssertionError


def options(
    stream: Stream,
    *,
    length: int,
    upgrades: Collection[str],
    one_each: bool,
    last: bool,
    empty: int,
    lettered: int,
    types: int,
    edges: int,
    saved: int,
    powers: Sequence[tuple[str, str]],
    values: Values,
) -> list[dict[str, Any]]:
    """The list of a round as a record has it. `powers` are [kind, letter] of the active ones, the rest are counts."""
    active = [kind for kind, _ in powers]
    power, ominous = "powerups" in upgrades, "ominous" in upgrades and lettered > 5
    table = [
        ("letters", 20, length - 1),
        ("start_player", 16, not last),
        ("special", 12, 2 * ("supercells" in upgrades and empty > 8 and types < 43)),
        ("wall", 10, 2 * (lettered > 2 and edges > 0)),
        ("backpack", 10, min(2, saved) * ("backpacks" in upgrades)),
        ("points", 6, 3),
        ("letter_change", 6, 2 * power),
        ("word_change", 4, 1 * power),
        ("clear", 4, power and bool(active)),
        ("straight", 3, power and "straight" not in active),
        ("connect", 3, power and "connect" not in active),
        ("swap", 4, 1 * ominous),
        ("destroy", 4, 2 * ominous),
    ]
    five = [row[0] for row in table[6:11]]
    made: list[dict[str, Any]] = []
    for place in range(length):
        so_far = [option["kind"] for option in made]
        full = sum(kind in five for kind in so_far) == 2
        choice = [(k, w) for k, w, most in table if so_far.count(k) < most and not (full and k in five)]
        kind = stream.weighted(choice) if place else "letters"
        option: dict[str, Any] = {"kind": kind}
        if kind == "letters":
            option["letters"] = written(stream, values, [letter for k, letter in powers if k == "letter_change"])
        if kind == "special":
            option["type"] = "ddddtttDDT"[stream.take(10)]
        if kind in ("special", "wall", "swap", "destroy"):
            option["n"] = 1 if one_each else 1 + stream.take(3 if kind in ("special", "wall") else 2)
        if kind == "points":
            option["n"] = 4 + stream.take(5)
        if kind == "letter_change":
            option["letter"] = sorted(values)[stream.take(len(values))]
            option["n"] = [-6, -5, -4, -3, 3, 4, 5, 6][stream.take(8)]
        if kind == "word_change":
            option["n"] = [-8, -6, -4, -2, 2, 4, 6, 8][stream.take(8)]
        made.append(option)
    return made


def written(stream: Stream, values: Values, changed: Collection[str]) -> list[str]:
    size, at = 1 + stream.take(3), stream.take(200)
    mark = {1: "?" * (at < 66), 2: "?" if at < 33 else "!" * (at < 66), 3: "!" * (at < 66)}[size]
    weights = [(letter, 10080 if letter in changed else 2520 // values[letter]) for letter in sorted(values)]
    made = [stream.weighted(weights) for _ in range(size - len(mark))]
    if mark == "?":
        mark += str(1 + stream.take(4))
    return made + [mark] * bool(mark)


def start(stream: Stream, supercells: bool, values: Values) -> dict[str, list[list[Any]]]:
    """The start board as a record has it."""
    every = [(row, col) for row in range(SIZE) for col in range(SIZE)]

    def apart(cell: Square, others: list[list[Any]]) -> bool:
        return all(abs(cell[0] - row) + abs(cell[1] - col) > 1 for row, col, _ in others)

    weights = [(letter, 2520 // values[letter]) for letter in sorted(values)]
    made: dict[str, list[list[Any]]] = {"letters": [], "types": [], "walls": []}
    for _ in range(stream.take(5) + 1):
        free = [cell for cell in every if apart(cell, made["letters"])]
        cell = free[stream.take(len(free))]
        made["letters"].append([*cell, stream.weighted(weights)])
    for _ in range(stream.take(5) + 1 if supercells else 0):
        taken = [(row, col) for row, col, _ in made["letters"]]
        free = [cell for cell in every if cell not in taken and apart(cell, made["types"])]
        cell = free[stream.take(len(free))]
        made["types"].append([*cell, "ddddtttDDT"[stream.take(10)]])
    for _ in range(stream.take(7) + 4):
        sides: list[list[Any]] = [
            [r, c, side] for r, c in every for side in ("down", "right") if (r if side == "down" else c) < 7
        ]
        left = sorted(side for side in sides if side not in made["walls"])
        made["walls"].append(left[stream.take(len(left))])
    return made


def joined(chosen: Sequence[Square], lettered: Iterable[Square], walls: Walls) -> bool:
    """Whether each of the chosen cells is reached from a letter that is there, through letters and no walls."""
    reached, grown = set(lettered), True
    while grown:
        grown = False
        for cell in chosen:
            for step in WAYS.values():
                near = (cell[0] + step[0], cell[1] + step[1])
                if cell not in reached and near in reached and not blocked(walls, cell, near):
                    reached.add(cell)
                    grown = True
    return set(chosen) <= reached


def possible(
    own: Sequence[Square],
    empty: Sequence[Square],
    lettered: Sequence[Square],
    walls: Walls,
    over: int,
    fresh: int,
    straight: bool,
    connect: bool,
) -> bool:
    """Whether any choice at all of cells would do, each looked at."""
    for a, b in itertools.product(itertools.combinations(own, over), itertools.combinations(empty, fresh)):
        cells = a + b
        in_line = len({row for row, _ in cells}) <= 1 or len({col for _, col in cells}) <= 1
        if (in_line or not straight) and (not connect or joined(b, lettered, walls)):
            return True
    return False

"""Walls, special squares, swapped letters and destroyed parts: which of them are worth a thought.

Each gives lists of targets as an action has them, as many as are due. What they come to is weighed elsewhere.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

from game.variants.keebble.bot.rules import (
    EDGES,
    PLAIN,
    SIZE,
    WORD_FACTOR,
    Board,
    Edge,
    MatchState,
    Take,
    Written,
    edge_between,
    letter_value,
    neighbours,
    readings_of,
    runs_of,
)
from game.variants.keebble.bot.words import Known, gains_of

MOST_TRIED = 6
"""Single targets that are combined where several are due."""

Cells = tuple[tuple[int, int], ...]


def walls(state: MatchState, due: int, known: Known, rng: random.Random) -> Iterator[tuple[Edge, ...]]:
    """Walls that part words from longer runs, the others of them by chance; and walls by chance alone."""
    board = state.board
    due = min(due, len(board.open_edges))
    free = [edge for edge in EDGES if edge not in board.walls]
    rng.shuffle(free)
    yield tuple(free[:due])
    possible = {cut for cut in _cuts(state, known) if len(cut) <= due}
    cuts = sorted(possible, key=lambda cut: (-_cut_gain(state, cut, known), cut))
    for cut in cuts[:MOST_TRIED]:
        wanted = list(cut)
        for more in cuts:
            if len({*wanted, *more}) <= due:
                wanted += [edge for edge in more if edge not in wanted]
        yield tuple([*wanted, *(edge for edge in free if edge not in wanted)][:due])


def _cuts(state: MatchState, known: Known) -> Iterator[tuple[Edge, ...]]:
    """The walls that make a word of a part of a run."""
    for run, text in runs_of(state.board).items():
        for first, last in combinations(range(len(text) + 1), 2):
            part = run._replace(cells=run.cells[first:last])
            if 1 < last - first < len(text) and any(
                reading.text in known for reading in readings_of(state.rules, part, text[first:last])
            ):
                ends = [place for place in (first, last) if 0 < place < len(text)]
                yield tuple(edge_between(run.cells[place - 1], run.cells[place]) for place in ends)


def _cut_gain(state: MatchState, cut: Sequence[Edge], known: Known) -> int:
    return gains_of(state, state.board.wall_up(cut), beside(cut), known)[state.active]


def beside(edges: Sequence[Edge]) -> set[int]:
    """The cells on either side of edges."""
    return {
        cell
        for row, col, side in edges
        for cell in (row * SIZE + col, row * SIZE + col + (SIZE if side == "down" else 1))
    }


def special_cells(state: MatchState, due: int, kind: str, rng: random.Random) -> Iterator[Cells]:
    """Cells for a type: under letters of one's own, the dearest first; beside them for words; and by chance."""
    board, seat = state.board, state.active
    free = [index for index, cell in enumerate(board.cells) if not cell.dead and cell.kind == PLAIN]
    rng.shuffle(free)
    due = min(due, len(free))
    own = sorted(free, key=lambda i: -letter_value(state, board.cells[i]) if board.cells[i].owner == seat else 0)
    beside_own = sorted(free, key=lambda i: (not board.cells[i].empty, -_owned_around(board, i, seat)))
    for wanted in ((beside_own, own) if kind in WORD_FACTOR else (own, beside_own)) + (free,):
        yield tuple(divmod(index, SIZE) for index in wanted[:due])


def _owned_around(board: Board, index: int, seat: int) -> int:
    return sum(board.cells[near].owner == seat for near in neighbours(index))


def swaps(state: MatchState, due: int, known: Known, rng: random.Random) -> Iterator[tuple[Written, ...]]:
    """Other letters for some on the board: those that make most words; and some by chance."""
    due = min(due, len(state.board.lettered))
    by_chance = [(index, rng.choice(_others(state, known, index))) for index in state.board.lettered]
    rng.shuffle(by_chance)
    yield _as_letters(by_chance[:due])
    for first in _best_swaps(state, state.board, known)[:MOST_TRIED]:
        chosen = [first]
        if due > 1:
            board = _swapped(state.board, chosen)
            more = [swap for swap in _best_swaps(state, board, known) if swap[0] != first[0]]
            chosen += [*more[:1], *(swap for swap in by_chance if swap[0] != first[0])][: due - 1]
        yield _as_letters(chosen)


def _best_swaps(state: MatchState, board: Board, known: Known) -> list[tuple[int, str]]:
    """The swaps that make words, those that pay most first."""
    paying = []
    for index in board.lettered:
        for letter in _others(state, known, index, board):
            gain = gains_of(state, _swapped(board, [(index, letter)]), [index], known)[state.active]
            if gain:
                paying.append((-gain, index, letter))
    return [(index, letter) for _, index, letter in sorted(paying)]


def _others(state: MatchState, known: Known, index: int, board: Board | None = None) -> list[str]:
    return [letter for letter in known.numbers if letter != (board or state.board).cells[index].letter]


def _swapped(board: Board, swaps: Sequence[tuple[int, str]]) -> Board:
    return board.put({index: board.cells[index]._replace(letter=letter, wild=False) for index, letter in swaps})


def _as_letters(swaps: Sequence[tuple[int, str]]) -> tuple[Written, ...]:
    return tuple((*divmod(index, SIZE), letter) for index, letter in swaps)


def destroyed(state: MatchState, due: int, known: Known) -> Iterator[tuple[Written, ...]]:
    """Parts of squares: what words remain of a run without one letter, and what the others own that is dear."""
    board, seat = state.board, state.active
    living = [index for index, cell in enumerate(board.cells) if not cell.dead]
    due = min(due, len(living))
    worth: dict[tuple[int, str], float] = {}
    for index in living:
        cell = board.cells[index]
        value = letter_value(state, cell)
        worth[index, "content"] = _content_gain(state, index, known)
        if cell.letter and cell.owner is not None:
            worth[index, "content"] += value / 2 if cell.owner != seat else -value / 2
        if cell.owner not in (None, seat):
            worth[index, "owner"] = value / 2
    ranked = sorted(worth, key=lambda part: (-worth[part], part))
    for first in ranked[:MOST_TRIED]:
        chosen = [first, *(part for part in ranked if part[0] != first[0])][:1]
        for part in ranked:
            if len(chosen) < due and part[0] not in [index for index, _ in chosen]:
                chosen.append(part)
        yield tuple((*divmod(index, SIZE), part) for index, part in chosen)


def _content_gain(state: MatchState, index: int, known: Known) -> int:
    near = [cell for cell in neighbours(index) if state.board.cells[cell].letter]
    if not state.board.cells[index].letter or not near:
        return 0
    board = state.board.put({index: state.board.cells[index]._replace(letter="", owner=None, score=None, dead=True)})
    return gains_of(state, board, near, known)[state.active]


def near_of(take: Take) -> set[int]:
    """The cells at which new words of a taken option can lie."""
    targets = [*_of(take.tiles), *_of(take.parts)]
    cells = {row * SIZE + col for row, col, _ in targets} | beside(_of(take.walls))
    return cells | {near for row, col, _ in _of(take.parts) for near in neighbours(row * SIZE + col)}


def _of(targets: object) -> tuple[Written, ...]:
    return targets if isinstance(targets, tuple) else ()

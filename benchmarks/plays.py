"""The bots' search: all plays and the best twenty, by board, language and blanks; the graphs; a start; plain Python.

Positions are middles of matches that the search plays against itself, greedily, from fixed seeds; hands are then given
blanks. Times are the processor's, of this thread.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

from benchmarks.measure import Row, seconds_of
from bots.engine.building import Graph, build
from bots.engine.plays import all_rows, best_plays, best_rows
from bots.engine.position import Position
from bots.engine.view_to_position import action_of, letters_of, position_of
from dictionary.bundled import word_lists, words_text
from game.dispatch.new_match import new_match, read_rules
from game.dispatch.steps import apply
from game.kernel.chance import FairChance
from game.kernel.match import Env
from game.variants.alfapower.rules.view import view_of

SIZES, LANGUAGES, BLANKS = (11, 15, 19), ("en", "sv"), (0, 1, 2)
MATCHES, MIDDLES, ROUNDS, BEST = 4, (2, 6, 10), 3, 20
AIMS = {15: ("1.5 ms, worst 30 ms", "1.5 ms"), 19: ("worst 40 ms (2 blanks)", "")}


class AnyWord:
    """A lexicon for plays that are known to be words."""

    def __contains__(self, word: object) -> bool:
        return True


def rows() -> list[Row]:
    """All lines of the table."""
    lines: list[Row] = []
    for language in LANGUAGES:
        text = words_text(next(entry for entry in word_lists() if entry.name == language))
        begun = time.process_time()
        graph = build(text, letters_of(language))
        taken = time.process_time() - begun
        aim = {"en": "12 MB, 5 s", "sv": "24 MB, 5 s"}[language]
        size = (graph.nodes.nbytes + graph.arcs.nbytes) / 1e6
        lines.append(Row(f"graph {language}: size, making it", f"{size:.1f} MB, {taken:.1f} s", aim=aim))
        for board in SIZES:
            middles = list(positions(graph, language, board))
            for blanks in BLANKS:
                lines += _timed(graph, [with_blanks(middle, blanks) for middle in middles], language, board, blanks)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    lines.append(Row("memory of this process at most, both languages made", f"{peak:.0f} MB", aim="300 MB a language"))
    lines.append(
        Row("start: import and first play, compiled before", f"{_in_a_process('start')['start'] * 1000:.0f} ms")
    )
    slow, quick = _in_a_process("compare", NUMBA_DISABLE_JIT="1"), _in_a_process("compare")
    lines.append(Row("all plays in plain Python", f"{slow['all'] * 1000:.0f} ms", f"{slow['all'] / quick['all']:.0f} ×",
                     "35 ×"))  # fmt: skip
    return lines


def positions(graph: Graph, language: str, size: int) -> Iterator[Position]:
    """Positions after some plays of greedy matches."""
    rules = read_rules("alfapower", {"language": language, "board_size": size, "alfa_enabled": False})
    for seed in range(MATCHES):
        chance = FairChance(bytes([seed]) * 32)
        state = new_match(rules, chance, 0).state
        for turn in range(max(MIDDLES) + 1):
            view = view_of(state, state.active, [], 0)
            position = position_of(view)
            if turn in MIDDLES:
                yield position
            best = best_plays(position, graph, 1)
            if not best:
                break
            state = apply(state, state.active, action_of(view, best[0]), Env(0, AnyWord(), chance)).state


def with_blanks(position: Position, count: int) -> Position:
    """The position with that many blanks in the hand instead of other tiles."""
    hand = position.hand.copy()
    hand[0], surplus = count, 0
    while hand.sum() > 7:
        hand[1 + int(hand[1:].argmax())] -= 1
    while hand.sum() < 7:
        surplus += 1
        hand[1 + surplus] += 1
    return position._replace(hand=hand)


def _timed(graph: Graph, middles: list[Position], language: str, size: int, blanks: int) -> list[Row]:
    def spread(call: Callable[[Position], object]) -> tuple[list[float], str]:
        times = []
        for middle in middles:
            call(middle)
            times.append(statistics.median(seconds_of(partial(call, middle)) for _ in range(ROUNDS)))
        return times, f"{statistics.median(times) * 1000:.2f} ms, worst {max(times) * 1000:.1f}"

    name = f"{language} {size}×{size}, {blanks} blanks"
    times, every = spread(lambda middle: all_rows(middle, graph))
    _, best = spread(lambda middle: best_rows(middle, graph, BEST))
    speed = sum(len(all_rows(middle, graph)) for middle in middles) / sum(times) / 1e6
    aims = AIMS.get(size, ("", ""))
    return [
        Row(f"{name}: all plays", every, f"{speed:.2f} M/s", aims[0]),
        Row(f"{name}: best {BEST}", best, aim=aims[1]),
    ]


def _in_a_process(what: str, **changed: str) -> dict[str, float]:
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.plays", what]
    done = subprocess.run(command, env={**os.environ, **changed}, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _small() -> tuple[Graph, Position]:
    words = [word for word in words_text(next(entry for entry in word_lists() if entry.name == "en")).split()
             if len(word) < 6]  # fmt: skip
    graph = build("".join(f"{word}\n" for word in words), letters_of("en"))
    return graph, next(positions(graph, "en", 15))


if __name__ == "__main__":
    started = time.process_time()
    graph, position = _small()
    if sys.argv[1] == "compare":
        all_rows(position, graph)
        sys.stdout.write(json.dumps({"all": seconds_of(lambda: all_rows(position, graph))}))
    else:
        sys.stdout.write(json.dumps({"start": time.process_time() - started}))

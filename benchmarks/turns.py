"""A bot's whole turn: all that it computes from being on turn to the end of it, powers and word, pace aside.

Matches of Sharp against itself from fixed seeds. Times are the processor's, of this thread; what the rules make of an
action is not in them.
"""

import gc
import random
import statistics
import time
from collections.abc import Iterator

from benchmarks.flex import lexicon_of
from benchmarks.measure import Row
from bots.engine.preparation import words_for
from bots.games import decide_of
from bots.levels import LEVELS
from bots.rules import Env, FairChance, Kind, LoggedStep, apply, deal, read_rules, view_of_any

GAMES = {"alfapower": {"board_size": 15}, "classic": {}}
LANGUAGES, MATCHES = ("en", "sv"), 6
AIM = "p99 100 ms"


def rows() -> list[Row]:
    """A line for each game and language: the median, the slowest of a hundred, the slowest."""
    lines = []
    for game in GAMES:
        for language in LANGUAGES:
            next(_turns(game, language, MATCHES), None)  # what is compiled and opened once is no part of a turn
            gc.collect()
            gc.freeze()  # as the process of bots does
            taken = sorted(turn for seed in range(MATCHES) for turn in _turns(game, language, seed))
            p50, p99 = statistics.median(taken), taken[int(len(taken) * 0.99)]
            figure = f"p50 {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f}, worst {taken[-1] * 1000:.0f}"
            lines.append(Row(f"{game} {language} 15×15, {len(taken)} turns of Sharp", figure, aim=AIM))
    return lines


def _turns(game: str, language: str, seed: int) -> Iterator[float]:
    """The seconds that each turn of a match takes."""
    lexicon, level, decide = lexicon_of(language), LEVELS["sharp"], decide_of(game)
    words, chance, rng = words_for(level, lexicon), FairChance(bytes([seed]) * 32), random.Random(seed)
    rules = read_rules(game, {"language": language, "turn_seconds": None, **GAMES[game]})
    step = deal(rules, 2, chance, 0).step
    state, turn, taken = step.state, [LoggedStep(tuple(step.events))], 0.0
    while state.outcome is None:
        view = view_of_any(state, state.active, turn, 0)
        begun = time.thread_time()
        action = decide(view, level, words, rng)
        taken += time.thread_time() - begun
        step = apply(state, state.active, action, Env(0, lexicon, chance))
        state, events = step.state, tuple(step.events)
        begins = any(event.kind is Kind.TURN_BEGAN for event in events)
        turn = [*([] if begins else turn), LoggedStep(events)]
        if begins or state.outcome is not None:
            yield taken
            taken = 0.0

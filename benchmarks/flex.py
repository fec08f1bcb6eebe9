"""A bot's turn in Flex: the whole decision of the levels that loosen tiles, by board, language and blanks in the hand.

Positions are the middles of matches of such bots from fixed seeds; hands are then given blanks. Times are the
processor's, of this thread.
"""

import random
import statistics
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from benchmarks.measure import Row, seconds_of
from bots.engine.preparation import words_for
from bots.games import decide_of
from bots.levels import LEVELS, Level
from bots.rules import BLANK, Env, FairChance, apply, deal, read_rules, view_of_any
from dictionary import api as dictionary
from dictionary.bundled import word_lists

LAYOUTS, LANGUAGES, BLANKS = ("quick11", "standard15", "grand19"), ("en", "sv"), (0, 1, 2)
MATCHES, MIDDLES = 3, (3, 6, 9)
AIM = "worst 1 s"


def rows() -> list[Row]:
    """A line for each level, language, board and number of blanks; the plain turns of Steady beside them."""
    lines = []
    for language in LANGUAGES:
        for layout in LAYOUTS:
            middles = list(positions(language, layout))
            for key in ("steady", "keen", "sharp"):
                for blanks in BLANKS:
                    taken = [_timed(LEVELS[key], language, with_blanks(state, blanks)) for state in middles]
                    figure = f"{statistics.median(taken) * 1000:.0f} ms, worst {max(taken) * 1000:.0f}"
                    lines.append(Row(f"{language} {layout}, {blanks} blanks: {key}", figure, aim=AIM))
    return lines


def positions(language: str, layout: str) -> Iterator[Any]:
    """States after some turns of the strongest level against itself."""
    lexicon, level = lexicon_of(language), list(LEVELS.values())[-1]
    words = words_for(level, lexicon)
    rules = read_rules("flex", {"language": language, "layout": layout, "turn_seconds": None})
    for seed in range(MATCHES):
        chance, rng = FairChance(bytes([seed]) * 32), random.Random(seed)
        state = deal(rules, 2, chance, 0).step.state
        for turn in range(max(MIDDLES) + 1):
            if state.over:
                break
            if turn in MIDDLES:
                yield state
            action = decide_of("flex")(view_of_any(state, state.active, [], 0), level, words, rng)
            state = apply(state, state.active, action, Env(0, lexicon, chance)).state


def with_blanks(state: Any, count: int) -> Any:
    """The match with that many blanks in the hand of the seat on turn, instead of its first tiles."""
    player = state.players[state.active]
    letters = [tile if tile != BLANK else "E" for tile in player.hand]
    return state.put_player(state.active, replace(player, hand=(*[BLANK] * count, *letters[count:])))


def lexicon_of(language: str) -> dictionary.Lexicon:
    """The list of that language which comes with the site."""
    return next(dictionary.lexicon(one.name, one.version) for one in word_lists() if one.name == language)


def _timed(level: Level, language: str, state: Any) -> float:
    words = words_for(level, lexicon_of(language))
    view = view_of_any(state, state.active, [], 0)

    def decide() -> object:
        return decide_of("flex")(view, level, words, random.Random(1))

    decide()
    return seconds_of(decide)

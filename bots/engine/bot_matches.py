"""Matches of bots against bots, by the rules alone: no rows, no pages, no clock."""

import hashlib
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bots.engine.preparation import words_for
from bots.games.alfapower.mind import Mind
from bots.levels import Level
from bots.rules import Buy, Env, FairChance, Phase, Use, apply, new_match, read_rules, totals, view_of
from dictionary.api import Lexicon

MOST_STEPS = 2000
"""Actions after which a match of two bots is a fault: a turn never goes on without end."""


class EndlessMatch(RuntimeError):
    """Two bots that do not come to an end."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a match of two bots ended: the winner's seat, the final totals, and how often which power was used, by
    seat."""

    winner: int | None
    reason: str
    totals: tuple[int, ...]
    turns: int
    used: tuple[Mapping[str, int], ...]


def play_match(levels: Sequence[Level], lexicon: Lexicon, settings: Mapping[str, object], seed: int) -> Played:
    """A whole match of a bot a seat; the same levels, list, settings and seed give the same match."""
    key = hashlib.sha256(f"bots {seed}".encode()).digest()
    chance = FairChance(key)
    rules = read_rules("alfapower", {"turn_seconds": None, **settings})
    state = new_match(rules, chance, 0).state
    words = [words_for(level, lexicon) for level in levels]
    minds = [random.Random(f"{seed} {seat}") for seat in range(len(levels))]  # nosec B311  # repeatable on purpose
    used: list[Counter[str]] = [Counter() for _ in levels]
    turn, powers = 0, 0
    for _ in range(MOST_STEPS):
        if state.outcome is not None:
            break
        seat = state.active
        turn, powers = state.turn, powers if state.turn == turn else 0
        action = Mind(view_of(state, seat, [], 0), levels[seat], words[seat], minds[seat], powers).action()
        powers += isinstance(action, (Buy, Use))
        if isinstance(action, Use):
            used[seat][action.item] += 1
        elif isinstance(action, Buy):
            used[seat][f"buy {action.item}"] += 1
        elif state.phase is Phase.ALFA:
            used[seat]["alfa"] += 1
        state = apply(state, seat, action, Env(0, lexicon, chance)).state
    if state.outcome is None:
        raise EndlessMatch(f"seed {seed}, {[level.key for level in levels]}")
    ends = tuple(total.total for total in totals(state))
    return Played(state.outcome.winner, state.outcome.reason, ends, state.turn, tuple(dict(count) for count in used))

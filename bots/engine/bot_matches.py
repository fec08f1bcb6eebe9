"""Plays matches of bots against bots by the rules alone: no rows, no pages, no clock."""

import hashlib
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bots.engine.preparation import words_for
from bots.games import decide_of
from bots.levels import Level
from bots.rules import Env, FairChance, Kind, LoggedStep, apply, deal, read_rules, seat_totals, view_of_any
from dictionary.api import Lexicon

MOST_STEPS = 2000
"""Actions after which a match of bots is a fault: a turn never goes on without end."""


class EndlessMatch(RuntimeError):
    """The match of bots does not end."""


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a match of bots: the winner's seat, the final totals, and the counts of actions, by seat."""

    winner: int | None
    reason: str
    totals: tuple[int, ...]
    turns: int
    done: tuple[Mapping[str, int], ...]


def play_match(game: str, levels: Sequence[Level], lexicon: Lexicon, settings: Mapping[str, object],
               seed: int) -> Played:  # fmt: skip
    """A whole match of a game with a bot per seat; the same levels, list, settings and seed give the same match."""
    chance = FairChance(hashlib.sha256(f"bots {seed}".encode()).digest())
    rules = read_rules(game, {"turn_seconds": None, **settings})
    step = deal(rules, len(levels), chance, 0).step
    words = [words_for(level, lexicon) for level in levels]
    minds = [random.Random(f"{seed} {seat}") for seat in range(len(levels))]  # nosec B311  # repeatable on purpose
    done: list[Counter[str]] = [Counter() for _ in levels]
    decide = decide_of(game)
    turn: list[LoggedStep] = [LoggedStep(tuple(step.events))]
    state = step.state
    for _ in range(MOST_STEPS):
        if state.outcome is not None:
            break
        seat = state.active
        action = decide(view_of_any(state, seat, turn, 0), levels[seat], words[seat], minds[seat])
        said = action.dump()
        done[seat][f"{said['do']} {said.get('item', '')}".strip()] += 1
        step = apply(state, seat, action, Env(0, lexicon, chance))
        state, events = step.state, tuple(step.events)
        begins = any(event.kind is Kind.TURN_BEGAN for event in events)
        turn = [*([] if begins else turn), LoggedStep(events)]
    if state.outcome is None:
        raise EndlessMatch(f"{game}, seed {seed}, {[level.key for level in levels]}")
    ends = tuple(result.total for result in seat_totals(state))
    return Played(state.outcome.winner, state.outcome.reason, ends, state.turn, tuple(dict(count) for count in done))

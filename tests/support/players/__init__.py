"""One random player a game, all of one shape: `act_by_lot(state, chance)` gives a seat and an action that the rules
accept, whatever is a word. Each game's module says what is proposed, often against the rules; Classic's is asked for
placements alone, and serves for every plain game that has no module here."""

import importlib
import importlib.util
from collections.abc import Callable
from random import Random
from typing import Any

from game.crossword.actions import Swap
from game.kernel.actions import Action, Pass, Timeout
from game.kernel.chance import FairChance
from game.kernel.match import CoreState, Env
from game.kernel.reducer import apply
from game.kernel.refusals import Refused
from game.kernel.variant import Variant
from tests.support.word_lists import AllBut

Proposed = Callable[[Any, Random], Action]
Player = Callable[[Any, Random], tuple[int, Action]]
ENV = Env(1_000_000, AllBut(), FairChance(bytes(32)))


def player_of(game: str) -> Player | None:
    """The `act_by_lot` of that game's module here; None for Classic and for a game that has no module."""
    name = f"{__name__}.{game}"
    module = importlib.import_module(name) if importlib.util.find_spec(name) else None
    return getattr(module, "act_by_lot", None)


def accepted(
    variant: Variant[Any, Any],
    state: CoreState,
    chance: Random,
    proposed: Proposed,
    tries: int,
    seat: int | None = None,
) -> Action | None:
    """The first of so many proposals for a seat (that on turn) that the rules accept; None when they accept none."""
    for _ in range(tries):
        action = proposed(state, chance)
        try:
            apply(variant, state, state.active if seat is None else seat, action, ENV)
        except Refused:
            continue
        return action
    return None


def laid_or_swapped(
    variant: Variant[Any, Any], state: Any, chance: Random, proposed: Proposed, tries: int, swaps: float
) -> tuple[int, Action]:
    """The first proposal that is accepted; else by lot a swap, with the chance `swaps`, or none."""
    if (action := accepted(variant, state, chance, proposed, tries)) is not None:
        return state.active, action
    hand = state.players[state.active].hand
    if state.bag and chance.random() < swaps:
        return state.active, Swap(tuple(hand[: min(3, len(state.bag))]))
    return state.active, chance.choice([Pass(), Timeout()])

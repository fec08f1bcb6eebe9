"""A turn of a daily puzzle, judged by the rules: powers bought and used, then one word. Nothing here needs numba."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bots.rules import Buy, Env, FairChance, Kind, MatchState, Place, Use, View, apply, decode, view_of
from bots.turn_verdicts import Better
from dictionary.api import Lexicon

Power = tuple[str, int, int]
"""A power used on a square: its item, row and column."""

_NO_CHANCE = FairChance(bytes(32))
"""Tiles are drawn after a word is played; no player sees them."""


@dataclass(frozen=True, slots=True)
class Tried:
    """The result of a try: its points and the words it made, the longest first; or the words not in the list."""

    points: int
    words: tuple[str, ...]
    rejected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BestTurn:
    """One of the best turns of a puzzle: the powers used, and then the play."""

    powers: tuple[Power, ...]
    play: Better

    def data(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        return {"powers": [list(power) for power in self.powers], "play": self.play.data()}

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> "BestTurn":
        """The turn of plain values, as JSON gives them."""
        return cls(tuple((item, row, col) for item, row, col in data["powers"]), Better.of_data(data["play"]))


def with_powers(state: MatchState, powers: Sequence[Power]) -> MatchState:
    """The position after these powers were bought and used. Raises Refused."""
    env = Env(0, frozenset(), _NO_CHANCE)
    for item, row, col in powers:
        state = apply(state, state.active, Buy(item), env).state
        state = apply(state, state.active, Use(item, (row, col)), env).state
    return state


def position(stored: Mapping[str, Any], powers: Sequence[Power] = ()) -> MatchState:
    """The state of a stored position after these powers. Raises Refused."""
    state: MatchState = decode(stored)
    return with_powers(state, powers)


def view(state: MatchState) -> View:
    """The view of the player who solves the puzzle."""
    return view_of(state, state.active, [], 0)


def targets(state: MatchState) -> dict[str, tuple[tuple[int, int], ...]]:
    """The squares on which each affordable power may be used, by its item."""
    seat, env = state.active, Env(0, frozenset(), _NO_CHANCE)
    found = {}
    for item in view(state).shop:
        if not item.refusal:
            bought = view(apply(state, seat, Buy(item.item), env).state)
            found[item.item] = next(slot.targets for slot in bought.slots if slot.item == item.item)
    return found


def judge(state: MatchState, laid: Place, lexicon: Lexicon) -> Tried:
    """A word played on the position, by the rules and the list. Raises Refused for tiles that may not lie so."""
    step = apply(state, state.active, laid, Env(0, lexicon, _NO_CHANCE))
    for event in step.events:
        if event.kind == Kind.ATTEMPT_FAILED:
            return Tried(0, (), tuple(event.owner["rejected"]))
        if event.kind == Kind.WORDS_SCORED:
            words = [word[0] for word in event.public["words"]]
            return Tried(event.public["score"], tuple(sorted(words, key=len, reverse=True)))
    raise RuntimeError("a word was laid and nothing came of it")

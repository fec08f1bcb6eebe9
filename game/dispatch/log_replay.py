"""Replay finished matches, each by the rules of its game."""

from collections.abc import Iterable
from typing import Any

from game.kernel import match_replay
from game.kernel.base_types import Millis, Seat
from game.kernel.chance import Chance
from game.kernel.match import Step
from game.kernel.match_replay import BrokenLog, Entry, MatchReplay, Played
from game.variants import VARIANTS


def replay_log(
    dealt: Step[Any], chance: Chance, entries: Iterable[Entry], state_format: int | None = None
) -> MatchReplay:
    """The replay of a finished match from its deal and its log (the entries after the start). Raises BrokenLog."""
    return match_replay.replay_log(VARIANTS[dealt.state.rules.variant], dealt, chance, entries, state_format)


def facts_of(told: MatchReplay, started_at: Millis) -> tuple[Any, ...]:
    """What each seat did in the replayed match, in seat order: the facts of its game."""
    return VARIANTS[told.states[0].rules.variant].facts(told.steps, started_at)


def view_after(told: MatchReplay, number: int, viewer: Seat | None) -> Any:
    """The match after turn `number` as `viewer` (None: a stranger) looks back at it, with every hand open."""
    return match_replay.view_after(VARIANTS[told.states[0].rules.variant], told, number, viewer)


__all__ = ["BrokenLog", "Entry", "Played", "MatchReplay", "facts_of", "replay_log", "view_after"]

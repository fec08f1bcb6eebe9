"""The questions a game must answer to be played on this platform. A variant is one frozen bundle of answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.rules.basics import Seat
from game.rules.options import Ruleset, Setting
from game.rules.state import Change, Env, MatchState, Phase, PlayerState
from game.rules.tiles import TileSet


@dataclass(frozen=True, slots=True)
class Handler:
    """What an action does: `run(state, seat, action, env)`, which raises Refused and says itself whether it ends the
    turn.

    `phase` is the one it needs, None for any while the match runs; `any_seat` when it is not bound to the turn.
    """

    run: Callable[[MatchState, Seat, Any, Env], Change]
    phase: Phase | None
    any_seat: bool = False


@dataclass(frozen=True, slots=True)
class Variant:
    """One game. `seats` is how many play it; `settings` what a host may set, `record_settings` the same with the
    defaults that a record leaves out; `actions` maps an action's type to its handler; the rest says what a match begins
    with."""

    key: str
    title: str
    seats: int
    settings: Sequence[Setting]
    record_settings: Sequence[Setting]
    actions: Mapping[type, Handler]
    layout: Callable[[Ruleset], Sequence[str]]
    tileset: Callable[[Ruleset], TileSet]
    new_player: Callable[[Ruleset, tuple[str, ...]], PlayerState]

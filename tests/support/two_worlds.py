"""A match in another world: what a viewer cannot see is otherwise there, what the viewer can see is the same."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.kernel.events import LoggedStep


def in_another_world(state: Any, viewer: int) -> Any:
    """The same match of any game with a bag and hands, with all that the viewer cannot see dealt otherwise."""
    hidden = sorted(state.bag + tuple(t for s, p in enumerate(state.players) if s != viewer for t in p.hand))[::-1]
    for seat, player in enumerate(state.players):
        if seat != viewer:
            hand, hidden = tuple(hidden[: len(player.hand)]), hidden[len(player.hand) :]
            state = state.put_player(seat, replace(player, hand=hand))
    return replace(state, bag=tuple(sorted(hidden)))


def blurred(log: Sequence[LoggedStep], viewer: int) -> list[LoggedStep]:
    """The log with what only other seats may read taken for something else."""
    other = {"tiles": ["Q"], "gave": ["Q"], "got": ["Q"], "rejected": ["QQ"]}
    return [
        LoggedStep(
            tuple(
                e if e.seat == viewer else replace(e, owner={key: other[key] for key in e.owner}) for e in step.events
            )
        )
        for step in log
    ]

"""A match in another world: what a viewer cannot see is otherwise there, what the viewer can see is the same."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.kernel.events import Event, LoggedStep

CANARY = "\ue000"
"""No letter of any language: it stands for whatever an event tells its owner."""


def hidden_tiles(state: Any, viewer: int | None) -> list[str]:
    """What the viewer (None: a stranger) cannot see of a match with a bag and hands: the bag, and the others' hands."""
    return [*state.bag, *(tile for seat, player in enumerate(state.players) if seat != viewer for tile in player.hand)]


def dealt_anew(state: Any, viewer: int | None, tiles: Sequence[str]) -> Any:
    """The match with these tiles for all that the viewer cannot see, seat by seat, the rest in the bag."""
    for seat, player in enumerate(state.players):
        if seat != viewer:
            hand, tiles = tiles[: len(player.hand)], tiles[len(player.hand) :]
            state = state.put_player(seat, replace(player, hand=tuple(hand)))
    return replace(state, bag=tuple(sorted(tiles)))


def in_another_world(state: Any, viewer: int | None) -> Any:
    """The same match of any game with a bag and hands, with all that the viewer cannot see dealt otherwise."""
    return dealt_anew(state, viewer, sorted(hidden_tiles(state, viewer))[::-1])


def another_log(log: Sequence[LoggedStep], viewer: int | None) -> list[LoggedStep]:
    """The log with canaries for all that its events tell to somebody else alone."""
    return [
        LoggedStep(tuple(_veiled(event) if event.seat != viewer else event for event in step.events)) for step in log
    ]


def _veiled(event: Event) -> Event:
    """The same event about other secrets."""
    veiled = {
        key: [CANARY] * (len(value) + 1) if isinstance(value, list) else CANARY for key, value in event.owner.items()
    }
    return replace(event, owner=veiled)

"""Compute how long the turns of a match took, from its log."""

from collections.abc import Iterable

from game.kernel.base_types import Millis
from game.kernel.events import Kind, LoggedStep


def turn_times(log: Iterable[tuple[Millis, LoggedStep]]) -> dict[int, Millis]:
    """How long each turn took (ms), by its number, of those that begin and end in the log's steps with their moments.
    Time that the site gave back for its own absence is not counted."""
    took: dict[int, Millis] = {}
    number, began, credited = 0, 0, 0
    for at, step in log:
        for event in step.events:
            if event.kind == Kind.CLOCK_CREDITED:
                credited += event.public["length"]
            elif event.kind in (Kind.TURN_BEGAN, Kind.MATCH_ENDED):
                if number:
                    took[number] = max(0, at - began - credited)
                number, began, credited = event.public.get("turn", 0), at, 0
    return took

"""A note on disk of the turn that a process of bots is thinking about.

A turn that ends the process, or never ends, would be taken up again by the next one and end that too. So it is written
down before it is begun, with how many processes it has ended so far: what is still there at a start is tried once
more, for most processes are killed from outside, and has failed when it has ended two.
"""

import json
from pathlib import Path
from typing import NamedTuple


class Underway(NamedTuple):
    """A turn of a match, which a bot was to play."""

    match_id: int
    turn: int


class Note:
    """The note of one process, in a file of its own."""

    def __init__(self, file: Path) -> None:
        self.file = file
        file.parent.mkdir(parents=True, exist_ok=True)

    def begin(self, what: Underway, ended: int = 0) -> None:
        """Thinking about this begins; so many processes have ended in it before."""
        self.file.write_text(json.dumps([*what, ended]))

    def end(self) -> None:
        """It is over, however it went."""
        self.file.write_text("")

    def left_behind(self) -> tuple[Underway, int] | None:
        """What a process before this one did not live to end, and how many have ended in it by now."""
        try:
            match_id, turn, ended = json.loads(self.file.read_text())
            return Underway(int(match_id), int(turn)), int(ended) + 1
        except (OSError, ValueError, TypeError):
            return None

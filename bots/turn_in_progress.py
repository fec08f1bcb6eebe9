"""A note on disk of the turn that a process of bots is thinking about.

A turn that ends the process, or never ends, would be taken up again by the next one and end that too. So it is written
down before it is begun: what is still there at a start has failed.
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

    def begin(self, what: Underway) -> None:
        """Thinking about this begins."""
        self.file.write_text(json.dumps(what))

    def end(self) -> None:
        """It is over, however it went."""
        self.file.write_text("")

    def left_behind(self) -> Underway | None:
        """What a process before this one did not live to end."""
        try:
            match_id, turn = json.loads(self.file.read_text())
            return Underway(int(match_id), int(turn))
        except (OSError, ValueError, TypeError):
            return None

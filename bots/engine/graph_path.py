"""Where the file of a list's graph is. Nothing here needs numba: who only asks whether it is there need not load it."""

from pathlib import Path
from typing import Protocol


class Pin(Protocol):
    """What names a list of words for good: a `Lexicon`, or a part of one."""

    @property
    def name(self) -> str:
        """Of the list."""

    @property
    def version(self) -> str:
        """Of the list."""

    @property
    def digest(self) -> str:
        """Of its words (hex)."""


def graph_path(folder: Path, lexicon: Pin) -> Path:
    """Where the graph of a list is."""
    return folder / f"{lexicon.name}-{lexicon.version}-{lexicon.digest[:16]}.graph"

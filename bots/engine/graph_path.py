"""The path of a list's graph file. Nothing here needs numba, so checking for the file does not load it."""

from pathlib import Path
from typing import NamedTuple, Protocol


class Pin(Protocol):
    """The permanent identity of a list of words: a `Lexicon`, or a part of one."""

    @property
    def name(self) -> str:
        """Of the list."""

    @property
    def version(self) -> str:
        """Of the list."""

    @property
    def digest(self) -> str:
        """Of its words (hex)."""


class NamedList(NamedTuple):
    """What names a list of words, or a part of one."""

    name: str
    version: str
    digest: str


def graph_path(folder: Path, lexicon: Pin) -> Path:
    """The path of a list's graph."""
    return folder / f"{lexicon.name}-{lexicon.version}-{lexicon.digest[:16]}.graph"

"""Builds what bots need before they move, part by part, each in a process of its own whose memory is freed.

Existing parts are not built again. A graph is one file; a marker file records that a piece of machine code has been
built, for only numba knows which files belong to it.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from platform import node

from django.conf import settings

from bots import compile_cache, graph_lists
from bots.engine.graph_path import graph_path
from bots.prepared_parts import PARTS, Part
from bots.rules import ALPHABETS
from common import starters
from dictionary import api as dictionary


class Failed(Exception):
    """A part could not be built; the text says which, with the exit code of its process."""


class Preparing:
    """One build of all parts, which another thread may cancel."""

    def __init__(self) -> None:
        self.is_called_off = False
        self.maker: subprocess.Popen[bytes] | None = None

    def call_off(self) -> None:
        """Build no further part, and abort the one in progress."""
        self.is_called_off = True
        maker = self.maker
        if maker is not None:
            maker.terminate()

    def parts(self) -> Iterator[str]:
        """Build what is missing for the active lists; yields each of the PARTS as it is ready. Raises Failed; ends
        early when cancelled."""
        for part in PARTS:
            named = self._code(part) if part.code else self._graph(part)
            if self.is_called_off:
                return
            yield named

    def _code(self, part: Part) -> str:
        mark = Path(compile_cache.chosen()) / f"{part.code}.made"
        if not mark.exists() or mark.read_text() != _machine():
            self._make(["code", part.code, _alphabet(next(iter(ALPHABETS)))], b"", part)
            if not self.is_called_off:
                mark.write_text(_machine())
        return f"machine code for {part.code}"

    def _graph(self, part: Part) -> str:
        lexicon = dictionary.current(part.language)
        pin = graph_lists.pin_of(lexicon, part.lowest)
        path = graph_path(graph_lists.folder(), pin)
        if not path.exists():
            names = [str(path.parent), pin.name, pin.version, pin.digest, _alphabet(part.language)]
            self._make(["graph", *names], graph_lists.text_of(lexicon, part.lowest).encode(), part)
        return f"{pin.name} {pin.version}"

    def _make(self, words: list[str], text: bytes, part: Part) -> None:
        own = {"NUMBA_CACHE_DIR": compile_cache.chosen(), "PYTHONPATH": str(settings.BASE_DIR)}
        command = [sys.executable, "-m", "bots.engine.making", *words]
        maker = self.maker = starters.start(command, cwd=settings.BASE_DIR, env={**os.environ, **own})
        assert maker.stdin is not None
        if self.is_called_off:  # cancelled while it was started
            maker.terminate()
        with suppress(BrokenPipeError):  # it has ended, and its exit code says how
            maker.stdin.write(f"{len(text)}\n".encode() + text)
            maker.stdin.flush()
        ended_with, self.maker = maker.wait(), None
        with suppress(BrokenPipeError):
            maker.stdin.close()
        if ended_with and not self.is_called_off:
            raise Failed(f"{part.code or part.language} ({ended_with})")


def _alphabet(language: str) -> str:
    return "".join(sorted(ALPHABETS[language]))


def _machine() -> str:
    """What machine code depends on: numba compiles it for one processor and one numba release."""
    return f"{version('numba')} {node()}"

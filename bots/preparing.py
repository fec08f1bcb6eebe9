"""Makes what bots need before they move, part by part, each in a process of its own whose memory is given back.

What is there already is not made again. A graph is one file; that a piece of machine code has been made says a mark
beside it, for numba alone knows what belongs to it.
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
    """A part could not be made; the text says which, and what its process ended with."""


class Preparing:
    """One making of all parts, which another thread may call off."""

    def __init__(self) -> None:
        self.is_called_off = False
        self.maker: subprocess.Popen[bytes] | None = None

    def call_off(self) -> None:
        """Make no further part, and leave the one that is being made."""
        self.is_called_off = True
        maker = self.maker
        if maker is not None:
            maker.terminate()

    def parts(self) -> Iterator[str]:
        """Make what is missing for the lists in force; names each of the PARTS as it is ready. Raises Failed; ends
        early when it is called off."""
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
        if self.is_called_off:  # while it was started
            maker.terminate()
        with suppress(BrokenPipeError):  # it has ended, and says with what
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
    """What machine code is good for: numba makes it for one processor, and each release of it anew."""
    return f"{version('numba')} {node()}"

"""A word list as a compact graph of letters: built once, kept in a file named by its digest, opened in milliseconds.

The file is the DAWG library's graph preceded by a line that identifies it; one that is cut short, half written or
foreign is rejected.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import dawg

from common.one_maker import one_maker
from common.whole_file import write_whole
from dictionary.bundled import WordList, read_words

_MAGIC = b"alfapower-lexicon/1"


class Named(Protocol):
    """The identity of a list: a bundled list's entry, or a Pin."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def digest(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Pin:
    """Name, version and digest of a published list."""

    name: str
    version: str
    digest: str


class Lexicon:
    """The words of one version of one list: `word in lexicon`, exact, upper case, NFC.

    Any other value is not in it: no look-up raises. `digest` is the SHA-256 of the words
    (dictionary.bundled.digest_of).
    """

    __slots__ = ("_graph", "digest", "name", "version")

    def __init__(self, entry: Named, body: bytes) -> None:
        graph = dawg.DAWG()
        graph.frombytes(body)
        self.name = entry.name
        self.version = entry.version
        self.digest = entry.digest
        self._graph = graph

    def __contains__(self, word: object) -> bool:
        # The graph takes bytes for words, and lone surrogates have none.
        try:
            return isinstance(word, str) and word in self._graph
        except UnicodeEncodeError:
            return False


def compiled_path(folder: Path, entry: Named) -> Path:
    """The path of a list's compiled file."""
    return folder / f"{entry.name}-{entry.version}-{entry.digest[:16]}.lexicon"


def compile_list(folder: Path, entry: WordList) -> None:
    """Compile a bundled list into its file, unless another process is doing so."""
    with one_maker(folder / "making"):
        if open_list(folder, entry) is None:
            keep_file(folder, entry, dawg.DAWG(read_words(entry)).tobytes())


def keep_file(folder: Path, entry: Named, body: bytes) -> None:
    """Write a list's compiled file atomically, also when two processes do it at once."""
    write_whole(compiled_path(folder, entry), _header(entry, body), body)


def open_list(folder: Path, entry: Named) -> Lexicon | None:
    """The lexicon of a list from its compiled file; None without a valid one."""
    try:
        head, _, body = compiled_path(folder, entry).read_bytes().partition(b"\n")
    except OSError:
        return None
    if head + b"\n" != _header(entry, body):
        return None
    return Lexicon(entry, body)


def _header(entry: Named, body: bytes) -> bytes:
    return b" ".join([_MAGIC, entry.digest.encode(), hashlib.sha256(body).hexdigest().encode()]) + b"\n"

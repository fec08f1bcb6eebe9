"""A word list as a compact graph of letters: built once, kept in a file named by its digest, opened in milliseconds.

The file is the graph of the DAWG library with a line before it that says what it must be; one that is cut short, half
written or somebody else's is not trusted.
"""

import hashlib
import os
import secrets
from pathlib import Path

import dawg

from dictionary.bundled import WordList, read_words

_MAGIC = b"alfapower-lexicon/1"


class Lexicon:
    """The words of one version of one list: `word in lexicon`, exact, upper case, NFC.

    Anything else is not in it, whatever it is: no look-up raises. `digest` is the SHA-256 of the words
    (dictionary.bundled.digest_of).
    """

    __slots__ = ("_graph", "digest", "name", "version")

    def __init__(self, entry: WordList, graph: dawg.DAWG) -> None:
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


def compiled_path(folder: Path, entry: WordList) -> Path:
    """Where the compiled file of a list is."""
    return folder / f"{entry.name}-{entry.version}-{entry.digest[:16]}.lexicon"


def compile_list(folder: Path, entry: WordList) -> None:
    """Write the compiled file of a bundled list: whole or not at all, also when two processes do it at once."""
    body = dawg.DAWG(read_words(entry)).tobytes()
    folder.mkdir(parents=True, exist_ok=True)
    path = compiled_path(folder, entry)
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(8)}.new")
    try:
        with fresh.open("xb") as file:
            file.write(_header(entry, body))
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def open_list(folder: Path, entry: WordList) -> Lexicon | None:
    """The lexicon of a list from its compiled file; None when there is no sound one."""
    try:
        head, _, body = compiled_path(folder, entry).read_bytes().partition(b"\n")
    except OSError:
        return None
    if head + b"\n" != _header(entry, body):
        return None
    graph = dawg.DAWG()
    graph.frombytes(body)
    return Lexicon(entry, graph)


def _header(entry: WordList, body: bytes) -> bytes:
    return b" ".join([_MAGIC, entry.digest.encode(), hashlib.sha256(body).hexdigest().encode()]) + b"\n"

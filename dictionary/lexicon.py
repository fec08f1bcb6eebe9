"""A word list as a compact graph of letters: built once, kept in a file named by its digest, opened in under a
millisecond.

The file is the graph of the DAWG library with a line before it that says what it must be; one that is cut short, half
written or somebody else's is not trusted.
"""

import hashlib
import os
from pathlib import Path

import dawg

from dictionary.bundled import WordList, read_words

_MAGIC = b"alfapower-lexicon/1"


class Lexicon(dawg.DAWG):
    """The words of one version of one list: `word in lexicon`, exact, upper case, NFC.

    `digest` is the SHA-256 of the words (dictionary.bundled.digest_of).
    """

    name: str
    version: str
    digest: str


def compiled_path(folder: Path, entry: WordList) -> Path:
    """Where the compiled file of a list is."""
    return folder / f"{entry.name}-{entry.version}-{entry.digest[:16]}.lexicon"


def compile_list(folder: Path, entry: WordList) -> None:
    """Write the compiled file of a bundled list: whole or not at all, also when two processes do it at once."""
    body = dawg.DAWG(read_words(entry)).tobytes()
    folder.mkdir(parents=True, exist_ok=True)
    path = compiled_path(folder, entry)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with fresh.open("wb") as file:
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
    lexicon = Lexicon()
    lexicon.frombytes(body)
    lexicon.name, lexicon.version, lexicon.digest = entry.name, entry.version, entry.digest
    return lexicon


def _header(entry: WordList, body: bytes) -> bytes:
    return b" ".join([_MAGIC, entry.digest.encode(), hashlib.sha256(body).hexdigest().encode()]) + b"\n"

"""All words of a list as one text in a mapped file, for questions that the graph of letters cannot answer.

The words stand by length and then by the alphabet, each between two line ends, one byte a letter: what ends in ING is
found by searching for `ING` and a line end, and all words of one length lie together for a regular expression. Every
process maps the same file, so it costs memory once a machine. Like the graph, a file that is not whole is made again.
"""

import hashlib
import json
import mmap
from collections.abc import Iterable, Mapping
from pathlib import Path

_MAGIC = b"alfapower-words/1"
_ENCODING = "latin-1"  # the letters of both languages fit, and one byte a letter makes places countable


class WordText:
    """The text, and where the words of each length lie in it (`spans`, from the line end before the first one)."""

    __slots__ = ("spans", "text")

    def __init__(self, text: mmap.mmap, spans: Mapping[int, tuple[int, int]]) -> None:
        self.text = text
        self.spans = spans


def written(word: str) -> bytes:
    """A word, or a piece of one, as the text has it."""
    return word.encode(_ENCODING)


def read(found: bytes) -> str:
    """The word of some bytes of the text."""
    return found.decode(_ENCODING)


def words_path(folder: Path, name: str, version: str, digest: str) -> Path:
    """Where the text of a list is."""
    return folder / f"{name}-{version}-{digest[:16]}.words"


def made(digest: str, words: Iterable[str]) -> bytes:
    """The text of sorted words, as its file holds it. Takes half a second for a large list."""
    by_length: dict[int, list[str]] = {}
    for word in words:
        by_length.setdefault(len(word), []).append(word)
    counts = {length: len(by_length[length]) for length in sorted(by_length)}
    body = written("\n" + "".join("\n".join(by_length[length]) + "\n" for length in counts))
    return _header(digest, hashlib.sha256(body).hexdigest(), counts) + body


def open_words(path: Path, digest: str) -> WordText | None:
    """The mapped text of the list with that digest; None when there is no sound one."""
    try:
        with path.open("rb") as file:
            text = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):
        return None
    head = text.readline()
    try:
        counts = {int(length): int(count) for length, count in json.loads(head.split(b" ", 3)[3]).items()}
    except (IndexError, ValueError, AttributeError):
        return None
    with memoryview(text) as whole, whole[len(head) :] as body:
        if _header(digest, hashlib.sha256(body).hexdigest(), counts) != head:
            return None
    spans, at = {}, len(head)
    for length, count in counts.items():
        spans[length] = (at, at + count * (length + 1) + 1)
        at += count * (length + 1)
    return WordText(text, spans)


def _header(digest: str, body: str, counts: Mapping[int, int]) -> bytes:
    return b" ".join([_MAGIC, digest.encode(), body.encode(), json.dumps(counts).encode()]) + b"\n"

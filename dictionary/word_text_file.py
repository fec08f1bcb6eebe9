"""All words of a list as one text in a mapped file, for searches that the graph of letters cannot answer.

The words are sorted by length and then by the alphabet, each between two line ends, one byte a letter: words that end
in ING are found by searching for `ING` and a line end, and all words of one length are contiguous for a regular
expression. All processes map the same file, so it costs memory once. Like the graph, a damaged file is made again.
"""

import hashlib
import json
import mmap
from collections.abc import Iterable, Mapping
from pathlib import Path

_MAGIC = b"alfapower-words/1"
_ENCODING = "latin-1"  # the letters of both languages fit, and one byte a letter makes places countable


class WordText:
    """The text, and the range of the words of each length in it (`spans`, from the line end before the first one)."""

    __slots__ = ("spans", "text")

    def __init__(self, text: mmap.mmap, spans: Mapping[int, tuple[int, int]]) -> None:
        self.text = text
        self.spans = spans


def written(word: str) -> bytes:
    """A word, or part of one, encoded as in the text."""
    return word.encode(_ENCODING)


def read(found: bytes) -> str:
    """The word of some bytes of the text."""
    return found.decode(_ENCODING)


def words_path(folder: Path, name: str, version: str, digest: str) -> Path:
    """The path of a list's text."""
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
    """The mapped text of the list with that digest; None without a valid one."""
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

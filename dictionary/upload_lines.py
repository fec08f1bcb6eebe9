"""Parses the lines of an uploaded list: which are words, which are not and why, with their numbers.

Pure: bytes in, words and a report out. An invalid line is left out and reported; a word whose letters were written in
two parts, a letter and its ring or dots, is composed, taken and reported.
"""

import re
import unicodedata
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_noop

from dictionary.normalise import ALPHABETS, spelled
from dictionary.upload_text import BLOCK, Unreadable, unpacked

SHORTEST, LONGEST = 2, 19
"""Letters of a word that a board can hold; the largest has 19 squares in a line."""

MOST_LINES = 2_000_000
EXAMPLES = 50  # lines of each kind that a report names
MOST_REMARKS = 100_000  # lines that are kept for downloading

KINDS = {
    "encoding": gettext_noop("not UTF-8"),
    "digits": gettext_noop("with digits"),
    "spaces": gettext_noop("with spaces"),
    "names": gettext_noop("names, with some letters capital and some not"),
    "letters": gettext_noop("with a character outside the alphabet"),
    "short": gettext_noop("too short"),
    "long": gettext_noop("too long"),
    "duplicates": gettext_noop("there before"),
    "composed": gettext_noop("with letters in two parts, put together and taken"),
}
"""What can be said of a line, by the report's key."""


@dataclass
class Report:
    """How many lines, words, and lines of each kind, with the first of them as (number, text).

    `remarks` are all of them, up to MOST_REMARKS, each a line of number, kind and text with tabs between.
    """

    lines: int = 0
    words: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    examples: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    _packing: "zlib._Compress" = field(default_factory=zlib.compressobj)
    _remarks: bytes = b""

    def note(self, kind: str, text: str) -> None:
        """Count a line of a kind, at the current number."""
        self.counts[kind] = self.counts.get(kind, 0) + 1
        line = _shown(text.strip()[:60])
        shown = self.examples.setdefault(kind, [])
        if len(shown) < EXAMPLES:
            shown.append((self.lines, line))
        if sum(self.counts.values()) <= MOST_REMARKS:
            self._remarks += self._packing.compress(f"{self.lines}\t{kind}\t{line}\n".encode())

    def remarks(self) -> bytes:
        """Every line with a remark, compressed with zlib; b"" where there is none. To be called once, at the end."""
        return self._remarks + self._packing.flush() if self.counts else b""

    def data(self) -> dict[str, Any]:
        """The report as it is stored."""
        return {"lines": self.lines, "words": self.words, "counts": self.counts, "examples": self.examples}


def count_lines(pieces: Iterable[bytes]) -> int:
    """How many lines a file has, to refuse it before it is stored; raises Unreadable as soon as they are too many."""
    lines = 0
    for block in unpacked(pieces):
        lines += block.count(b"\n")
        if lines > MOST_LINES:
            raise Unreadable("lines")
    return lines


class Reader:
    """Reads a file's text block by block; `words` and `report` are the results so far."""

    def __init__(self, language: str) -> None:
        letters = ALPHABETS[language]
        self.language = language
        self.words: set[str] = set()
        self.report = Report()
        self._plain = re.compile(f"[{letters}]{{{SHORTEST},{LONGEST}}}|[{letters.lower()}]{{{SHORTEST},{LONGEST}}}")
        self._rest = b""

    def feed(self, block: bytes) -> None:
        """The next block, cut anywhere."""
        *lines, self._rest = (self._rest + block).split(b"\n")
        for line in lines:
            self._line(line)
        if len(self._rest) > BLOCK:
            raise Unreadable("lines")

    def finish(self) -> list[str]:
        """After the last block: all words, sorted."""
        if self._rest:
            self._line(self._rest)
            self._rest = b""
        self.report.words = len(self.words)
        return sorted(self.words)

    def _line(self, raw: bytes) -> None:
        self.report.lines += 1
        if self.report.lines > MOST_LINES:
            raise Unreadable("lines")
        try:
            text = raw.decode("utf-8-sig" if self.report.lines == 1 else "utf-8").strip()
        except UnicodeDecodeError:
            self.report.note("encoding", raw.decode("latin-1"))
            return
        if not text:
            return
        # The pattern lets only the alphabet's own letters through, for which `upper` is the table.
        word = text.upper() if self._plain.fullmatch(text) else self._judged(text)
        if word in self.words:
            self.report.note("duplicates", text)
        elif word:
            self.words.add(word)

    def _judged(self, text: str) -> str | None:
        """The word of a line that needs a closer look, or None; the report has the reason."""
        whole = unicodedata.normalize("NFC", text)
        word = spelled(whole, self.language)
        kind = _fault(whole, word)
        if kind:
            self.report.note(kind, text)
            return None
        if whole != text:
            self.report.note("composed", text)
        return word


def _shown(text: str) -> str:
    """The text as a page and the database can hold it: characters without a shape are written by their code."""
    return "".join(sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in text)


def _fault(text: str, word: str | None) -> str:
    """Why a composed line is not a word; "" when it is one."""
    if any(letter.isspace() for letter in text):
        return "spaces"
    if any(letter.isdigit() for letter in text):
        return "digits"
    if word is None:
        return "letters"
    if text not in (word, word.lower()):
        return "names"
    if len(word) < SHORTEST:
        return "short"
    return "long" if len(word) > LONGEST else ""

"""What players and moderators write in words of their own: several lines, as they show."""

import unicodedata

from common.refusals import CodedError
from common.typed_text import composed, unseen_removed

MOST_MARKS = 4
"""Combining marks on one letter: no script needs more, and a pile of them covers the lines around it."""
MOST_TYPED = 4
"""Characters typed for each that may be kept: letters and their marks apart, and what does not show."""
MOST_EMPTY = 1
"""Empty lines in a row."""


class BadWords(CodedError):
    """`code` is "bad_characters" or "too_long"."""


def clean_words(raw: str, most: int) -> str:
    """The text in composed letters (NFC), without characters that show as nothing, change the direction or control a
    terminal, its lines stripped. Raises BadWords for a NUL, and for more than `most` characters."""
    if "\0" in raw:
        raise BadWords("bad_characters")
    if len(raw) > MOST_TYPED * most:
        raise BadWords("too_long")
    lines = raw.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    seen = [_visible(line) for line in lines]
    if len("\n".join(seen).strip()) > most:
        raise BadWords("too_long")
    kept: list[str] = []
    for line in map(_without_piles, seen):
        if line or (kept and any(kept[-MOST_EMPTY:])):
            kept.append(line)
    return "\n".join(kept).strip()


def _visible(line: str) -> str:
    spaced = " ".join(unseen_removed(line).split())
    return composed("".join(one for one in spaced if unicodedata.category(one) != "Cc"))


def _without_piles(line: str) -> str:
    found, marks = [], 0
    for one in line:
        marks = marks + 1 if unicodedata.category(one) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            found.append(one)
    return "".join(found).strip()

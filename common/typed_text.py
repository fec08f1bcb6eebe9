"""Cleans text that users type or paste where a word, a code or a name is expected.

Pasted text contains more than can be seen: soft hyphens, byte order marks, zero-width and direction-changing
characters, spaces of other kinds, full-width letters, letters and their marks apart. Invisible characters were not
meant, so they are removed before validation; visible ones are validated as before.

A hand's command line (static/js/commands.js) does the same in the browser, where it is read.
"""

import re
import unicodedata

_UNSEEN = "".join(
    (
        "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5",
        "\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164",
        "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff",
    )
)
_IGNORED = re.compile(f"[{_UNSEEN}]")
"""Unicode's characters that show as nothing (Default_Ignorable_Code_Point, and the marks of interlinear notes)."""
MOST_MARKS = 30
_FULL_WIDTH = {0xFF01 + place: 0x21 + place for place in range(0x7E - 0x21 + 1)}
"""Letters, figures and signs as East Asian keyboards write them. Other look-alikes (ﬁ, ſ, ı) are no letters here."""


def as_meant(typed: str) -> str:
    """The text as it shows: invisible characters removed, letters composed (NFC) and of usual width, spaces of any kind
    single ones, none at the ends."""
    seen = unseen_removed(typed.translate(_FULL_WIDTH))
    return composed(" ".join(seen.split()))


def composed(text: str) -> str:
    """The text with its letters composed (NFC). Of what is piled on one letter 30 marks are kept, as Unicode's
    stream-safe text has it (UAX 15): sorting a pile takes time by its square, and minutes for the longest that can be
    sent."""
    kept, marks = [], 0
    for sign in text:
        marks = marks + 1 if unicodedata.combining(sign) else 0
        if marks <= MOST_MARKS:
            kept.append(sign)
    return unicodedata.normalize("NFC", "".join(kept))


def unseen_removed(typed: str) -> str:
    """The text without the characters that show as nothing or change its direction."""
    return _IGNORED.sub("", typed)


def whole_number(typed: str, digits: int = 18) -> int | None:
    """The number that an address or a form names in plain digits, as many as a key has at most; None for anything else:
    Python reads more as numbers than a page ever writes."""
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) <= digits else None


def word_as_meant(typed: str) -> str:
    """`as_meant`, for a word that may have been copied with the full stop of its sentence."""
    return as_meant(typed).rstrip(".").rstrip()

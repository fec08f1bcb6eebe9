"""Cleans free text of talk: what cannot be seen or turns the text around it about is taken out, the rest is kept as it
was typed. No markup is read, and no address becomes a link: the page shows the text as text.
"""

import unicodedata
from itertools import zip_longest

from common.refusals import CodedError

LONGEST = 280
LONGEST_TYPED = 2_000  # of what is looked at at all: cleaning takes its time
MOST_MARKS = 3
"""Combining marks on one letter. Vietnamese, Hebrew and Thai have no more; what is stacked higher runs over other
lines."""
JOINER, AS_EMOJI = "\u200d", "\ufe0f"
_BLANK = frozenset("\u2800\u3164\u115f\u1160\uffa0")  # letters and signs that show as nothing
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")
_MARKS = ("Mn", "Me")
_TONES = ("\U0001f3fb", "\U0001f3ff")


class BadText(CodedError):
    """Nothing may be said with this. `code`: "empty" (nothing is left that can be seen) or "too_long"."""


def cleaned(typed: str) -> str:
    """The text on one line, composed (NFC), without control, direction-changing and invisible characters.

    Of the joiners and selectors those stay that make one emoji of several signs. Raises BadText.
    """
    if len(typed) > LONGEST_TYPED:
        raise BadText("too_long")
    spaced = "".join(" " if sign.isspace() else sign for sign in typed)
    seen = unicodedata.normalize("NFC", "".join(sign for sign in spaced if _may_stay(sign)))
    text = " ".join(_bounded(seen).split())
    if not text:
        raise BadText("empty")
    if len(text) > LONGEST:
        raise BadText("too_long")
    return text


def _may_stay(sign: str) -> bool:
    if sign in (JOINER, AS_EMOJI):
        return True
    return unicodedata.category(sign) not in _UNSEEN and sign not in _BLANK and not _selects(sign)


def _selects(sign: str) -> bool:
    """Whether it is a mark that shows as nothing: it selects the form of a letter, or joins what is drawn apart."""
    at = ord(sign)
    return (
        0xFE00 <= at <= 0xFE0F or 0xE0100 <= at <= 0xE01EF or 0x180B <= at <= 0x180F or at in (0x034F, 0x17B4, 0x17B5)
    )


def _bounded(text: str) -> str:
    """Without marks that stand on nothing or are too many, and without joiners that join no emoji."""
    kept: list[str] = []
    marks = 0
    for sign, after in zip_longest(text, text[1:], fillvalue=""):
        before = kept[-1] if kept else " "
        if sign == JOINER:
            is_kept = _is_emoji(before) and bool(after) and unicodedata.category(after) == "So"
        elif sign == AS_EMOJI:
            is_kept = unicodedata.category(before) == "So" or before in "0123456789#*" or _is_symbol(before)
        elif unicodedata.category(sign) in _MARKS:
            marks += 1
            is_kept = marks <= MOST_MARKS and before != " "
        else:
            is_kept, marks = True, 0
        if is_kept:
            kept.append(sign)
    return "".join(kept)


def _is_emoji(sign: str) -> bool:
    """Whether an emoji may end with it: a sign, the tone of its skin, or the selector that makes it one."""
    return unicodedata.category(sign) == "So" or _TONES[0] <= sign <= _TONES[1] or sign == AS_EMOJI


def _is_symbol(sign: str) -> bool:
    """Arrows and other signs of mathematics, which a selector makes an emoji of."""
    return unicodedata.category(sign) in ("Sm", "Po") and ord(sign) > 0x7F

"""The boards of the game, and what their characters mean: the cells of rule 1.

`d` `t` `q` multiply a letter by 2, 3 and 4, `m` by −2; `D` `T` `Q` multiply a word by 2, 3 and 4. `.` is plain, and so
is `*`, which only marks the centre. Every layout is symmetric in all eight ways.
"""

from collections.abc import Sequence
from functools import lru_cache

from game.crossword.layouts import PLAIN

LETTER_FACTOR = {"d": 2, "t": 3, "q": 4, "m": -2}
WORD_FACTOR = {"D": 2, "T": 3, "Q": 4}
MINUS = "m"
MARKS = ".*dtqmDTQ"

_TOP_HALVES = {
    15: (
        "Q.D.T..t..T.D.Q",
        ".D.d.m...m.d.D.",
        "D.D..q...q..D.D",
        ".d.m...d...m.d.",
        "T...d.d.d.d...T",
        ".mq..t...t..qm.",
        "....d.....d....",
        "t..d...*...d..t",
    ),
    17: (
        "Q.d.T.D.t.D.T.d.Q",
        ".D.d.m.....m.d.D.",
        "d.D...q...q...D.d",
        ".d.D.t..m..t.D.d.",
        "T...m...d...m...T",
        ".m.t.d.d.d.d.t.m.",
        "D.q...t...t...q.D",
        ".....d.....d.....",
        "t..md...*...dm..t",
    ),
}


@lru_cache
def standard_layout(size: int, specials: bool) -> tuple[str, ...]:
    """The rows of the standard board of that size (15 or 17)."""
    top = _TOP_HALVES[size]
    return without_minus(top + top[-2::-1], specials)


def without_minus(rows: Sequence[str], specials: bool) -> tuple[str, ...]:
    """The rows as they are played: in the simplest variant, without `specials`, `m` cells are plain."""
    return tuple(rows) if specials else tuple(row.replace(MINUS, PLAIN) for row in rows)

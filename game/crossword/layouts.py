"""The standard bonus layouts as rows of text, and what their characters mean.

`.` plain, `*` the start star, `d` double letter, `t` triple letter, `D` double word, `T` triple word. A blank board
keeps only the centre star. Every layout is symmetric in all eight ways, and the centre cell is the star.
"""

from functools import lru_cache

PLAIN = "."
STAR = "*"
LETTER_FACTOR = {"d": 2, "t": 3}
WORD_FACTOR = {"D": 2, "T": 3, "*": 2}
BONUS_MARKS = frozenset(LETTER_FACTOR) | frozenset(WORD_FACTOR)

_TOP_HALVES = {
    11: (
        "T.d..t..d.T",
        ".D.......D.",
        "d.D..d..D.d",
        "...t...t...",
        "...........",
        "t.d..*..d.t",
    ),
    15: (
        "t.T....D....T.t",
        ".D...d...d...D.",
        "T.d.D.....D.d.T",
        "...t..d.d..t...",
        "..D....d....D..",
        ".d...t...t...d.",
        "...d.......d...",
        "D...d..*..d...D",
    ),
    19: (
        "T.d..D.......D..d.T",
        ".D.d...t...t...d.D.",
        "d.t.T....D....T.t.d",
        ".d.D...d...d...D.d.",
        "..T.d.D.....D.d.T..",
        "D....t..d.d..t....D",
        "....D....d....D....",
        ".t.d...t...t...d.t.",
        ".....d.......d.....",
        "..D...d..*..d...D..",
    ),
}

_CLASSIC_TOP_HALF = (
    "T..d...T...d..T",
    ".D...t...t...D.",
    "..D...d.d...D..",
    "d..D...d...D..d",
    "....D.....D....",
    ".t...t...t...t.",
    "..d...d.d...d..",
    "T..d...*...d..T",
)

CLASSIC_LAYOUT = (*_CLASSIC_TOP_HALF, *_CLASSIC_TOP_HALF[-2::-1])
"""A board of 15 that several games offer."""


@lru_cache
def standard_layout(size: int, blank: bool) -> tuple[str, ...]:
    """The rows of the standard board of that size (11, 15 or 19); `blank` leaves nothing but the centre star."""
    if blank:
        plain = PLAIN * size
        middle = PLAIN * (size // 2)
        return (plain,) * (size // 2) + (middle + STAR + middle,) + (plain,) * (size // 2)
    top = _TOP_HALVES[size]
    return top + top[-2::-1]

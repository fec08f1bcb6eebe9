"""Keen: Knows rare words, and watches what it keeps."""

from bots.levels.base import Level, Voice
from bots.rules import gettext_noop

LEVEL = Level(
    key="keen",
    order=40,
    name="Rex",
    title=gettext_noop("Keen"),
    line=gettext_noop("Knows rare words, and watches what it keeps."),
    body='<path d="M24 9.500 40 18v18.500L24 45 8 36.500V18z" stroke-linejoin="round"/>',
    eyes=(
        '<path d="M14.500 21.500l6 3M33.500 21.500l-6 3" class="ln"/>'
        '<circle cx="18.500" cy="28" r="2.600"/>'
        '<circle cx="29.500" cy="28" r="2.600"/>'
        '<path d="M18.500 36.500q5.500-3.500 11 0" class="ln"/>'
    ),
    glad=(
        '<path d="M14.500 24.500l6-2.500M33.500 24.500l-6-2.500" class="ln"/><circle cx="18.500" cy="28" r="2.600"/>'
        '<circle cx="29.500" cy="28" r="2.600"/>'
        '<path d="M17.500 33h13q-1.500 6-6.500 6t-6.500-6z"/>'
    ),
    sad=(
        '<path d="M14.500 24.500l6-3.500M33.500 24.500l-6-3.500" class="ln"/><circle cx="18.500" cy="29" r="2.200"/>'
        '<circle cx="29.500" cy="29" r="2.200"/>'
        '<path d="M17.500 38.500q6.500-7 13 0" class="ln"/>'
    ),
    voice=Voice(
        start=gettext_noop("I came to win."),
        own=gettext_noop("Beat that!"),
        other=gettext_noop("Grr. Not bad."),
        won=gettext_noop("Ha! That one is mine."),
        lost=gettext_noop("I demand a rematch."),
        drawn=gettext_noop("A draw? Once more!"),
    ),
    everyday=2.0,
    choices=2,
    steadiness=4.0,
    items=("swap", "fortify", "claim", "blast", "place_dl", "place_tl", "place_dw", "place_tw"),
    looks_ahead=1,
    specials=True,
)

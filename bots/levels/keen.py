"""Keen: Knows rare words, and watches what it keeps."""

from bots.levels.base import Level
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
    everyday=2.0,
    choices=2,
    steadiness=4.0,
    items=("swap", "fortify", "claim", "blast", "place_dl", "place_tl", "place_dw", "place_tw"),
    looks_ahead=1,
    specials=True,
)

"""Steady: Good words in good places."""

from bots.levels.base import Level, Voice
from bots.rules import gettext_noop

LEVEL = Level(
    key="steady",
    order=30,
    name="Juno",
    title=gettext_noop("Steady"),
    line=gettext_noop("Good words in good places."),
    body='<rect x="7.500" y="11" width="33" height="32" rx="8"/>',
    eyes=(
        '<rect x="15" y="22" width="5" height="7" rx="2.500"/>'
        '<rect x="28" y="22" width="5" height="7" rx="2.500"/>'
        '<path d="M18.500 35.500h11" class="ln"/>'
    ),
    glad=(
        '<rect x="15" y="20" width="5" height="7" rx="2.500"/><rect x="28" y="20" width="5" height="7" rx="2.500"/>'
        '<path d="M17 32.500q7 6.500 14 0" class="ln"/>'
    ),
    sad=(
        '<rect x="15" y="24" width="5" height="4.500" rx="2.200"/>'
        '<rect x="28" y="24" width="5" height="4.500" rx="2.200"/>'
        '<path d="M18.500 37q5.500-4.500 11 0" class="ln"/>'
    ),
    voice=Voice(
        start=gettext_noop("Good luck. Play well."),
        own=gettext_noop("Just as planned."),
        other=gettext_noop("Well found."),
        won=gettext_noop("A good match. Thank you."),
        lost=gettext_noop("Fairly won. Well done."),
        drawn=gettext_noop("Neither of us gave way."),
    ),
    everyday=3.0,
    choices=4,
    steadiness=2.0,
    items=(
        "swap",
        "fortify",
        "place_dl",
        "place_tl",
        "place_dw",
        "place_tw",
    ),
    looks_ahead=0,
    specials=True,
)

"""Steady: Good words in good places."""

from bots.levels.base import Level
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

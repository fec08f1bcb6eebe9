"""Sharp: The whole word list, and an eye on your next turn."""

from bots.levels.base import Level, Voice
from bots.rules import gettext_noop

LEVEL = Level(
    key="sharp",
    order=50,
    name="Volt",
    title=gettext_noop("Sharp"),
    line=gettext_noop("The whole word list, and an eye on your next turn."),
    body='<path d="M16 10.500h16l9 9v15.500l-9 9H16l-9-9V19.500z"/>',
    eyes=(
        '<path d="M14 23.500h7v3.200h-7zM27 23.500h7v3.200h-7z"/>'
        '<path d="m25.800 29.500-4.600 5h3l-1.400 4.500 4.600-5.200h-3z"/>'
    ),
    glad=(
        '<path d="M14 26.500l3.500-4 3.500 4M27 26.500l3.500-4 3.500 4" class="ln"/>'
        '<path d="m25.800 29.500-4.600 5h3l-1.400 4.500 4.600-5.200h-3z"/>'
    ),
    sad=(
        '<path d="M14 25.500h7v2h-7zM27 25.500h7v2h-7z"/>'
        '<path d="M16.500 36l3-2.500 3 2.500 3-2.500 3 2.500 3-2.500" class="ln"/>'
    ),
    voice=Voice(
        start=gettext_noop("Word list loaded. Begin."),
        own=gettext_noop("Calculated."),
        other=gettext_noop("Unexpected. Noted."),
        won=gettext_noop("The result is as computed."),
        lost=gettext_noop("My forecast was wrong. Impressive."),
        drawn=gettext_noop("Equal. How improbable."),
    ),
    everyday=None,
    choices=1,
    steadiness=1.0,
    items=("swap", "fortify", "claim", "blast", "place_dl", "place_tl", "place_dw", "place_tw"),
    looks_ahead=3,
    specials=True,
)

"""Easygoing: Everyday words, played as they come."""

from bots.levels.base import Level, Voice
from bots.rules import gettext_noop

LEVEL = Level(
    key="easygoing",
    order=20,
    name="Pip",
    title=gettext_noop("Easygoing"),
    line=gettext_noop("Everyday words, played as they come."),
    body=(
        '<path d="M24 8.500c2.500 0 4.400 1.200 5.800 3.700l11.300 20c2.600 4.600-.3 10.800-5.600 '
        '10.800h-23c-5.300 0-8.200-6.200-5.600-10.800l11.300-20c1.400-2.500 3.300-3.700 5.800-3.700z"/>'
    ),
    eyes=('<circle cx="19" cy="28" r="3"/><circle cx="29" cy="28" r="3"/><path d="M19 35q5 4.500 10 0" class="ln"/>'),
    glad=(
        '<circle cx="19" cy="27" r="3"/><circle cx="29" cy="27" r="3"/>'
        '<path d="M18 32.500h12q-1 6.500-6 6.500t-6-6.500z"/>'
    ),
    sad=(
        '<circle cx="19" cy="28.500" r="2.400"/><circle cx="29" cy="28.500" r="2.400"/>'
        '<path d="M15.500 24.500l5-2M32.500 24.500l-5-2" class="ln"/>'
        '<path d="M19.500 37.500q4.500-4.500 9 0" class="ln"/>'
    ),
    voice=Voice(
        start=gettext_noop("Hi! This will be fun."),
        own=gettext_noop("Whee! Did you see that?"),
        other=gettext_noop("Wow, teach me that one!"),
        won=gettext_noop("I won! Once more?"),
        lost=gettext_noop("Aw. But what fun it was!"),
        drawn=gettext_noop("A draw! We are twins."),
    ),
    everyday=3.6,
    choices=6,
    steadiness=1.5,
    items=("swap",),
    looks_ahead=0,
    specials=False,
)

"""Easygoing: Everyday words, played as they come."""

from bots.levels.base import Level
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
    everyday=3.6,
    choices=6,
    steadiness=1.5,
    items=("swap",),
    looks_ahead=0,
    specials=False,
)

"""Calm: Short, common words, and no hurry to win."""

from bots.levels.base import Level
from bots.rules import gettext_noop

LEVEL = Level(
    key="calm",
    order=10,
    name="Moss",
    title=gettext_noop("Calm"),
    line=gettext_noop("Short, common words, and no hurry to win."),
    body='<circle cx="24" cy="27" r="17"/>',
    eyes=(
        '<path d="M15.500 26.500q2.500-2.500 5 0M27.500 26.500q2.500-2.500 5 0" class="ln"/>'
        '<path d="M20.500 33.500q3.500 2.200 7 0" class="ln"/>'
    ),
    everyday=4.2,
    choices=8,
    steadiness=1.2,
    items=(),
    looks_ahead=0,
    specials=False,
)

"""Calm: Short, common words, and no hurry to win."""

from bots.levels.base import Level, Voice
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
    glad=(
        '<path d="M15 27.500q3-4.500 6 0M27 27.500q3-4.500 6 0" class="ln"/><path d="M18 32.500q6 7 12 0" class="ln"/>'
    ),
    sad=(
        '<path d="M15.500 26q2.500 2.500 5 0M27.500 26q2.500 2.500 5 0" class="ln"/>'
        '<path d="M20 36q4-3.500 8 0" class="ln"/>'
    ),
    voice=Voice(
        start=gettext_noop("No hurry. I have all day."),
        own=gettext_noop("Oh. That went well."),
        other=gettext_noop("What a lovely word."),
        won=gettext_noop("You will get me next time."),
        lost=gettext_noop("Well played. I enjoyed that."),
        drawn=gettext_noop("Even. I like that."),
    ),
    everyday=4.2,
    choices=8,
    steadiness=1.2,
    items=(),
    looks_ahead=0,
    specials=False,
)

"""Template tags for bots: face, level, and the label that says what it is."""

from collections.abc import Collection, Mapping, Sequence

from django import template
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from bots.api import HINTING, LEVELS, OF_A_PLAYER, PLAYED, Level, Readiness, line_of, readiness, shown_name
from common.one_second_cache import once_a_second
from game import api as game

register = template.Library()

MARK = " (bot)"
"""What the name of every bot ends in, those of players too; no person's name may have a bracket in it."""
_BY_NAME = {shown_name(level): level for level in LEVELS.values()}


@register.simple_tag
def face(level: Level, mood: str = "") -> SafeString:
    """A bot's face, glad or sad as `mood` says; hidden from screen readers: its name is beside it."""
    return format_html(
        '<svg class="face face--{}" viewBox="0 0 48 48" aria-hidden="true"><path d="M24 10V5.5" class="an"/>'
        '<circle cx="24" cy="4.5" r="2.5" class="tip"/><g class="bd">{}</g><g class="ey">{}</g></svg>',
        level.key,
        mark_safe(level.body),  # nosec B308 B703  # shapes of our own source
        mark_safe({"glad": level.glad, "sad": level.sad}.get(mood, level.eyes)),  # nosec B308 B703  # likewise
    )


@register.simple_tag
def bot_called(name: str) -> Level | None:
    """The level of the bot with that name; None for a person's name, which cannot be a bot's."""
    return _BY_NAME.get(name)


MOODS: Mapping[str, str] = {"own": "glad", "other": "sad", "won": "glad", "lost": "sad"}
"""How a bot looks at those moments; at any other as ever."""


def bot_face(level: Level, moment: str) -> SafeString:
    """The face of a bot as it looks at a moment of a match (game/presentation/great_plays.py)."""
    return face(level, MOODS.get(moment, ""))


def bot_says(level: Level, moment: str) -> str:
    """What a bot says at a moment of a match; its level in a word where it has nothing to say."""
    return _(getattr(level.voice, moment)) if moment else _(level.title)


@register.inclusion_tag("bots/at_the_end.html")
def bot_at_the_end(names: Sequence[str], outcome: str) -> dict[str, object]:
    """The bot among those names with its face and text for how the match ended for the person (`outcome`: won, lost,
    drawn, or "" for a reader it did not end for, who sees nothing)."""
    levels = [_BY_NAME[name] for name in names if name in _BY_NAME]
    of_the_bot = {"won": "lost", "lost": "won", "drawn": "drawn"}.get(outcome, "")
    if len(levels) != 1 or not of_the_bot:
        return {}
    (level,) = levels
    return {"level": level, "mood": MOODS.get(of_the_bot, ""), "says": bot_says(level, of_the_bot)}


@register.inclusion_tag("bots/ladder.html")
def ladder(beaten: Collection[str], now: str = "") -> dict[str, object]:
    """The bots one above the other, those `beaten` ticked; `now` is the key of the one that was played last."""
    rungs = [
        {"level": level, "is_beaten": level.key in beaten, "is_now": level.key == now} for level in LEVELS.values()
    ]
    return {"rungs": rungs}


@register.simple_tag
def level_line(level: Level, variant: str = "") -> str:
    """The description of a bot of that level: the game's own, if it has one; else the general one."""
    return _(line_of(variant, level))


@register.simple_tag
def gives_hints(variant: str) -> bool:
    """Whether players of practice may ask for the best play of that game."""
    return variant in HINTING


@register.simple_tag
def plays_on(variant: str) -> bool:
    """Whether a bot can take over a match of that game from one of its turns."""
    return variant in PLAYED and game.playing_on.is_possible(variant)


@register.simple_tag
def bot_of_level(key: str) -> str:
    """The name of that level's bot; the key itself for a level that no longer exists."""
    if key == OF_A_PLAYER:
        return _("Bots of other players")
    level = LEVELS.get(key)
    return shown_name(level) if level else key


@register.simple_tag
def practice_at_once(public_id: str, user_id: int) -> bool:
    """Whether the bot of that practice match of the user's should answer at once."""
    seat = game.practice_seat(public_id, user_id)
    return seat is not None and seat.at_once


@register.simple_tag
def is_taught(public_id: str, user_id: int) -> bool:
    """Whether that match of the user's is the first one, led by hints."""
    seat = game.practice_seat(public_id, user_id)
    return seat is not None and seat.taught


@register.filter
def person_or_bot(name: str) -> SafeString:
    """A name for display: a bot's with the label that says what it is."""
    level = _BY_NAME.get(name)
    bare = level.name if level else name.removesuffix(MARK)
    if bare == name:
        return format_html("<bdi>{}</bdi>", name)
    return format_html('<bdi>{}</bdi> <span class="chip chip--bot">{}</span>', bare, _("Bot"))


@register.simple_tag
def pips(level: Level) -> SafeString:
    """How strong a level is among the others."""
    place = [*LEVELS].index(level.key) + 1
    marks = mark_safe('<i class="on"></i>' * place + "<i></i>" * (len(LEVELS) - place))  # nosec B308 B703  # our own
    said = _("Level %(n)d of %(all)d") % {"n": place, "all": len(LEVELS)}
    return format_html('<span class="lvl" role="img" aria-label="{}">{}</span>', said, marks)


@register.simple_tag
def analyst_is_away() -> bool:
    """Whether no process is running to analyse: without Redis the bot process does it."""
    return not settings.REDIS_URL and _readiness(_language()).away


@once_a_second(by=1)
def _readiness(language: str) -> Readiness:
    return readiness(game.now_ms(), language)


def _language() -> str:
    """The page's language, in which its reader is likely to play."""
    return (get_language() or settings.LANGUAGE_CODE)[:2]

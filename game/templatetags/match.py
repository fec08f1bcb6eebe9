"""Tags of the match screen: how a power-up shows itself, item titles, numbers that carry a sign."""

import json
from functools import lru_cache

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from game import endpage, panels
from game.rules.basics import gettext_noop
from game.rules.tiles import BLANK, face
from game.squares import Square
from game.turnlines import last_play, tile_name, turn_lines

register = template.Library()

MOST_SQUARES = 10_000

_ORDINALS = (
    gettext_noop("second"), gettext_noop("third"), gettext_noop("fourth"), gettext_noop("fifth"), gettext_noop("sixth"),
    gettext_noop("seventh"), gettext_noop("eighth"), gettext_noop("ninth"), gettext_noop("tenth"),
)  # fmt: skip


@register.simple_tag(takes_context=True)
def screen(context: Context) -> str:
    """Lay out what the panels are drawn from, made of the page's `view` and `table`, for the rest of the block."""
    if "squares" not in context:
        context.dicts[0].update(panels.screen(context["view"], context["table"]))
    return ""


@register.simple_tag
def drawn(square: Square) -> SafeString:
    """A square of the board. Most are as they were a turn ago, and in every other match: half of a push's time."""
    return _drawn(square, get_language())


@lru_cache(maxsize=MOST_SQUARES)
def _drawn(square: Square, language: str | None) -> SafeString:
    return render_to_string("game/parts/square.html", {"square": square})


@register.filter
def nth(number: int) -> str:
    """2 to 10 as an ordinal word."""
    return _(_ORDINALS[number - 2])


@register.filter
def column(index: int) -> str:
    """The letter of a column, counted from 0."""
    return chr(ord("A") + index)


@register.simple_tag
def power_icon(icon: str) -> SafeString:
    """A power-up's own icon: SVG shapes (trusted, from the item's module), or a board label such as "DL"."""
    if icon.startswith("<"):
        shapes = mark_safe(icon)  # nosec B308 B703  # of the item's module
        return format_html('<svg class="ic" viewBox="0 0 24 24" aria-hidden="true">{}</svg>', shapes)
    return format_html('<b class="label" aria-hidden="true">{}</b>', _(icon))


@register.filter
def is_label(icon: str) -> bool:
    """Whether a power-up's icon is a board label and not a drawing."""
    return not icon.startswith("<")


@register.filter
def spoken(tile: str) -> str:
    """A tile of a hand in words."""
    return tile_name(tile)


@register.filter
def blank(tile: str) -> bool:
    """Whether a tile of a hand is a blank."""
    return face(tile) == BLANK


@register.filter
def pairs(cells: tuple[tuple[int, int], ...]) -> str:
    """Squares as the script reads them: "7,4 7,5"."""
    return " ".join(f"{row},{col}" for row, col in cells)


@register.filter
def as_json(value: object) -> str:
    """A value for a data attribute that the script reads; nothing is an empty list."""
    return json.dumps(value or [], ensure_ascii=False)


@register.filter
def translated(text: str) -> str:
    """A source text of the rules (an item's title or blurb) in the reader's language."""
    return _(text) if text else ""


@register.filter
def signed(number: int) -> str:
    """A number with its sign, the minus a real one: "+9", "−3", "0"."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


@register.filter
def prefixed(text: str, prefix: str) -> str:
    """The text with a prefix, for element ids."""
    return prefix + text


MOST_LINES = 100
"""Turns, and failed tries, that an end page lists; the replay has all."""


@register.simple_tag(takes_context=True)
def reckoning(context: Context) -> str:
    """Lay out what the end page is drawn from, made of its `view` and `table`, for the rest of the block."""
    view, table = context["view"], context["table"]
    lines = turn_lines(view, table.names)
    tries = endpage.tries(view, table.names)
    best = endpage.highlights(view)
    context.dicts[0].update(
        headline=endpage.headline(view, table.names),
        reasons=endpage.reasons(view, table.names),
        columns=endpage.columns(view, table.names),
        coin_rate=endpage.coin_rate(view),
        best=best,
        best_tiles=endpage.letter_values(view, best.best_word),
        won=view.winner is not None and view.winner == view.viewer,
        tries=tries[:MOST_LINES],
        more_tries=max(0, len(tries) - MOST_LINES),
        fines=endpage.fines(view, table.names),
        lines=lines[:MOST_LINES],
        more_turns=max(0, len(lines) - MOST_LINES),
        last=last_play(lines),
        language=view.rules.text("language"),
        times=view.rules.number("alfa_multiplier"),
    )
    return ""


@register.filter
def minus(number: int) -> str:
    """A number whose minus is a real one."""
    return f"−{-number}" if number < 0 else str(number)

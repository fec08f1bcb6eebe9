"""Tags of the match screen: how a power-up shows itself, item titles, numbers that carry a sign."""

import json
from collections.abc import Sequence
from typing import Any, cast
from urllib.parse import quote

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from game.crossword.tiles import ALPHABETS, BLANK, letter_of, standard_tiles
from game.games import DEFAULT_VARIANT, games
from game.kernel.base_types import gettext_noop
from game.live import panels, pieces
from game.live.pieces import Drawn
from game.presentation.turn_lines import tile_name
from ui import jinja_environment
from ui.addresses import address
from ui.templatetags import design

register = template.Library()

_STANDARD_BOARD = 15
"""The values of tiles are those of a board of this size."""

_ORDINALS = (
    gettext_noop("second"), gettext_noop("third"), gettext_noop("fourth"), gettext_noop("fifth"), gettext_noop("sixth"),
    gettext_noop("seventh"), gettext_noop("eighth"), gettext_noop("ninth"), gettext_noop("tenth"),
)  # fmt: skip


@register.simple_tag(takes_context=True)
def panel(context: Context, name: str, *, out_of_band: bool = False) -> SafeString:
    """A panel in its place on the page, from what the view has drawn; or as htmx puts it there (`out_of_band`)."""
    drawn: Drawn = context["drawn_panels"][name]
    return mark_safe(drawn.whole()) if out_of_band else on_page(drawn)  # nosec B308 B703  # drawn by a template


def on_page(panel: Drawn) -> SafeString:
    """A panel as it stands on the page itself."""
    return SafeString(panel.whole().replace(pieces.OUT_OF_BAND, "", 1))  # nosec B703  # drawn by a template


@register.simple_tag(takes_context=True)
def part(context: Context, name: str, **given: Any) -> SafeString:
    """A part of the page: of that path, if it ends in `.jinja`; else of that name as the game has it, of
    `templates/game/<key>/`, or as all games have it; nothing where there is neither. `given` is there for it beside all
    that the page has."""
    path = name if name.endswith(".jinja") else panels.template_of(context.get("game", ""), name)
    if path is None:
        return SafeString("")
    if path.endswith(".jinja"):
        html = jinja_environment.drawn(path, {**cast(dict[str, Any], context.flatten()), **given})
        return SafeString(pieces.unmarked(html))  # nosec B703  # drawn by a template
    assert context.template is not None
    with context.push(**given):
        return context.template.engine.get_template(path).render(context)


@register.simple_tag
def guide_of(game: str) -> str:
    """The address of a game's guide; that of the site's own game has no name in it."""
    return address("game:guide") if game == DEFAULT_VARIANT else address("game:guide-of", game)


@register.simple_tag(takes_context=True)
def own_guide(context: Context) -> str:
    """The address of the guide of the game that a page is about, else of the site's own."""
    game = context.get("game")
    return guide_of(game if isinstance(game, str) and game in games() else DEFAULT_VARIANT)


@register.simple_tag
def word_tiles(word: str) -> SafeString:
    """A word in tiles of the page's language, for a picture."""
    language = (get_language() or "")[:2]
    values = standard_tiles(language if language in ALPHABETS else "en", _STANDARD_BOARD)
    drawn = [format_html('<span class="one">{}</span>', design.tile(letter, values.value(letter))) for letter in word]
    return SafeString("".join(drawn))  # nosec B703  # of tiles


@register.filter
def word_path(word: str) -> str:
    """The address of the view about a word, from a page of its match: the shorter, the less each turn is to send."""
    return f"word/{quote(word)}/"


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
    return letter_of(tile) == BLANK


@register.filter
def pairs(cells: tuple[tuple[int, int], ...]) -> str:
    """Squares as the script reads them: "7,4 7,5"."""
    return " ".join(f"{row},{col}" for row, col in cells)


@register.filter
def as_json(value: object) -> str:
    """A value for a data attribute that the script reads; nothing is an empty list."""
    return json.dumps(value or [], ensure_ascii=False)


@register.filter
def together(names: Sequence[str]) -> str:
    """All the names in one phrase: "Anna, Björn and Clara"."""
    *first, last = names
    return _("%(first)s and %(other)s") % {"first": ", ".join(first), "other": last} if first else last


@register.filter
def preset_title(key: str) -> str:
    """The name of a preset that comes with a game, in the reader's language; an admin's own by its key."""
    language = (get_language() or "")[:2]
    for one in games().values():
        for preset in one.presets:
            if preset.key == key:
                return preset.titles.get(language, preset.titles["en"])
    return key.title()


@register.filter
def game_title(key: str) -> str:
    """The name of a game in the reader's language."""
    return _(games()[key].title) if key in games() else key


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


@register.filter
def minus(number: int) -> str:
    """A number whose minus is a real one."""
    return f"−{-number}" if number < 0 else str(number)

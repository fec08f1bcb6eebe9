"""Tags of the match screen: how a power-up shows itself, item titles, numbers that carry a sign."""

import json
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any
from urllib.parse import quote

from django import template
from django.template import Context, Node, NodeList, Variable
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from game.crossword.tiles import BLANK, letter_of
from game.games import DEFAULT_VARIANT, games
from game.kernel.base_types import gettext_noop
from game.live import panels, pieces
from game.shown import SHOWN, endings
from game.shown.player_cards import addressed, drawn_for
from game.shown.turn_lines import TurnLine, last_play, tile_name
from ui.templatetags.design import icon

register = template.Library()

MOST_TURNS = 5_000
MOST_PIECES = 20_000
_SIGNS = {"#": "black", ">": "bend-down"}
"""The drawings of tiles that are no letters."""
_VIEWER = Variable("view.viewer")
_IS_OUT = SafeString(' class="is-out"')

_ORDINALS = (
    gettext_noop("second"), gettext_noop("third"), gettext_noop("fourth"), gettext_noop("fifth"), gettext_noop("sixth"),
    gettext_noop("seventh"), gettext_noop("eighth"), gettext_noop("ninth"), gettext_noop("tenth"),
)  # fmt: skip


@register.simple_tag(takes_context=True)
def screen(context: Context) -> str:
    """Lay out the panels, and what they are drawn from, made of the page's `view` and `table`, for the whole page."""
    if "drawn_panels" not in context:
        found = panels.screen(context["view"], context["table"])
        drawn = panels.draw_from(found, panels.shown_of(context["view"]))
        context.dicts[0].update(found, drawn_panels=drawn)
    return ""


@register.simple_tag(takes_context=True)
def panel(context: Context, name: str) -> SafeString:
    """A panel in its place on the page, from what was laid out: as a push draws it, and remembered with it."""
    html: str = context["drawn_panels"][name].whole().replace(pieces.OUT_OF_BAND, "", 1)
    return mark_safe(html)  # nosec B308 B703  # drawn by a template


@register.simple_tag(takes_context=True)
def part(context: Context, name: str, **given: Any) -> SafeString:
    """A part of the page as the game has it, of `templates/game/<key>/`, else as all games have it; nothing where
    there is neither. `given` is there for it beside all that the page has."""
    path = panels.template_of(context["game"], name)
    if path is None:
        return SafeString("")
    assert context.template is not None
    with context.push(**given):
        return context.template.engine.get_template(path).render(context)


@register.simple_tag
def guide_of(game: str) -> str:
    """The address of a game's guide; that of the site's own game has no name in it."""
    return reverse("game:guide") if game == DEFAULT_VARIANT else reverse("game:guide-of", args=[game])


@register.tag("piece")
def _piece(parser: Parser, token: Token) -> "PieceNode":
    """A part of a panel that is sent alone when it alone has changed (game/live/pieces.py).

    `{% piece "item-" item.item with item=item %}`: it is made from these values and sees nothing else, so equal ones
    give what was drawn before.
    """
    bits = token.split_contents()[1:]
    at = bits.index("with") if "with" in bits else len(bits)
    given = token_kwargs(bits[at + 1 :], parser)
    inside = parser.parse(("endpiece",))
    parser.delete_first_token()
    return PieceNode([parser.compile_filter(name) for name in bits[:at]], given, inside)


class PieceNode(Node):
    """Draws what is inside, an element with the id that `names` make together; for a push only its mark."""

    def __init__(self, names: list[FilterExpression], given: dict[str, FilterExpression], nodelist: NodeList) -> None:
        self.names, self.given, self.nodelist = names, given, nodelist

    def render(self, context: Context) -> SafeString:
        """See the class."""
        name = "".join(str(name.resolve(context)) for name in self.names)
        if not self.given:
            return _set_apart(context, name, self.nodelist.render(context))
        values = tuple(value.resolve(context) for value in self.given.values())
        html, within = _inside(self, "pieces" in context, get_language(), values)
        if "pieces" in context:
            context["pieces"].update(within)
        return _set_apart(context, name, html)


@lru_cache(maxsize=MOST_PIECES)
def _inside(
    piece: PieceNode, is_pushed: bool, language: str | None, values: tuple[Any, ...]
) -> tuple[SafeString, dict[str, str]]:
    """What a piece draws from its values, and the pieces within it."""
    within: dict[str, str] = {}
    context = Context({**dict(zip(piece.given, values, strict=True)), **({"pieces": within} if is_pushed else {})})
    with context.bind_template(_nothing()):
        return piece.nodelist.render(context), within


@cache
def _nothing() -> template.Template:
    """A template to draw in, for a part that sees nothing of those around it."""
    return template.Template("")


def _set_apart(context: Context, name: str, html: SafeString) -> SafeString:
    return _put(context.get("pieces"), name, html)


def _put(found: dict[str, str] | None, name: str, html: SafeString) -> SafeString:
    """What is drawn in the place of a piece: its mark where the panel's pieces are kept, else itself."""
    if found is None:
        return html
    found[name] = html
    return SafeString(pieces.mark(name))  # nosec B703  # names are ids of our templates


@register.simple_tag(takes_context=True)
def board(context: Context, size: int) -> SafeString:
    """The squares of the board in rows; for a push their marks alone, which depend on nothing but the size."""
    names = [[f"square-{row}-{col}" for col in range(size)] for row in range(size)]
    html = pieces.mark if "pieces" in context else _squares(context["view"], context["table"]).__getitem__
    rows = (f'<div role="row">{"".join(map(html, row))}</div>' for row in names)
    return SafeString("".join(rows))  # nosec B703  # of square.html


def _squares(view: Any, table: Any) -> dict[str, str]:
    """The squares as HTML, by the ids of their elements."""
    return panels.shown_of(view).drawn_squares(drawn_for(view, table), table.names)


@register.simple_tag(takes_context=True)
def unseen(context: Context, letters: Sequence[tuple[str, int]]) -> SafeString:
    """Letters and how many of each there are; the number is what changes."""
    drawn, found, language = [], context.get("pieces"), get_language()
    for place, (letter, number) in enumerate(letters, 1):
        said, count = _unseen(letter, language), _count(place, number)
        drawn.append(f'<span class="un">{said}{_put(found, f"unseen-{place}", count)}</span>')
    return SafeString("".join(drawn))  # nosec B703  # of the two below


@lru_cache
def _unseen(letter: str, language: str | None) -> SafeString:
    if letter == BLANK:
        return format_html('<span aria-hidden="true">▢</span><span class="sr">{} </span>', _("Blank"))
    if letter in _SIGNS:
        return format_html('{}<span class="sr">{} </span>', icon(_SIGNS[letter]), tile_name(letter))
    return format_html("<span>{} </span>", letter)


@lru_cache(maxsize=1_000)
def _count(place: int, number: int) -> SafeString:
    """The piece with the number of a letter."""
    return format_html('<small id="unseen-{}"{}>{}</small>', place, "" if number else _IS_OUT, number)


@register.simple_tag(takes_context=True)
def turns(context: Context, lines: Sequence[TurnLine]) -> SafeString:
    """The turns of a list. All but the newest are as they were before."""
    links = not context.get("view") or _VIEWER.resolve(context) is not None
    match = (context["game"], context["foreign"], links, get_language())
    found = context.get("pieces")
    drawn = [_put(found, f"turn-{line.receipt.turn}", _turn(line, *match)) for line in lines]
    return SafeString("".join(drawn))  # nosec B703  # of turn.html


@lru_cache(maxsize=MOST_TURNS)
def _turn(line: TurnLine, game: str, foreign: str, links: bool, language: str | None) -> SafeString:
    """One turn; its words are links for those who have a seat."""
    return render_to_string("game/parts/turn.html", {"line": line, "game": game, "foreign": foreign, "links": links})


@register.filter
def word_path(word: str) -> str:
    """The address of what is said of a word, from a page of its match: the shorter, the less each turn is to send."""
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


MOST_LINES = 100
"""Turns, and failed tries, that an end page lists; the replay has all."""


@register.simple_tag(takes_context=True)
def final_totals(context: Context) -> str:
    """Lay out what the end page is drawn from, made of its `view` and `table`, for the rest of the block."""
    view, table = context["view"], context["table"]
    shown = SHOWN[view.rules.variant]
    told = addressed(view, table)
    lines = panels.turn_lines(told, table.names)
    tries = endings.tries(told, table.names)
    context.dicts[0].update(
        shown.final_totals(told, table.names),
        game=shown.key,
        headline=shown.headline(told, table.names),
        reasons=shown.reasons(told, table.names),
        best_turn=endings.best_turn(view.receipts, told.viewer),
        won=view.winner is not None and view.winner == told.viewer,
        has_gcg=shown.gcg is not None,
        tries=tries[:MOST_LINES],
        more_tries=max(0, len(tries) - MOST_LINES),
        lines=lines[:MOST_LINES],
        more_turns=max(0, len(lines) - MOST_LINES),
        last=last_play(lines),
        language=view.rules.text("language"),
        foreign=panels.foreign(view.rules.text("language")),
    )
    return ""


@register.filter
def minus(number: int) -> str:
    """A number whose minus is a real one."""
    return f"−{-number}" if number < 0 else str(number)

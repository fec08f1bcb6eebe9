"""Template tags of the design that every page uses: icons, tiles, the logo. Drawing only: no rules, no texts."""

from functools import cache

from django import template
from django.conf import settings
from django.template import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import ngettext

from ui.drawn_once import drawn_once
from ui.icons import SHAPES

register = template.Library()
register.tag(drawn_once)

_LOGO = (
    '<svg viewBox="0 0 40 40" aria-hidden="true"><path d="M10 1h20l9 9v20l-9 9H10l-9-9V10z" fill="#ffc938"/>'
    '<path d="M11.2 4h17.6L36 11.2v17.6L28.8 36H11.2L4 28.8V11.2z" fill="#14262c"/>'
    '<path d="M11.5 30 20 8.5 28.5 30" fill="none" stroke="#ffd05a" stroke-width="4" stroke-linecap="round"'
    ' stroke-linejoin="round"/><path d="m22.8 15.5-7.6 8h4.3l-2 6 7.6-8h-4.3z" fill="#fff4d9"'
    ' stroke="#14262c" stroke-width="1.6" stroke-linejoin="round"/></svg>'
)


@register.simple_tag
@cache
def icon(name: str, extra_class: str = "") -> SafeString:
    """One of the site's icons as inline SVG, hidden from screen readers; an unknown name is a KeyError."""
    return shapes(SHAPES[name], extra_class)


@register.simple_tag
def shapes(markup: str, extra_class: str = "") -> SafeString:
    """An icon from its own shapes (trusted SVG of our source, as a power-up brings it)."""
    return format_html(
        '<svg class="ic{}" viewBox="0 0 24 24" aria-hidden="true">{}</svg>',
        f" {extra_class}" if extra_class else "",
        mark_safe(markup),  # nosec B308 B703  # shapes of our own source
    )


@register.simple_tag(takes_context=True)
def current_page(context: Context) -> str:
    """The name of the current page's view; empty without one."""
    at = getattr(context.get("request"), "resolver_match", None)
    return at.view_name if at is not None else ""


@register.simple_tag
def release() -> str:
    """The number of the release, for the foot of the pages."""
    return str(settings.RELEASE)


@register.simple_tag
def logo() -> SafeString:
    """The mark of the site."""
    return mark_safe(_LOGO)  # nosec B308 B703  # a constant


@register.simple_tag
def tile(
    letter: str,
    value: int | str = "",
    *,
    blank: bool = False,
    alfa: bool = False,
    fort: int = 0,
    times: int = 0,
) -> SafeString:
    """One tile. `letter` "" is an unlettered blank; `fort` the Fortify bonus shown in its corner; `times` the
    chip ×N of an Alfa tile (0: no chip). A blank shows no value unless Fortify gave it one.

    The figures are drawn by the style sheet (`data-t`): the name of the square or button says them in words, and a
    name must hold the text that is seen (WCAG 2.5.3)."""
    marks = {" tile--blank": blank, " tile--fort": fort, " tile--alfa": alfa}
    return format_html(
        '<i class="tile{}"><i class="tile__l">{}</i><b data-t="{}"></b>{}{}</i>',
        "".join(mark for mark, on in marks.items() if on),
        letter or "\N{NO-BREAK SPACE}",
        "" if blank and not fort else value,
        format_html('<i class="tile__f" data-t="+{}"></i>', fort) if fort else "",
        format_html('<i class="tile__x" data-t="×{}"></i>', times) if alfa and times else "",
    )


@register.simple_tag
@cache
def drawn_tiles(x: int, y: int, word: str, *, down: bool = False) -> SafeString:
    """The letters of a word as tiles of a drawn picture, the first with its corner at (x, y), the others behind it or,
    with `down`, below it."""
    places = [(x, y + 13 * place) if down else (x + 13 * place, y) for place in range(len(word))]
    return format_html_join(
        "",
        '<rect x="{}" y="{}" width="12" height="12" rx="2" class="pt" /><text x="{}" y="{}.3" class="ptl">{}</text>',
        ((left, top, left + 6, top + 9, letter) for (left, top), letter in zip(places, word, strict=True)),
    )


@register.simple_tag
def coin(amount: int, *, plus: bool = False) -> SafeString:
    """A number of coins, with the word for those who do not see the drawn coin; `plus` shows the sign of an income."""
    return format_html(
        '<span class="coin">{}{}<span class="sr"> {}</span></span>',
        "+" if plus else "",
        amount,
        ngettext("coin", "coins", amount),
    )


@register.filter
def initial(name: str) -> str:
    """The letter of a name's avatar."""
    return name[:1].upper()

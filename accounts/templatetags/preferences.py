"""Template tags for preferences: attributes of the root element, and controls."""

from functools import lru_cache
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.profiles import preferences

register = template.Library()

GROUNDS = {"light": "#e8eeec", "dark": "#0a161b"}
"""The ground of the pages in each theme, as static/css/alfapower/tokens.css has it (--bg)."""


@register.simple_tag(takes_context=True)
def preferred(context: Context) -> SafeString:
    """The reader's preferences as attributes of the root element: `data-sound="on"`. A theme only if one was chosen
    over the system's; of what few change, only what is not as by default."""
    found = preferences.of(context.get("request"))
    for key, unsaid in (("theme", "auto"), ("undo_pass", "off"), ("talk_aloud", "on")):
        if found[key] == unsaid:
            del found[key]
    return _attributes(tuple(found.items()))


@register.simple_tag(takes_context=True)
def theme_colours(context: Context) -> SafeString:
    """The colour of the browser's frame around the page: that of the chosen theme, else of the system's."""
    chosen = preferences.of(context.get("request"))["theme"]
    if chosen in GROUNDS:
        return format_html('<meta name="theme-color" content="{}">', GROUNDS[chosen])
    line = '<meta name="theme-color" content="{}" media="(prefers-color-scheme:{})">'
    return format_html_join("", line, ((colour, theme) for theme, colour in GROUNDS.items()))


@lru_cache(maxsize=256)
def _attributes(preferred: tuple[tuple[str, str], ...]) -> SafeString:
    drawn = ((key.replace("_", "-"), value) for key, value in preferred)
    kept_at = format_html(' data-preferences-url="{}"', reverse("accounts:preferences"))
    return format_html_join("", ' data-{}="{}"', drawn) + kept_at


@register.inclusion_tag("accounts/parts/preferences.html", takes_context=True)
def preference_controls(context: Context) -> dict[str, Any]:
    """A control for each preference; a script saves each change, or a form around them does."""
    found = preferences.of(context.get("request"))
    return {"preferences": [(preference, found[preference.key]) for preference in preferences.PREFERENCES]}

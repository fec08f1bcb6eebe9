"""Preferences on the page: on its root element, and as controls."""

from functools import lru_cache
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.profiles import preferences

register = template.Library()


@register.simple_tag(takes_context=True)
def preferred(context: Context) -> SafeString:
    """What the reader prefers, as attributes of the root element: `data-sound="on"`. A theme only where one was chosen
    over the system's, and of what is off at first nothing until it is on."""
    found = preferences.of(context.get("request"))
    for key, unsaid in (("theme", "auto"), ("undo_pass", "off")):
        if found[key] == unsaid:
            del found[key]
    return _attributes(tuple(found.items()))


@lru_cache(maxsize=256)
def _attributes(preferred: tuple[tuple[str, str], ...]) -> SafeString:
    drawn = ((key.replace("_", "-"), value) for key, value in preferred)
    kept_at = format_html(' data-preferences-url="{}"', reverse("accounts:preferences"))
    return format_html_join("", ' data-{}="{}"', drawn) + kept_at


@register.inclusion_tag("accounts/parts/preferences.html", takes_context=True)
def preference_controls(context: Context) -> dict[str, Any]:
    """A control for each preference; a script keeps each change, and a form around them may."""
    found = preferences.of(context.get("request"))
    return {"preferences": [(preference, found[preference.key]) for preference in preferences.PREFERENCES]}

"""Drawing of what is known of a word."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def part_name(part: str) -> str:
    """A part of speech in words; one that only the source knows is shown as it calls it."""
    return {"n": _("noun"), "v": _("verb"), "a": _("adjective"), "r": _("adverb")}.get(part, part)

"""Drawing of what is known of a word."""

from django import template
from django.template import Context
from django.utils.translation import gettext as _

from dictionary.services import disputes

register = template.Library()


@register.filter
def part_name(part: str) -> str:
    """A part of speech in words; one that only the source knows is shown as it calls it."""
    return {"n": _("noun"), "v": _("verb"), "a": _("adjective"), "r": _("adverb")}.get(part, part)


@register.inclusion_tag("dictionary/parts/news.html", takes_context=True)
def court_news(context: Context) -> dict[str, int]:
    """Tells a player that disputes of theirs have been decided, until they have read it."""
    user = context.get("user")
    return {"verdicts": disputes.news_for(user.pk) if user is not None and user.is_authenticated else 0}

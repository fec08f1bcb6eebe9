"""Template tags for words and their definitions."""

from django import template
from django.template import Context
from django.utils.translation import gettext as _

from dictionary.services import disputes

register = template.Library()


@register.filter
def part_name(part: str) -> str:
    """The name of a part of speech; an unknown one is shown as its source calls it."""
    return {"n": _("noun"), "v": _("verb"), "a": _("adjective"), "r": _("adverb")}.get(part, part)


@register.inclusion_tag("dictionary/parts/news.html", takes_context=True)
def court_news(context: Context) -> dict[str, int]:
    """Shows players that their disputes have been decided, until they have read it."""
    user = context.get("user")
    return {"verdicts": disputes.news_for(user.pk) if user is not None and user.is_authenticated else 0}

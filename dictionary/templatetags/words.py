"""Template tags for words and their definitions."""

from django import template
from django.template import Context
from django.utils.translation import gettext as _

from dictionary.services.disputes import HOW_MANY_SETTLED

register = template.Library()


@register.filter
def part_name(part: str) -> str:
    """The name of a part of speech; an unknown one is shown as its source calls it."""
    return {"n": _("noun"), "v": _("verb"), "a": _("adjective"), "r": _("adverb")}.get(part, part)


@register.inclusion_tag("dictionary/parts/news.html", takes_context=True)
def court_news(context: Context) -> dict[str, int]:
    """Shows players that their disputes have been decided, until they have read it."""
    return {"verdicts": HOW_MANY_SETTLED.of_reader(context["request"])}

"""The bell in the bar of every page."""

from django import template
from django.template import Context

from news.services.reading import UNREAD

register = template.Library()


@register.inclusion_tag("news/parts/bell.html", takes_context=True)
def bell(context: Context, *, is_link: bool = False) -> dict[str, object]:
    """The bell of whoever reads the page, guests too; nothing for a visitor who is nobody yet. It opens the newest in
    wide windows, and is a link to the list in narrow ones, or wherever it is to be one (`is_link`)."""
    is_somebody = getattr(context.get("user"), "pk", None) is not None
    unread = UNREAD.of_reader(context["request"]) if is_somebody else 0
    return {"is_somebody": is_somebody, "unread": unread, "is_link": is_link}

"""The bell in the bar of every page."""

from django import template
from django.template import Context

from news import clock
from news.services import reading

register = template.Library()


@register.inclusion_tag("news/parts/bell.html", takes_context=True)
def bell(context: Context, *, is_link: bool = False) -> dict[str, object]:
    """The bell of whoever reads the page, guests too; nothing for a visitor who is nobody yet. It opens the newest in
    wide windows, and is a link to the list in narrow ones, or wherever it is to be one (`is_link`)."""
    user_id = getattr(context.get("user"), "pk", None)
    unread = 0 if user_id is None else reading.unread(user_id, clock.now_ms())
    return {"is_somebody": user_id is not None, "unread": unread, "is_link": is_link}

"""Template tags for watching: what a page says that it shows of the best match."""

from django import template

from people.watching.pages import shown_as
from people.watching.watch_list import Listed

register = template.Library()


@register.simple_tag
def shown_best(found: Listed | None) -> str:
    """The best match's name and stamp, "" for none."""
    return shown_as(found)

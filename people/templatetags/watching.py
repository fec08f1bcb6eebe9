"""Template tags for watching: what a page says that it shows of the best match, and the way to the next one."""

from typing import Any

from django import template
from django.template import Context

from people.watching.pages import shown_as, to_next
from people.watching.watch_list import Listed

register = template.Library()


@register.simple_tag
def shown_best(found: Listed | None) -> str:
    """The best match's name and stamp, "" for none."""
    return shown_as(found)


@register.simple_tag(takes_context=True)
def next_match(context: Context, public_id: str) -> Any:
    """The button to the next match after that one; off where there is no other."""
    return to_next(context["user"].pk, public_id)

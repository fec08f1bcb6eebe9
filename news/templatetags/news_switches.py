"""The switches of the table of news."""

from datetime import UTC, datetime
from typing import Any

from django import template
from django.utils.formats import date_format

register = template.Library()


@register.inclusion_tag("news/parts/switch.html")
def news_switch(kind: Any, switch: Any, channel: str) -> dict[str, Any]:
    """A cell with the switch of an event in a channel, or with the sign that there is none."""
    return {"kind": kind, "switch": switch, "channel": channel}


@register.filter
def as_day(moment_ms: int) -> str:
    """The day of a moment, as one writes it."""
    return date_format(datetime.fromtimestamp(moment_ms / 1000, UTC), "DATE_FORMAT")

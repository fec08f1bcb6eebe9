"""Template filters for figures of rank: grouped by thousands, with a real minus."""

from django import template

register = template.Library()


@register.filter
def grouped(number: float) -> str:
    """A whole number with non-breaking spaces between its thousands: "1 251"."""
    whole = round(number)
    return ("−" if whole < 0 else "") + f"{abs(whole):,}".replace(",", "\u00a0")


@register.filter
def moved(number: float) -> str:
    """A change with its sign: "+21", "−6", "±0"."""
    whole = round(number)
    return f"+{grouped(whole)}" if whole > 0 else grouped(whole) if whole else "±0"


@register.filter
def side(number: float) -> str:
    """The colour class of a change; the sign shows the same."""
    whole = round(number)
    return "pos" if whole > 0 else "neg" if whole < 0 else ""

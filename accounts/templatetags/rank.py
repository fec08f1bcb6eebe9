"""Template filters for figures of rank: grouped by thousands, with a real minus."""

from django import template

from accounts.templatetags.stats import figure, plus

register = template.Library()


register.filter("grouped", figure)


@register.filter
def moved(number: float) -> str:
    """A change with its sign: "+21", "−6", "±0"."""
    whole = round(number)
    return plus(whole) if whole else "±0"


@register.filter
def side(number: float) -> str:
    """The colour class of a change; the sign shows the same."""
    whole = round(number)
    return "pos" if whole > 0 else "neg" if whole < 0 else ""

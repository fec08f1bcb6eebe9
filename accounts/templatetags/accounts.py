"""Template tags for avatars, and for allauth's forms in the site's style."""

import hashlib
from functools import lru_cache

from django import forms, template
from django.conf import settings
from django.forms.boundfield import BoundField
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.models import User
from common.browser_names import browser_name

register = template.Library()
register.filter("browser", browser_name)

HUES = 8
MOST_AVATARS = 1_000
"""Pictures kept drawn, the latest asked for: each hangs on what it shows alone."""
_SIDE = 5  # squares of a pattern, mirrored left to right


@register.simple_tag
def sends_mail() -> bool:
    """Whether mails leave the site. Without a mail server its process prints them."""
    return bool(settings.EMAIL_URL)


@register.simple_tag
def avatar(player: User, extra_class: str = "") -> SafeString:
    """A player's picture: the initial on a pattern and a hue of their own, from the public id. Hidden from screen
    readers, for the name is always beside it. `extra_class`: one more class, such as avatar--xl."""
    return _avatar(player.public_id, player.display_name[:1].upper(), extra_class)


@lru_cache(maxsize=MOST_AVATARS)
def _avatar(public_id: str, initial: str, extra_class: str) -> SafeString:
    digest = hashlib.sha256(public_id.encode()).digest()
    bits, half = int.from_bytes(digest[1:4], "big"), _SIDE // 2 + 1
    squares = [
        (x, row)
        for row in range(_SIDE)
        for column in range(half)
        if bits >> (row * half + column) & 1
        for x in {column, _SIDE - 1 - column}
    ]
    pattern = format_html_join("", '<rect x="{}" y="{}" width="1" height="1"/>', squares)
    return format_html(
        '<span class="avatar avatar--own hue-{}{}" aria-hidden="true">'
        '<svg viewBox="0 0 {} {}" focusable="false">{}</svg><b>{}</b></span>',
        digest[0] % HUES,
        f" {extra_class}" if extra_class else "",
        _SIDE,
        _SIDE,
        pattern,
        initial,
    )


@register.filter
def is_tick(field: BoundField) -> bool:
    """Whether the field is a single checkbox."""
    return isinstance(field.field.widget, forms.CheckboxInput)


@register.filter
def is_choice(field: BoundField) -> bool:
    """Whether the field is a set of radio buttons."""
    return isinstance(field.field.widget, forms.RadioSelect)


@register.filter
def dressed(field: BoundField) -> SafeString:
    """The field's control in our style, linked to its help and its error; labels are above, so no placeholder."""
    attrs: dict[str, str | bool] = {"class": "input", "placeholder": ""}
    tied = [f"{field.auto_id}_helptext"] if field.help_text else []
    if field.errors:
        attrs["aria-invalid"] = "true"
        tied.append(f"{field.auto_id}_error")
    if tied:
        attrs["aria-describedby"] = " ".join(tied)
    return field.as_widget(attrs=attrs)

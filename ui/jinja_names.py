"""The functions and filters of Jinja2 parts: texts, icons, tiles, addresses of pages and files."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.templatetags.static import static
from django.utils.translation import get_language, gettext
from markupsafe import Markup

from ui.addresses import address
from ui.templatetags import design


def text(message: str) -> Markup:
    """A text of a part without values in it, in the active language: `{{ _("Pass") }}`. It may have markup."""
    return _text(message, get_language())


@cache
def _text(message: str, language: str | None) -> Markup:
    """Like Jinja2's own, which looks the text up at every drawing: a per cent sign is written twice."""
    return Markup(gettext(message)) % ()  # nosec B704  # a text of our templates and catalogue


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "_": text,
    "coin": design.coin,
    "icon": design.icon,
    "static": cache(static),
    "tile": design.tile,
    "url": address,
}
FILTERS: Mapping[str, Callable[..., Any]] = {"initial": design.initial}

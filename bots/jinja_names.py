"""What parts in Jinja2 have of the bots: who is one, and the face."""

from collections.abc import Callable, Mapping
from typing import Any

from bots.templatetags import bots

FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "bot_called": bots.bot_called,
    "bot_face": bots.bot_face,
    "bot_says": bots.bot_says,
}
FILTERS: Mapping[str, Callable[..., Any]] = {}

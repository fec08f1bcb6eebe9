"""The bots' names for Jinja2 templates: which players are bots, and their faces."""

from collections.abc import Callable, Mapping
from typing import Any

from bots.templatetags import bots

FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "bot_called": bots.bot_called,
    "bot_face": bots.bot_face,
    "bot_says": bots.bot_says,
    "gives_hints": bots.gives_hints,
    "practice_at_once": bots.practice_at_once,
}
FILTERS: Mapping[str, Callable[..., Any]] = {"person_or_bot": bots.person_or_bot}

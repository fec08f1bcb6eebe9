"""The accounts' names in the Jinja2 environment: pictures of players."""

from collections.abc import Callable, Mapping
from typing import Any

from accounts.templatetags import accounts

FUNCTIONS: Mapping[str, Callable[..., Any]] = {"avatar": accounts.avatar}
FILTERS: Mapping[str, Callable[..., Any]] = {}

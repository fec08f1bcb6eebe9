"""Every address that the site answers to."""

import re
from collections.abc import Iterator, Sequence

from django.urls import URLPattern, URLResolver


def paths(patterns: Sequence[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """The addresses as they are written, without the slash before them."""
    for one in patterns:
        here = before + str(one.pattern).removeprefix("^")
        if isinstance(one, URLResolver):
            yield from paths(one.url_patterns, here)
        else:
            yield here


def filled(path: str, value: str) -> str:
    """The address with this for all that is to be filled in."""
    return "/" + re.sub(r"\(\?P<\w+>.*?\)(?=/|$)|<[^>]+>", value, path).rstrip("$")

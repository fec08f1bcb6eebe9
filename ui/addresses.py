"""The addresses of the site's pages, worked out once a process."""

from functools import lru_cache

from django.urls import reverse

MOST_ADDRESSES = 4_000
"""Addresses kept, the latest used: less than 2 MB."""


@lru_cache(maxsize=MOST_ADDRESSES)
def address(name: str, *args: str | int) -> str:
    """The address of the page of that name, which hangs on nothing but its arguments (docs/decisions/0020-templates.md
    has what it spares). Raises NoReverseMatch."""
    return reverse(name, args=args)

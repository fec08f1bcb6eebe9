"""Helpers for htmx requests, which fetch a part of a page."""

from django.http import HttpRequest


def wants_part(request: HttpRequest) -> bool:
    """Whether a script requests a part of a page; otherwise a browser requests the page."""
    return request.headers.get("HX-Request") == "true"


def is_looked_at(request: HttpRequest) -> bool:
    """Whether the requesting page reports that it is visible, not a background tab."""
    return request.headers.get("X-Looking") == "1"

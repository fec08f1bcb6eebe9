"""What htmx asks for: a part of a page, which it puts where it belongs in the page that is there."""

from django.http import HttpRequest


def wants_part(request: HttpRequest) -> bool:
    """Whether a script asks for a part of a page; otherwise a browser asks for the page."""
    return request.headers.get("HX-Request") == "true"


def is_looked_at(request: HttpRequest) -> bool:
    """Whether the page that asks says that it is before somebody's eyes, and not open behind others."""
    return request.headers.get("X-Looking") == "1"

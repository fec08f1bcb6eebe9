"""Masks URLs in logs: a log may contain the route, never the path. Paths carry secrets (the code of a room, the token
of a shared match) and what a user looked up.

Imported by the settings: nothing of Django's at the top.
"""

import re
from typing import Any

# Prefixes of URLs that go on with a variable part. tests/site/test_route_names.py compares them with the site's
# routes.
BEARING = (
    "match", "shared", "room", "join", "rematch", "players", "puzzle", "words", "ws", "accounts/confirm-email",
    "alone", "one-device", "paper", "practice/again", "practice/pace", "api/match", "api/room", "news", "next/after",
    "friends", "challenges", "reports", "talk", "watch", "accounts/decisions",
)  # fmt: skip
NO_ROUTE = "(no route)"

_ADDRESS = re.compile(rf"((?:https?://[^/\s\"'<>]+|(?<![\w.\-/]))/?(?:{'|'.join(BEARING)})/)(?!…)[^\s\"'<>\\?]+")
_QUERY = re.compile(r"(?<=[\w/…])\?[\w.\-%]+=[^\s\"'<>]*")


def of(request: Any) -> str:
    """The route that a Django request was resolved to: "/match/<slug:public_id>/act"."""
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match is not None else NO_ROUTE


def scrub(text: str) -> str:
    """The text with "…" for what follows the prefix of a URL, and for queries."""
    return _QUERY.sub("?…", _ADDRESS.sub(r"\1…", text))

"""What a log may say of an address: its route, never the path itself. Paths carry secrets (the code of a room, the
token of a shared match) and what somebody looked up.

Imported by the settings: nothing of Django's at the top.
"""

import re
from typing import Any

# How addresses begin that go on with something of their own. tests/site/test_route_names.py holds it to the site's
# routes.
BEARING = (
    "match", "shared", "room", "join", "rematch", "players", "puzzle", "words", "ws", "accounts/confirm-email",
    "alone", "one-device", "paper", "practice/again", "practice/pace", "api/match", "api/room", "news", "next/after",
)  # fmt: skip
NO_ROUTE = "(no route)"

_ADDRESS = re.compile(rf"((?:https?://[^/\s\"'<>]+|(?<![\w.\-/]))/?(?:{'|'.join(BEARING)})/)(?!…)[^\s\"'<>\\?]+")
_QUERY = re.compile(r"(?<=[\w/…])\?[\w.\-%]+=[^\s\"'<>]*")


def of(request: Any) -> str:
    """The route that a Django request was led to: "/match/<slug:public_id>/act"."""
    match = getattr(request, "resolver_match", None)
    return f"/{match.route}" if match is not None else NO_ROUTE


def scrub(text: str) -> str:
    """The text with "…" for what follows the beginning of an address, and for queries."""
    return _QUERY.sub("?…", _ADDRESS.sub(r"\1…", text))

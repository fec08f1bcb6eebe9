"""Handles what a device shares with the installed site: a link to a room of this site, or its code. Redirects to the
invitation, and takes no seat.
"""

import re
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from common.typed_text import as_meant
from common.view_kinds import fresh_page
from lobby.services import rooms

FIELDS = ("url", "text", "title")
"""The parameters in which devices share: many put a link into the text."""
MOST_READ = 2_000
"""How many characters of a field are read."""
_LINK = re.compile(r"https?://[^\s<>\"]+", re.IGNORECASE)
_ROOM = re.compile(r"/(?:join|room)/([^/]+)/?")


@fresh_page()
def shared(request: HttpRequest) -> HttpResponse:
    """Redirect to the room's invitation; if nothing shared is one, to the home page with a message."""
    given = [as_meant(request.GET.get(field, "")[:MOST_READ]) for field in FIELDS]
    code = code_in(given, request.get_host())
    if code:
        return redirect("lobby:invitation", code)
    messages.error(request, _("There was no room in what you shared. Share its link or its code of 8 characters."))
    return redirect("lobby:home")


def code_in(texts: list[str], host: str) -> str:
    """The code of the first link to a room at that host, else of the first text that is a code and nothing more;
    "" where there is none."""
    links = [link for text in texts for link in _LINK.findall(text)]
    return next(filter(None, (*(_code_of(link, host) for link in links), *map(rooms.normal, texts))), "")


def _code_of(link: str, host: str) -> str:
    try:
        parts = urlsplit(link.rstrip(".,;:!?)"))
    except ValueError:  # a bracket of an IPv6 address that is none
        return ""
    found = _ROOM.fullmatch(parts.path)
    return rooms.normal(found[1]) if found and parts.netloc.lower() == host.lower() else ""

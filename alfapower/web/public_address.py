"""The public address of the site. Links that leave it (in mails, invitations, shared matches) are made from this, never
from the request: the sender of a header must not choose where another user's reset code leads.
* SITE_ORIGIN sets it. Behind https and on Postgres it has a default in the settings: the first of ALLOWED_HOSTS.
* Where it is empty (`play`, a stack on one's own machine) it is the socket's own end, which no header can change.

Load balancers, supervisors and Prometheus request each process on its own port, and so under a name that is not the
site's: `127.0.0.1:8000`, `web:8000`, the address of a container. ALLOWED_HOSTS names the public host alone, and a
process that answered them 400 would count as dead: their paths (WATCHED_PATHS) are accepted under any Host. No response
to them uses it; those that report internals check it all the same (health.py).

Not which hosts are answered (ALLOWED_HOSTS), nor which origins sockets may have (websocket_origin.py).
"""

import re
from functools import partial
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import validate_host
from django.utils.deprecation import MiddlewareMixin
from django.utils.encoding import iri_to_uri
from django.utils.http import escape_leading_slashes


class SiteAddress(MiddlewareMixin):
    """Middleware: every `request.build_absolute_uri`, also in libraries, uses the site's own address; and a request to
    settings.WATCHED_PATHS is for the site itself, whatever its Host."""

    def process_request(self, request: HttpRequest) -> None:
        """Before any view or other middleware."""
        request.build_absolute_uri = partial(absolute, request)  # type: ignore[method-assign]
        if re.match(settings.WATCHED_PATHS, request.path_info.lstrip("/")):
            request.get_host = _own_host  # type: ignore[method-assign]


def _own_host() -> str:
    host: str = settings.ALLOWED_HOSTS[0]
    return host


def absolute(request: HttpRequest, location: str | None = None) -> str:
    """The absolute URL of a path of this site, by default of the page itself. A URL of another site is treated as a
    path of ours."""
    if location is None:
        return origin(request) + iri_to_uri(request.get_full_path())
    parts = urlsplit(urljoin(request.path, location))
    path = escape_leading_slashes("/" + parts._replace(scheme="", netloc="").geturl().lstrip("/"))
    return origin(request) + iri_to_uri(path)


def origin(request: HttpRequest) -> str:
    """The site's scheme, host and port, as in "https://play.example"."""
    if settings.SITE_ORIGIN:
        return settings.SITE_ORIGIN
    host, port = str(request.META.get("SERVER_NAME", "")), str(request.META.get("SERVER_PORT", "80"))
    host = f"[{host}]" if ":" in host else host
    if not validate_host(host, settings.ALLOWED_HOSTS):
        host = settings.ALLOWED_HOSTS[0]
    return f"http://{host}" if port == "80" else f"http://{host}:{port}"

"""The paths that load balancers, supervisors and Prometheus request: accepted under any Host.

They request each process on its own port, and so under a name that is not the site's: `127.0.0.1:8000`, `web:8000`, the
address of a container. ALLOWED_HOSTS names the public host alone, and a process that answered them 400 would count as
dead. No response to them uses the Host; those that report internals check it all the same (health.py).
"""

import re

from django.conf import settings
from django.http import HttpRequest
from django.utils.deprecation import MiddlewareMixin


class AnyHost(MiddlewareMixin):
    """Middleware: a request to settings.WATCHED_PATHS is for the site itself, whatever its Host."""

    def process_request(self, request: HttpRequest) -> None:
        """Before anything that reads the host."""
        if re.match(settings.WATCHED_PATHS, request.path_info.lstrip("/")):
            request.get_host = _own_host  # type: ignore[method-assign]


def _own_host() -> str:
    host: str = settings.ALLOWED_HOSTS[0]
    return host

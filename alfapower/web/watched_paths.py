"""The addresses that load balancers, supervisors and Prometheus ask: by whatever name reaches a process.

They ask each process on its own port, and so under a name that is not the site's: `127.0.0.1:8000`, `web:8000`, the
address of a container. ALLOWED_HOSTS names the public host alone, and a process that answered them 400 would count as
dead. Nothing that they are told is made of the Host; what tells about the inside looks at it all the same (health.py).
"""

import re

from django.conf import settings
from django.http import HttpRequest
from django.utils.deprecation import MiddlewareMixin


class AnyHost(MiddlewareMixin):
    """A request to settings.WATCHED_PATHS is for the site itself, whatever Host it names."""

    def process_request(self, request: HttpRequest) -> None:
        """Before anything that asks for the host."""
        if re.match(settings.WATCHED_PATHS, request.path_info.lstrip("/")):
            request.get_host = _own_host  # type: ignore[method-assign]


def _own_host() -> str:
    host: str = settings.ALLOWED_HOSTS[0]
    return host

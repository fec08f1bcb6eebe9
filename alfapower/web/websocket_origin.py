"""Refuses websockets that another site's page opens in a player's browser (cross-site hijacking).

The Origin must be the very address the page was served from: same scheme, host and port as this request, and
the host one of ALLOWED_HOSTS. Channels' AllowedHostsOriginValidator looks at the host alone. A client without
an Origin is refused as well: every browser sends one.
"""

import logging
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from common.client_address import AsgiApp as AsgiApp

log = logging.getLogger("alfapower.web.websocket_origin")

DEFAULT_PORTS = {"http": 80, "https": 443}


class SameOrigin:
    """ASGI middleware around the websocket router."""

    def __init__(self, inner: AsgiApp) -> None:
        self.inner = inner
        self.refuse = WebsocketDenier.as_asgi()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if is_same_origin(scope):
            await self.inner(scope, receive, send)
            return
        log.warning("Refused a websocket: its Origin is not the address of this site.")
        await self.refuse(scope, receive, send)


def is_same_origin(scope: Any) -> bool:
    """Whether the handshake in this ASGI scope comes from a page of the same scheme, host and port."""
    origins = [value for name, value in scope["headers"] if name == b"origin"]
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if len(origins) != 1 or len(hosts) != 1:
        return False
    try:
        origin, host = origins[0].decode("ascii"), hosts[0].decode("ascii")
    except UnicodeDecodeError:
        return False
    secure = settings.HTTPS or scope.get("scheme") == "wss"
    own = _address(f"{'https' if secure else 'http'}://{host}")
    domain, _port = split_domain_port(host)
    return own is not None and own == _address(origin) and validate_host(domain, settings.ALLOWED_HOSTS)


def _address(origin: str) -> tuple[str, str, int] | None:
    """(scheme, host, port) of a serialised origin; None for anything else, a path or a user name included."""
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return None
    bare = origin == f"{parts.scheme}://{parts.netloc}" and "@" not in parts.netloc
    if not (bare and parts.hostname and parts.scheme in DEFAULT_PORTS):
        return None
    return parts.scheme, parts.hostname, DEFAULT_PORTS[parts.scheme] if port is None else port

"""The client's address of a request, and the network that it is counted by.

A proxy appends to X-Forwarded-For the address that connected to it. Entries further left were sent by the client and
may be forged, so entries are counted from the right: as many as there are proxies of ours. The header is read only
here; all other code, for pages and sockets, sees the address as that of the connection.
"""

import ipaddress
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest

AsgiApp = Callable[[Any, Any, Any], Awaitable[None]]
Address = ipaddress.IPv4Address | ipaddress.IPv6Address

NEIGHBOURHOOD = 64  # prefix length of an IPv6 address: a home or a phone has all addresses of such a network


class ClientAddress:
    """ASGI middleware: replaces the proxy's address by the client's."""

    def __init__(self, inner: AsgiApp) -> None:
        self.inner = inner

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        proxies = settings.TRUSTED_PROXIES
        if proxies and scope["type"] in ("http", "websocket"):
            lines = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
            address = forwarded(",".join(lines), proxies)
            if address is not None:
                scope = {**scope, "client": [str(address), 0]}
        await self.inner(scope, receive, send)


def forwarded(header: str, proxies: int) -> Address | None:
    """The address from which the outermost of so many proxies was connected; None if the header does not say.

    With fewer entries than proxies the client bypassed the outer ones: then the leftmost was still written by a proxy
    of ours.
    """
    hops = [hop.strip() for hop in header.split(",") if hop.strip()]
    return read(hops[-min(proxies, len(hops))]) if hops else None


def read(text: str) -> Address | None:
    """An address as proxies write it: bare, with a port, in brackets. IPv4 inside IPv6 is IPv4. None if invalid."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        return address.ipv4_mapped or ipaddress.IPv6Address(int(address))  # without the interface (scope id)
    return address


def of(request: HttpRequest) -> str:
    """The client's address, for limits and logs; "" where the connection has none (a socket of the file system)."""
    address = read(request.META.get("REMOTE_ADDR") or "")
    return "" if address is None else str(address)


def network(address: str) -> str:
    """The key by which an address is counted: an IPv4 address, an IPv6 network; "nowhere" for no address."""
    found = read(address)
    if found is None:
        return "nowhere"
    return str(found) if found.version == 4 else str(ipaddress.ip_network((found, NEIGHBOURHOOD), strict=False))

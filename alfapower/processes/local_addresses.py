"""The names by which other machines reach a server that listens here, for `play` to print and to allow.

Not name resolution in general: with an address in ALLOWED_HOSTS none of this is needed.
"""

import ipaddress
import socket

EVERYWHERE = ("0.0.0.0", "::")  # nosec B104  # compared with, bound to only when --host says so


def url(host: str, port: int) -> str:
    return f"http://{_bracketed(host)}:{port}/"


def names_for(host: str) -> list[str]:
    """Host names, as in ALLOWED_HOSTS, by which a server listening on `host` may be requested."""
    return [_bracketed(host), *(_bracketed(name) for name in others(host))]


def others(host: str) -> list[str]:
    """This machine's own addresses if `host` means all of them; none otherwise."""
    if host not in EVERYWHERE:
        return []
    try:
        found = {str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    except OSError:
        found = set()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; the system picks the address it would send from
            found.add(probe.getsockname()[0])
        except OSError:
            pass  # no network: then no other machine can connect either
    return sorted(name for name in found if not ipaddress.ip_address(name).is_loopback)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host

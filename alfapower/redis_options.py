"""Options of every Redis client, so that none waits for ever on a dead connection.

A dead network is detected by the reader (`socket_timeout`), by the kernel (keep-alives, and the time for an
acknowledgement), and by a health check of a connection that was idle. Free of Django: settings.py reads it.
"""

import socket
from typing import Any
from urllib.parse import urlsplit

READ_SECONDS = CONNECT_SECONDS = 1
LOOK_SECONDS = 5
_KERNEL = {"TCP_KEEPIDLE": 2, "TCP_KEEPINTVL": 1, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 3_000}


def patient(address: str, read_seconds: float = READ_SECONDS) -> dict[str, Any]:
    """Arguments for a redis-py connection to `address`."""
    options: dict[str, Any] = {
        "socket_timeout": read_seconds,
        "socket_connect_timeout": CONNECT_SECONDS,
        "health_check_interval": LOOK_SECONDS,
    }
    if urlsplit(address).scheme != "unix":
        options["socket_keepalive"] = True
        options["socket_keepalive_options"] = {
            getattr(socket, name): value for name, value in _KERNEL.items() if hasattr(socket, name)
        }
    return options

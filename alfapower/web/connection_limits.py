"""Installs the limits of requests and websockets in Daphne's server.

Daphne names its protocol classes itself, so `guard_every_connection` replaces them by ours.
"""

import daphne.server

from alfapower.web.answer_backpressure import wait_for_every_client
from alfapower.web.request_limits import BoundedHTTPFactory
from alfapower.web.websocket_budget import BoundedSocketFactory


def guard_every_connection() -> None:
    """From now on a server that Daphne starts limits its connections."""
    wait_for_every_client()
    daphne.server.HTTPFactory = BoundedHTTPFactory
    daphne.server.WebSocketFactory = BoundedSocketFactory

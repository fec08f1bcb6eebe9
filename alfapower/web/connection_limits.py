"""Puts the limits of requests and websockets in the place of what a server of Daphne's makes of a connection.

Daphne names its classes itself, so `guard_every_connection` puts ours where it looks for them.
"""

import daphne.server

from alfapower.web.answer_backpressure import wait_for_every_client
from alfapower.web.request_limits import BoundedHTTPFactory
from alfapower.web.websocket_budget import BoundedSocketFactory


def guard_every_connection() -> None:
    """From now on a server that Daphne starts bounds what its connections take."""
    wait_for_every_client()
    daphne.server.HTTPFactory = BoundedHTTPFactory
    daphne.server.WebSocketFactory = BoundedSocketFactory

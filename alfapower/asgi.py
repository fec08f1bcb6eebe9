"""The ASGI application: pages by Django, websockets by Channels.

From the outside in, a socket passes: origin, queue of newcomers, limits, route, session with its user. A server that
imports this module runs the system checks and prepares the word lists first, so it starts ready or not at all.
"""

import os

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.management.base import BaseCommand

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alfapower.settings")
django.setup()

from alfapower.processes.file_descriptors import allow_many_files  # noqa: E402
from alfapower.processes.garbage import look_for_it_seldom  # noqa: E402
from alfapower.processes.web_lifecycle import WebLifecycle  # noqa: E402
from alfapower.routing import websocket_urlpatterns  # noqa: E402
from alfapower.web import admission  # noqa: E402  (needs the settings)
from alfapower.web.admission import Admission  # noqa: E402
from alfapower.web.asgi_handler import OneHopHandler  # noqa: E402
from alfapower.web.connection_limits import guard_every_connection  # noqa: E402
from alfapower.web.socket_limits import SocketLimits  # noqa: E402
from alfapower.web.socket_retry import TryAgain  # noqa: E402
from alfapower.web.websocket_origin import SameOrigin  # noqa: E402
from common.client_address import ClientAddress  # noqa: E402
from dictionary import api as dictionary  # noqa: E402

BaseCommand().check()
dictionary.prepare()
guard_every_connection()
allow_many_files()

sockets = TryAgain(SocketLimits(URLRouter(websocket_urlpatterns)))
application = WebLifecycle(
    ClientAddress(
        ProtocolTypeRouter(
            {
                "http": Admission(admission.pages(), OneHopHandler(), admission.onlookers()),
                "websocket": SameOrigin(Admission(admission.sockets(), sockets, admission.onlookers())),
            }
        )
    )
)
look_for_it_seldom()
